// Package scenario is the language in which a lab is written down: scenario
// files (YAML, read strictly) and the one vocabulary of actions that buttons,
// the command bar, scripts and the action log share.
//
// It parses, checks and prints; it knows nothing of how a lab runs.
package scenario

import "time"

// Scenario is one lab: who takes part, what they do, and what happens to them.
type Scenario struct {
	Title   string
	Seed    uint64
	Until   time.Duration // lab time at which the run ends; 0: when nothing more can happen
	Lock    Lock
	Store   Store
	Network Network
	Clients []Client // in file order, which is the order of their lanes
	Script  []Cue
	Expect  []Expectation // in file order
}

// LockKind is the technology behind the lock.
type LockKind string

// The lock kinds. A build may not serve all of them yet: see Kinds.
const (
	Mutex        LockKind = "mutex"
	Redis        LockKind = "redis"
	RedisReplica LockKind = "redis-replica"
	Redlock      LockKind = "redlock"
	Etcd         LockKind = "etcd"
	ZooKeeper    LockKind = "zookeeper"
)

// Lock describes the lock that the clients contend for.
type Lock struct {
	Kind     LockKind
	Nodes    int           // redlock: how many independent servers; 0 for every other kind
	Name     string        // for example "job:4471"; the Redis key is "lock:" + Name
	TTL      time.Duration // whole milliseconds, > 0; of the lease or the session where there is one
	Retry    Span          // wait between two attempts, drawn anew each time
	Timeout  time.Duration // how long a client waits for one reply
	Parallel bool          // redlock: ask all nodes at once, not one after another
	Watchdog bool          // extend the lock while working, every third of the TTL
	Wait     int           // redis-replica: how many replicas must have the key before it counts
	Lag      Span          // redis-replica: how long a change takes to reach the replica
	Mistakes []Mistake     // known wrong variants, in file order
}

// Has reports whether the mistake is turned on.
func (l Lock) Has(m Mistake) bool {
	for _, on := range l.Mistakes {
		if on == m {
			return true
		}
	}
	return false
}

// Of is the lock as one client uses it: with its own mistakes turned on, too.
func (l Lock) Of(c Client) Lock {
	l.Mistakes = append(append([]Mistake(nil), l.Mistakes...), c.Mistakes...)
	return l
}

// Makes reports whether any client makes the mistake.
func (s Scenario) Makes(m Mistake) bool {
	for _, c := range s.Clients {
		if s.Lock.Of(c).Has(m) {
			return true
		}
	}
	return false
}

// Sessions reports whether the lock hangs on a session that is kept alive by
// itself.
func (k LockKind) Sessions() bool { return k == Etcd || k == ZooKeeper }

// Mistake is a known wrong variant of a lock client. Mistakes lists which lock
// kinds each belongs to.
type Mistake string

// The mistakes. A build may not serve all of them yet: see Mistakes.
const (
	DelRelease             Mistake = "del-release"               // release by DEL, whoever holds the lock
	GetThenDel             Mistake = "get-then-del"              // compare in the client, then DEL
	ConstantToken          Mistake = "constant-token"            // the same value for every attempt
	SetnxThenExpire        Mistake = "setnx-then-expire"         // two commands where one is needed
	PlainIncr              Mistake = "plain-incr"                // draw the token without a look at the key
	RenewalGivesUp         Mistake = "renewal-gives-up"          // the watchdog stops at its first failure
	SetOnExtend            Mistake = "set-on-extend"             // an extension also sets keys that are gone
	SkipElapsedCheck       Mistake = "skip-elapsed-check"        // Redlock, step 3, left out
	ExpiryFromFirstAttempt Mistake = "expiry-from-first-attempt" // one expiry for all nodes and retries
	NoCleanup              Mistake = "no-cleanup"                // Redlock, step 5, left out
	WatchParent            Mistake = "watch-parent"              // the herd
	NoRecheckAfterWake     Mistake = "no-recheck-after-wake"     // the etcd client of 2020
	NoGUID                 Mistake = "no-guid"                   // a znode that is not found again
	SequenceToken          Mistake = "sequence-token"            // the counter starts anew with its parent
	LeaseIDToken           Mistake = "lease-id-token"            // a lease ID has no order
	HeaderRevisionToken    Mistake = "header-revision-token"     // another number than the key's own
	SharedSession          Mistake = "shared-session"            // one session for all clients
	IgnoreSessionLoss      Mistake = "ignore-session-loss"       // only log that it is over
	ReleaseOnce            Mistake = "release-once"              // a release that failed is not tried again
	CancelLeavesNode       Mistake = "cancel-leaves-node"        // who gives up stays in the queue
)

// Store describes the protected resource.
type Store struct {
	Object  string // the object's name, "file" unless given
	Fencing bool   // refuse a token lower than the highest seen
	In      string // "etcd": the object is a key in the lock's own etcd; "": a store of its own
}

// Network describes the cables between lanes.
type Network struct {
	Delay Span // one way, drawn anew for each message
}

// Span is a range of durations, both ends included.
type Span struct{ Min, Max time.Duration }

// Client is one client of the lock.
type Client struct {
	Name     string
	Start    time.Duration // lab time at which its program begins
	Steps    []Step
	Mistakes []Mistake // turned on for this client, besides the lock's
	Process  string    // mutex: whose memory it shares; "": one of its own
}

// Process is the name of a client's process: what stops one client of it stops
// all.
func (s Scenario) Process(c Client) string {
	switch {
	case s.Lock.Of(c).Has(SharedSession):
		return "the shared session's"
	case c.Process != "":
		return c.Process
	}
	return c.Name
}

// Step is one step of a client's program.
type Step struct {
	Verb  StepVerb
	For   time.Duration // work: for how long; acquire: the client's patience, 0: without end
	Value string        // write: what to write; empty: a value that names the writer
}

// StepVerb names what a step does.
type StepVerb string

// The steps.
const (
	Acquire StepVerb = "acquire" // take the lock, trying again until it is free
	Read    StepVerb = "read"    // read the object from the store
	Work    StepVerb = "work"    // work for a time
	Write   StepVerb = "write"   // write the object, with the grant's token
	Release StepVerb = "release" // give the lock back
	Extend  StepVerb = "extend"  // make the promise run longer
	Check   StepVerb = "check"   // look at the clock: is the lock still good?
)

// Cue is one line of the script: when it is due, and what it does.
type Cue struct {
	When Trigger
	Do   Action
}

// Trigger is the moment at which a cue is due: a lab time, or right after the
// N-th event of a kind on a lane.
type Trigger struct {
	At   time.Duration // with Lane == "": this lab time
	Lane string
	Kind string // a kind of trace.Registry
	N    int    // from 1
}

// Expectation says how one verdict must come out. Status is "holds",
// "violated" or "not-exercised"; Count is set instead for a verdict that counts
// (fenced: 1).
type Expectation struct {
	Verdict string
	Status  string
	Count   int
	Counts  bool // Count is meant, not Status
}

// Verb names an action.
type Verb string

// The verbs of the action vocabulary.
const (
	Pause     Verb = "pause"     // pause A 15s | pause A
	Resume    Verb = "resume"    // resume A
	Crash     Verb = "crash"     // crash A | crash redis-3 [lose-data]
	Restart   Verb = "restart"   // restart A
	Jump      Verb = "jump"      // jump redis-3 +12s | jump A -5s
	Drift     Verb = "drift"     // drift redis-3 1.2
	Cut       Verb = "cut"       // cut A redis-4 [requests|replies]
	Heal      Verb = "heal"      // heal | heal A redis-4
	Hold      Verb = "hold"      // hold A->store
	Deliver   Verb = "deliver"   // deliver #41
	Drop      Verb = "drop"      // drop #41
	Delay     Verb = "delay"     // delay #41 5s
	Duplicate Verb = "duplicate" // duplicate #41
	Slow      Verb = "slow"      // slow redis-3 200ms | slow redis-3
	Expire    Verb = "expire"    // expire A
	Failover  Verb = "failover"  // failover
	SetFence  Verb = "fencing"   // fencing on | fencing off
	StartNow  Verb = "start"     // start B
	DoAcquire Verb = "acquire"   // acquire B
	DoRelease Verb = "release"   // release A
	DoWrite   Verb = "write"     // write A "v2"
	Command   Verb = "command"   // command redis-1 "DEL lock:job:4471"
)

// Action is one thing done to a lab. Its String is the one text form, which
// ParseAction reads back.
type Action struct {
	Verb  Verb
	Lane  string        // whom it is done to; for a cable or a link, one end
	To    string        // the other end: cut, heal, hold
	Msg   int           // message number: deliver, drop, delay, duplicate
	For   time.Duration // pause (0: until resumed), jump (signed), delay, slow (0: no more)
	Rate  float64       // drift: the lane's seconds per second of lab time
	Mode  string        // crash: "lose-data"; cut: "requests" or "replies"; else ""
	On    bool          // fencing
	Value string        // write: what; command: the server's command
}
