package trace

import "time"

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

	Session string `json:"session,omitempty"` // that the grant hangs on, where there is one
}

// Vote: one of several servers answered, or did not.
type Vote struct {
	Node   string `json:"node"`
	Yes    bool   `json:"yes"`
	Answer string `json:"answer"` // in words; or why there is none
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

// Waiting: the client sleeps before its next attempt, or until it is woken.
type Waiting struct {
	For    time.Duration `json:"for"` // ns of the client's own time; 0: until it is woken
	Why    string        `json:"why"`
	Behind string        `json:"behind,omitempty"` // the key whose end it waits for, where there is one
}

// Woken: what the client waited for has happened, or may have.
type Woken struct {
	Lock string `json:"lock"`
	Why  string `json:"why"`
}

// Disconnected: the client has lost touch with its session's server. Whether
// the session lives is unknown.
type Disconnected struct {
	From string `json:"from"`
	Why  string `json:"why"`
}

// Reconnected: the session lives, and the client knows it again.
type Reconnected struct {
	To      string `json:"to"`
	Session string `json:"session"`
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
	For time.Duration `json:"for"` // ns of the client's own time; a pause that ends sooner costs nothing
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
	Of    int    `json:"of,omitempty"` // for a reply: the request's message number; for a copy: the first's
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

	// Raw is the call with the server's own revisions, leases or sessions in it, and
	// RawReply its answer, where Command and Reply have stable names for them.
	// Not part of the text form.
	Raw      string `json:"raw,omitempty"`
	RawReply string `json:"rawReply,omitempty"`
}

// SessionOpened: a lease or session began.
type SessionOpened struct {
	Session string        `json:"session"` // as the server writes it, with a stable number: "lease=1", "session 0x1"
	Owner   string        `json:"owner"`
	For     time.Duration `json:"for"` // ns of lab time that it lasts without a sign of life
}

// SessionEnded: a lease or session is over, and with it what hung on it.
type SessionEnded struct {
	Session string `json:"session"`
	Owner   string `json:"owner"`
	By      string `json:"by"`  // the client that ended it, if one did
	Why     string `json:"why"` // Expired, Deleted or Lost
}

// WatchSet: the server will tell this client when the key changes.
type WatchSet struct {
	Key     string `json:"key"`
	Watcher string `json:"watcher"`
	For     string `json:"for"` // what it waits for: "DELETE", "deletion", "children"
}

// WatchFired: what a watch was for has happened; the server tells its client.
type WatchFired struct {
	Key     string `json:"key"`
	Watcher string `json:"watcher"`
	Event   string `json:"event"` // what happened, in the service's own word
	Msg     int    `json:"msg"`   // the message that tells it
}

// KeySet: the key exists with this value until this moment.
type KeySet struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Owner string `json:"owner"` // the client whose command set it
	Until Time   `json:"until"` // lab time at which it will expire, as clocks now run; 0: never

	// Of a key in a queue: its place in the order in which the service made its keys
	// (etcd's create revision, ZooKeeper's czxid), and the lease or session that it hangs on.
	Order   int64  `json:"order,omitempty"`
	Session string `json:"session,omitempty"`
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
	Highest     int64  `json:"highest"` // 0: it was refused because its writer does not own the lock
}

// Fencing: whether the store checks tokens from now on.
type Fencing struct {
	On bool `json:"on"`
}
