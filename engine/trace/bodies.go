package trace

import (
	"fmt"
	"time"
)

// Action: a person or the script did something to the lab.
type Action struct {
	Text string `json:"text"` // in the one form of the action vocabulary
	By   string `json:"by"`   // "script" or "person"

	// Failed is why it had no effect, if it had none. Only the script's
	// actions are recorded so; a person is told, and nothing is recorded.
	Failed string `json:"failed,omitempty"`
}

// Started, Finished, Resumed and Restarted carry nothing but their moment.
type (
	Started   struct{}
	Finished  struct{}
	Resumed   struct{}
	Restarted struct{}
)

// Step: a client began a step of its program.
type Step struct {
	Index int    `json:"index"` // from 1
	Step  string `json:"step"`  // as in the scenario file, for example "work 2s"
}

// Acquired: the client believes from here on.
type Acquired struct {
	Lock  string `json:"lock"`
	Token int64  `json:"token"` // fencing token; 0 when the lock gives none
	Until Time   `json:"until"` // end of what the service promised, in lab time
	Votes []int  `json:"votes"` // the requests whose execution made up the grant

	// Needed is how many of the votes were enough: the service had made the
	// grant when it had executed that many.
	Needed int `json:"needed"`
}

// Vote: one of several servers answered, or did not.
type Vote struct {
	Node string `json:"node"`
	Yes  bool   `json:"yes"`
	Why  string `json:"why"` // of a no
}

// Counted: the client counted the votes and looked at its clock. All times are
// by the client's own clock, in ns.
type Counted struct {
	Lock     string        `json:"lock"`
	Yes      int           `json:"yes"`
	Needed   int           `json:"needed"`
	Of       int           `json:"of"`
	Elapsed  time.Duration `json:"elapsed"`
	Drift    time.Duration `json:"drift"`    // the allowance for clocks of slightly different rates
	Validity time.Duration `json:"validity"` // what is left: TTL − elapsed − drift
	Held     bool          `json:"held"`
}

// Extended: the promise runs longer.
type Extended struct {
	Lock  string `json:"lock"`
	Until Time   `json:"until"`
	Votes []int  `json:"votes"`
}

// Checked: by its own clock, the client's lock is good for a while yet.
type Checked struct {
	Lock string        `json:"lock"`
	Left time.Duration `json:"left"` // ns of the client's clock
}

// Promoted: clients now turn to this server.
type Promoted struct {
	From string `json:"from"` // the server that was the primary
}

// Slowed: each answer takes this much longer from now on.
type Slowed struct {
	By time.Duration `json:"by"` // ns of lab time; 0: as fast as ever
}

// Refused: somebody else has the lock.
type Refused struct {
	Lock string `json:"lock"`
	Why  string `json:"why"`
}

// Waiting: the client sleeps before its next attempt.
type Waiting struct {
	For time.Duration `json:"for"` // ns of lab time
	Why string        `json:"why"`
}

// LostLock: the client no longer believes.
type LostLock struct {
	Lock string `json:"lock"`
	Why  string `json:"why"`
}

// Releasing: the client no longer believes, because it is giving the lock back.
type Releasing struct {
	Lock string `json:"lock"`
}

// Released: the client knows what became of its release.
type Released struct {
	Lock    string `json:"lock"`
	Removed bool   `json:"removed"` // whether the server had something to remove
}

// Read: the client knows the object's version and value.
type Read struct {
	Object  string `json:"object"`
	Version int    `json:"version"`
	Value   string `json:"value"`
}

// Worked: the client's own work is done.
type Worked struct {
	For time.Duration `json:"for"` // ns of lab time, pauses not counted
}

// Wrote: the client knows what became of its write.
type Wrote struct {
	Object   string `json:"object"`
	Token    int64  `json:"token"`
	Accepted bool   `json:"accepted"`
	Version  int    `json:"version"` // the object's version after it
	Value    string `json:"value"`
}

// Failed: a step did not succeed.
type Failed struct {
	Step            string `json:"step"`
	Why             string `json:"why"`
	MayHaveHappened bool   `json:"mayHaveHappened"` // a lost reply is not a refusal
}

// Paused: the client stands still.
type Paused struct {
	For time.Duration `json:"for"` // ns of lab time; 0: until resumed
}

// Crashed: a process died.
type Crashed struct {
	DataLost bool `json:"dataLost"` // servers only
}

// Clock: a lane's clock now reads lab time × Rate + Offset.
type Clock struct {
	Offset time.Duration `json:"offset"`
	Rate   float64       `json:"rate"`
}

// Sent: message Msg left for To.
type Sent struct {
	Msg   int    `json:"msg"`
	To    string `json:"to"`
	Text  string `json:"text"`
	Reply bool   `json:"reply"`
	Of    int    `json:"of,omitempty"` // for a reply: the request's message number
}

// Arrived: the message waits for a paused lane.
type Arrived struct {
	Msg  int    `json:"msg"`
	From string `json:"from"`
}

// Received: the message was taken in.
type Received struct {
	Msg   int    `json:"msg"`
	From  string `json:"from"`
	Text  string `json:"text"`
	Reply bool   `json:"reply"`
}

// Dropped: the message will never arrive.
type Dropped struct {
	Msg  int    `json:"msg"`
	From string `json:"from"`
	Why  string `json:"why"`
}

// Held: the message is kept back on the way.
type Held struct {
	Msg  int    `json:"msg"`
	From string `json:"from"`
}

// TimedOut: the client gave up waiting for the reply to request Msg.
type TimedOut struct {
	Msg   int           `json:"msg"`
	To    string        `json:"to"`
	After time.Duration `json:"after"`
}

// Executed: what the live server was asked and what it answered.
type Executed struct {
	Msg     int      `json:"msg"`     // 0: it came from outside the lab
	From    string   `json:"from"`    // a client, a server that replicates, or "stranger"
	Command []string `json:"command"` // as on the wire
	Reply   string   `json:"reply"`   // as redis-cli would print it
	Clock   int64    `json:"clock"`   // the server's clock, Unix ms
	Addr    string   `json:"addr"`    // where the server listens; not part of the text form
}

// KeySet: the key exists with this value until this moment.
type KeySet struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Owner string `json:"owner"` // the client whose command set it
	Until Time   `json:"until"` // lab time at which it will expire, as clocks now run; 0: never
}

// KeyGone: the key no longer exists.
type KeyGone struct {
	Key   string `json:"key"`
	Owner string `json:"owner"` // the client whose command had set it
	By    string `json:"by"`    // the client whose command removed it, if one did
	Why   string `json:"why"`   // Expired, Deleted or Lost
}

// Served: the store answered a read.
type Served struct {
	Msg     int    `json:"msg"`
	Object  string `json:"object"`
	Reader  string `json:"reader"`
	Version int    `json:"version"`
	Value   string `json:"value"`
}

// Accepted: the store took a write.
type Accepted struct {
	Msg         int    `json:"msg"`
	Object      string `json:"object"`
	Writer      string `json:"writer"`
	Token       int64  `json:"token"`
	Version     int    `json:"version"` // after the write
	Value       string `json:"value"`
	ReadVersion int    `json:"readVersion"` // the version its writer had read; 0: none
	Highest     int64  `json:"highest"`     // highest token seen, this one included
}

// Rejected: the store refused a write.
type Rejected struct {
	Msg         int    `json:"msg"`
	Object      string `json:"object"`
	Writer      string `json:"writer"`
	Token       int64  `json:"token"`
	Value       string `json:"value"`
	ReadVersion int    `json:"readVersion"`
	Highest     int64  `json:"highest"`
}

// Fencing: whether the store checks tokens from now on.
type Fencing struct {
	On bool `json:"on"`
}

// Kinds, in the order of the registry.
func (Action) Kind() Kind    { return "action" }
func (Started) Kind() Kind   { return "started" }
func (Step) Kind() Kind      { return "step" }
func (Acquired) Kind() Kind  { return "acquired" }
func (Vote) Kind() Kind      { return "vote" }
func (Counted) Kind() Kind   { return "counted" }
func (Extended) Kind() Kind  { return "extended" }
func (Checked) Kind() Kind   { return "checked" }
func (Promoted) Kind() Kind  { return "promoted" }
func (Slowed) Kind() Kind    { return "slowed" }
func (Refused) Kind() Kind   { return "refused" }
func (Waiting) Kind() Kind   { return "waiting" }
func (LostLock) Kind() Kind  { return "lost" }
func (Releasing) Kind() Kind { return "releasing" }
func (Released) Kind() Kind  { return "released" }
func (Read) Kind() Kind      { return "read" }
func (Worked) Kind() Kind    { return "worked" }
func (Wrote) Kind() Kind     { return "wrote" }
func (Failed) Kind() Kind    { return "failed" }
func (Finished) Kind() Kind  { return "finished" }
func (Paused) Kind() Kind    { return "paused" }
func (Resumed) Kind() Kind   { return "resumed" }
func (Crashed) Kind() Kind   { return "crashed" }
func (Restarted) Kind() Kind { return "restarted" }
func (Clock) Kind() Kind     { return "clock" }
func (Sent) Kind() Kind      { return "sent" }
func (Arrived) Kind() Kind   { return "arrived" }
func (Received) Kind() Kind  { return "received" }
func (Dropped) Kind() Kind   { return "dropped" }
func (Held) Kind() Kind      { return "held" }
func (TimedOut) Kind() Kind  { return "timed-out" }
func (Executed) Kind() Kind  { return "executed" }
func (KeySet) Kind() Kind    { return "key-set" }
func (KeyGone) Kind() Kind   { return "key-gone" }
func (Served) Kind() Kind    { return "served" }
func (Accepted) Kind() Kind  { return "accepted" }
func (Rejected) Kind() Kind  { return "rejected" }
func (Fencing) Kind() Kind   { return "fencing" }

func (b Releasing) Say() string { return "gives " + b.Lock + " back and no longer believes" }
func (Started) Say() string     { return "starts" }
func (b Step) Say() string      { return fmt.Sprintf("step %d: %s", b.Index, b.Step) }
func (b Refused) Say() string   { return fmt.Sprintf("does not get %s: %s", b.Lock, b.Why) }
func (b Waiting) Say() string   { return fmt.Sprintf("waits %s: %s", Dur(b.For), b.Why) }
func (b LostLock) Say() string  { return fmt.Sprintf("knows that it lost %s: %s", b.Lock, b.Why) }
func (b Read) Say() string {
	return fmt.Sprintf("has read %s version %d: %q", b.Object, b.Version, b.Value)
}
func (b Worked) Say() string  { return "has worked for " + Dur(b.For) }
func (Finished) Say() string  { return "has finished" }
func (Resumed) Say() string   { return "runs again" }
func (Restarted) Say() string { return "is started again" }
func (b Clock) Say() string {
	return fmt.Sprintf("clock now reads lab time %+gs, rate %g", b.Offset.Seconds(), b.Rate)
}
func (b Arrived) Say() string { return fmt.Sprintf("#%d from %s waits here", b.Msg, b.From) }
func (b Dropped) Say() string { return fmt.Sprintf("#%d from %s is lost: %s", b.Msg, b.From, b.Why) }
func (b Held) Say() string    { return fmt.Sprintf("#%d from %s is held on the way", b.Msg, b.From) }
func (b TimedOut) Say() string {
	return fmt.Sprintf("gives up on #%d to %s after %s: it may have been carried out", b.Msg, b.To, Dur(b.After))
}
func (b Fencing) Say() string { return "fencing is " + onOff(b.On) }

func (b Action) Say() string {
	if b.Failed != "" {
		return fmt.Sprintf("%s (by the %s) had no effect: %s", b.Text, b.By, b.Failed)
	}
	return fmt.Sprintf("%s (by the %s)", b.Text, b.By)
}

func (b Acquired) Say() string {
	return fmt.Sprintf("believes it holds %s %s, promised until %s", b.Lock, token(b.Token), b.Until)
}

func (b Vote) Say() string {
	if b.Yes {
		return b.Node + " says yes"
	}
	return fmt.Sprintf("%s does not say yes: %s", b.Node, b.Why)
}

func (b Counted) Say() string {
	what := "does not hold it"
	if b.Held {
		what = "holds it"
	}
	return fmt.Sprintf("counts %d of %d votes (%d needed), %s elapsed, %s allowed for drift, %s left: %s",
		b.Yes, b.Of, b.Needed, Dur(b.Elapsed), Dur(b.Drift), Dur(b.Validity), what)
}

func (b Extended) Say() string {
	return fmt.Sprintf("has extended %s, promised until %s", b.Lock, b.Until)
}

func (b Checked) Say() string {
	return fmt.Sprintf("looks at its clock: %s is good for %s yet", b.Lock, Dur(b.Left))
}

func (b Promoted) Say() string { return "is the primary now, in place of " + b.From }

func (b Slowed) Say() string {
	if b.By == 0 {
		return "answers as fast as ever"
	}
	return fmt.Sprintf("answers %s later than usual", Dur(b.By))
}

func (b Released) Say() string {
	if b.Removed {
		return fmt.Sprintf("has released %s", b.Lock)
	}
	return fmt.Sprintf("has released %s, but there was nothing of its own to remove", b.Lock)
}

func (b Wrote) Say() string {
	if b.Accepted {
		return fmt.Sprintf("has written %s version %d: %q", b.Object, b.Version, b.Value)
	}
	return fmt.Sprintf("was refused: %s stays at version %d", b.Object, b.Version)
}

func (b Failed) Say() string {
	if b.MayHaveHappened {
		return fmt.Sprintf("could not %s: %s; it may have happened", b.Step, b.Why)
	}
	return fmt.Sprintf("could not %s: %s", b.Step, b.Why)
}

func (b Paused) Say() string {
	if b.For == 0 {
		return "is paused until resumed"
	}
	return "is paused for " + Dur(b.For)
}

func (b Crashed) Say() string {
	if b.DataLost {
		return "crashes and loses its data"
	}
	return "crashes"
}

func (b Sent) Say() string {
	if b.Reply {
		return fmt.Sprintf("#%d → %s: reply to #%d: %s", b.Msg, b.To, b.Of, b.Text)
	}
	return fmt.Sprintf("#%d → %s: %s", b.Msg, b.To, b.Text)
}

func (b Received) Say() string {
	return fmt.Sprintf("#%d ← %s: %s", b.Msg, b.From, b.Text)
}

func (b Executed) Say() string {
	if b.Msg == 0 {
		return fmt.Sprintf("from a %s: %s ⇒ %s", b.From, Line(b.Command), b.Reply)
	}
	return fmt.Sprintf("#%d from %s: %s ⇒ %s", b.Msg, b.From, Line(b.Command), b.Reply)
}

func (b KeySet) Say() string {
	if b.Until == 0 {
		return fmt.Sprintf("%s = %s, set by %s, without expiry", b.Key, b.Value, b.Owner)
	}
	return fmt.Sprintf("%s = %s, set by %s, until %s", b.Key, b.Value, b.Owner, b.Until)
}

func (b KeyGone) Say() string {
	switch {
	case b.By == "":
		return fmt.Sprintf("%s of %s is gone: %s", b.Key, b.Owner, b.Why)
	case b.By == b.Owner:
		return fmt.Sprintf("%s of %s is gone: %s by its owner", b.Key, b.Owner, b.Why)
	}
	return fmt.Sprintf("%s of %s is gone: %s by %s", b.Key, b.Owner, b.Why, b.By)
}

func (b Served) Say() string {
	return fmt.Sprintf("#%d: %s reads %s version %d: %q", b.Msg, b.Reader, b.Object, b.Version, b.Value)
}

func (b Accepted) Say() string {
	return fmt.Sprintf("#%d: write of %s %s accepted: %s version %d = %q", b.Msg, b.Writer, token(b.Token), b.Object, b.Version, b.Value)
}

func (b Rejected) Say() string {
	return fmt.Sprintf("#%d: write of %s %s refused: %d has been seen", b.Msg, b.Writer, token(b.Token), b.Highest)
}
