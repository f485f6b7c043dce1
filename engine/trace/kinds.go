package trace

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Group says on which sort of lane a kind of event can happen.
type Group string

// The groups of the figure, top to bottom.
const (
	Clients  Group = "client"
	Servers  Group = "server"
	Resource Group = "store"
	AnyLane  Group = "any"
)

// Decl declares one kind of event.
type Decl struct {
	Kind   Kind
	Group  Group
	Doc    string // one sentence
	Sample Body   // a filled-in payload: the fixture of the codec tests, in Go and in JavaScript
	decode func(json.RawMessage) (Body, error)
}

// declare ties a payload type to its documentation. The sample's type is the
// payload's type.
func declare[B Body](group Group, doc string, sample B) Decl {
	return Decl{
		Kind: sample.Kind(), Group: group, Doc: doc, Sample: sample,
		decode: func(raw json.RawMessage) (Body, error) {
			var b B
			err := json.Unmarshal(raw, &b)
			return b, err
		},
	}
}

var byKind = func() map[Kind]Decl {
	m := map[Kind]Decl{}
	for _, d := range Registry {
		if _, twice := m[d.Kind]; twice {
			panic("trace: kind declared twice: " + string(d.Kind))
		}
		m[d.Kind] = d
	}
	return m
}()

// Known reports whether kind is declared, and how.
func Known(kind Kind) (Decl, bool) { d, ok := byKind[kind]; return d, ok }

// Registry lists every kind of event, in the order of docs/events.md.
var Registry = []Decl{
	declare(AnyLane, "A person or the scenario's script did something to the lab.", Action{Text: "pause A 15s", By: "script"}),

	declare(Clients, "The client's program began.", Started{}),
	declare(Clients, "The client began a step of its program.", Step{Index: 1, Step: "acquire"}),
	declare(Clients, "The client took the lock: from here on it believes that it holds it.", Acquired{Lock: "job:4471", Token: 34, Until: 10_002_000_000, Votes: []int{1}, Needed: 1}),
	declare(Clients, "One of several servers answered the client, or did not.", Vote{Node: "redis-3", Yes: true, Answer: "done"}),
	declare(Clients, "The client counted the votes and looked at its clock.", Counted{Lock: "job:4471", Yes: 3, Needed: 3, Of: 5, Elapsed: 12 * time.Millisecond, Drift: 102 * time.Millisecond, Validity: 9_886 * time.Millisecond, Held: true}),
	declare(Clients, "The service promised the client the lock for longer.", Extended{Lock: "job:4471", Until: 15_000_000_000, Votes: []int{7}}),
	declare(Clients, "By its own clock, the client's lock was good for a while yet.", Checked{Lock: "job:4471", Left: 1200 * time.Millisecond}),
	declare(Clients, "The lock was taken by another; the client does not hold it.", Refused{Lock: "job:4471", Why: "the key exists"}),
	declare(Clients, "The client waits before it tries again.", Waiting{For: 120 * time.Millisecond, Why: "lock taken", Behind: "lock/job:4471/1"}),
	declare(Clients, "What the client waited for has happened, or may have: it looks again.", Woken{Lock: "job:4471", Why: "lock/job:4471/1 was deleted"}),
	declare(Clients, "The client lost touch with its session's server: it does not know whether the session lives.", Disconnected{From: "zookeeper-1", Why: "no answer for 6.666s"}),
	declare(Clients, "The client is in touch with its session's server again: the session lives.", Reconnected{To: "zookeeper-1", Session: "session 0x1"}),
	declare(Clients, "The client learned that it no longer holds the lock.", LostLock{Lock: "job:4471", Why: "the key is gone"}),
	declare(Clients, "The client gives the lock back: from here on it does not believe that it holds it.", Releasing{Lock: "job:4471"}),
	declare(Clients, "The client learned what its release removed.", Released{Lock: "job:4471", Removed: true}),
	declare(Clients, "The client read the object from the store.", Read{Object: "file", Version: 3, Value: "v3"}),
	declare(Clients, "The client did its own work, which is where a pause hurts.", Worked{For: 2 * time.Second}),
	declare(Clients, "The client learned what became of its write.", Wrote{Object: "file", Token: 34, Accepted: true, Version: 4, Value: "A.1"}),
	declare(Clients, "A step did not succeed; the client goes on to its release, if it has one.", Failed{Step: "acquire", Why: "no reply from redis-1 within 500 ms", MayHaveHappened: true}),
	declare(Clients, "The client's program reached its end.", Finished{}),

	declare(Clients, "The client stopped running (GC, page fault, VM move, SIGSTOP): its clock goes on, it does not.", Paused{For: 15 * time.Second}),
	declare(Clients, "The client runs again; what waited for it is handled now, in order.", Resumed{}),
	declare(AnyLane, "The process died; a server's data stays or is lost.", Crashed{DataLost: false}),
	declare(AnyLane, "The process was started again.", Restarted{}),
	declare(AnyLane, "The lane's own clock was stepped, or runs at another rate from now on.", Clock{Offset: 12 * time.Second, Rate: 1}),

	declare(Servers, "Clients turn to this server now, in place of another.", Promoted{From: "redis-2"}),
	declare(Servers, "The server's answers take longer, or as long as ever, from now on.", Slowed{By: 200 * time.Millisecond}),

	declare(AnyLane, "A message left this lane.", Sent{Msg: 1, To: "redis-1", Text: "SET lock:job:4471 7f3a NX PX 10000"}),
	declare(AnyLane, "A message reached this lane but waits, because the lane is paused.", Arrived{Msg: 2, From: "redis-1"}),
	declare(AnyLane, "A message was taken in on this lane.", Received{Msg: 2, From: "redis-1", Text: "OK", Reply: true}),
	declare(AnyLane, "A message on its way to this lane was lost.", Dropped{Msg: 2, From: "redis-1", Why: "the cable A–redis-1 is cut"}),
	declare(AnyLane, "A message on its way to this lane is held back until it is delivered or dropped.", Held{Msg: 2, From: "A"}),
	declare(Clients, "The client stopped waiting for a reply: the request may have been carried out all the same.", TimedOut{Msg: 1, To: "redis-1", After: 500 * time.Millisecond}),

	declare(Servers, "The live server carried out a command, and this was its reply.", Executed{Msg: 1, From: "A", Command: []string{"SET", "lock:job:4471", "7f3a", "NX", "PX", "10000"}, Reply: "OK", Clock: 1_700_000_000_001, Addr: "127.0.0.1:40001", Raw: "LeaseKeepAlive lease=32698c1f2a3b4c05", RawReply: "lease=32698c1f2a3b4c05 ttl=10"}),
	declare(Servers, "The lock's key came to be, or changed, on this server.", KeySet{Key: "lock:job:4471", Value: "7f3a", Owner: "A", Until: 10_001_000_000, Order: 5, Session: "lease=1"}),
	declare(Servers, "The lock's key is gone from this server.", KeyGone{Key: "lock:job:4471", Owner: "A", By: "", Why: Expired}),
	declare(Servers, "A lease or session began: what hangs on it exists for as long as it is kept alive.", SessionOpened{Session: "lease=1", Owner: "A", For: 10 * time.Second}),
	declare(Servers, "A lease or session is over, and what hung on it is gone.", SessionEnded{Session: "lease=1", Owner: "A", By: "A", Why: Deleted}),
	declare(Servers, "The server was asked to tell a client when a key changes.", WatchSet{Key: "lock/job:4471/1", Watcher: "B", For: "DELETE"}),
	declare(Servers, "What a watch was for has happened, and the server tells its client.", WatchFired{Key: "lock/job:4471/1", Watcher: "B", Event: "DELETE", Msg: 12}),

	declare(Resource, "The store was read.", Served{Msg: 5, Object: "file", Reader: "A", Version: 3, Value: "v3"}),
	declare(Resource, "The store took a write.", Accepted{Msg: 7, Object: "file", Writer: "A", Token: 34, Version: 4, Value: "A.1", ReadVersion: 3, Highest: 34}),
	declare(Resource, "The store refused a write, because it had seen a higher token.", Rejected{Msg: 9, Object: "file", Writer: "A", Token: 33, Value: "A.1", ReadVersion: 3, Highest: 34}),
	declare(Resource, "The store began, or stopped, to check fencing tokens.", Fencing{On: true}),
}

// A KeyGone or SessionEnded event has one of these reasons.
const (
	Expired = "expired" // its time ran out by the server's own clock
	Deleted = "deleted" // a command removed it
	Lost    = "lost"    // the server lost its data
)

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// Dur prints a duration without needless digits: "15s", "1.5s", "2ms".
func Dur(d time.Duration) string {
	s := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(s, zero) {
			s = s[:len(s)-len(zero)+1]
		}
	}
	return s
}

func token(n int64) string {
	if n == 0 {
		return "without a token"
	}
	return fmt.Sprintf("with token %d", n)
}
