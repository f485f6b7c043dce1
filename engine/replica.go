package engine

import (
	"fmt"
	"strconv"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// Replication is ours: miniredis has none. A change that a command made on the
// primary travels to the replica as a message, after a lag, in order, and is
// carried out there on a live node. As with Redis, the primary answers before
// (Redis docs, "Replication": asynchronous by default).

// replication is the stream of changes from one primary to its replica.
type replication struct {
	w      *world
	lag    *sim.Stream
	last   trace.Time // when the latest change arrives: changes do not overtake
	sent   int        // changes sent
	copied int        // the latest change carried out, counted from 1
	waits  []waiting
}

// waiting is a WAIT that has not been answered.
type waiting struct {
	msg   int
	upTo  int // changes that must be copied
	reply func(copied int64)
}

// change is one change on its way, as a command for the replica.
type change struct {
	stream  *replication
	n       int // counts the changes of one stream, from 1
	command []string
	owner   string // the client whose command made it
	why     string // of a key that is gone: trace.Deleted, Expired or Lost
}

// primary is the lane that clients of a single lock key turn to.
func (w *world) primary() string { return w.redis[w.leading].at.Name }

// replica is the other node of a pair; nil when there is none.
func (w *world) replica() *redisServer {
	if w.sc.Lock.Kind != scenario.RedisReplica {
		return nil
	}
	return w.redis[1-w.leading]
}

// replicate sends what a command changed on to the replica.
func (w *world) replicate(from *redisServer, before, after map[string]nodeKey, owner string) {
	if !w.leads(from) {
		return
	}
	for _, key := range from.keys() {
		if before[key] != after[key] {
			w.stream.send(change{command: copyCommand(key, after[key]), owner: owner, why: trace.Deleted})
		}
	}
}

// expired tells the replica that the lock's key has expired on the primary: a
// replica does not decide that by itself.
func (w *world) expired(from *redisServer) {
	if w.leads(from) {
		w.stream.send(change{command: copyCommand(from.key, nodeKey{}), why: trace.Expired})
	}
}

// leads reports whether s is the primary of a pair.
func (w *world) leads(s *redisServer) bool { return w.replica() != nil && w.redis[w.leading] == s }

// copyCommand is the command that makes key on the replica what it is on the
// primary. Times are absolute, as in Redis' own stream.
func copyCommand(key string, k nodeKey) []string {
	switch {
	case !k.exists:
		return []string{"DEL", key}
	case k.expires.IsZero():
		return []string{"SET", key, k.value}
	}
	return []string{"SET", key, k.value, "PXAT", strconv.FormatInt(k.expires.UnixMilli(), 10)}
}

func (r *replication) send(c change) {
	lag := r.w.sc.Lock.Lag
	r.last = max(r.last, r.w.k.Now().Add(r.lag.Between(lag.Min, lag.Max)))
	r.sent++
	c.stream, c.n = r, r.sent
	r.w.net.Tell(r.w.primary(), r.w.replica().at.Name, sim.Payload{Value: c, Text: "replicate " + trace.Line(c.command)}, r.last)
}

// replicated carries out the next change of the stream. When one is missing, the
// replica asks for everything anew, as Redis' does when its link to the primary
// broke.
func (s *redisServer) replicated(from string, msg int, c change) {
	r := s.w.stream
	switch {
	case c.stream != r:
		s.w.k.Emit(s.at.Name, trace.Dropped{Msg: msg, From: from, Why: from + " is not the primary any more"})
	case c.n <= r.copied:
		s.w.k.Emit(s.at.Name, trace.Dropped{Msg: msg, From: from, Why: s.at.Name + " has it already"})
	case c.n > r.copied+1:
		s.w.k.Emit(s.at.Name, trace.Dropped{Msg: msg, From: from, Why: "a change before it is missing"})
		s.w.synchronize()
	default:
		s.execute(from, msg, c.command)
		s.record(c.owner, c.why)
		r.has(c.n)
	}
}

// has notes that the replica has carried out the first n changes, and answers
// the WAITs that this was enough for.
func (r *replication) has(n int) {
	r.copied = n
	left := r.waits[:0]
	for _, w := range r.waits {
		if r.copied < w.upTo {
			left = append(left, w)
			continue
		}
		w.reply(1)
	}
	r.waits = left
}

// wait serves WAIT n ms: the number of replicas that have every change made so
// far, at once if enough have, at the latest after ms.
func (s *redisServer) wait(from string, msg int, command []string) sim.Payload {
	r := s.w.stream
	if r.copied >= r.sent && s.w.replica().at.State() != sim.Down {
		return s.executed(from, msg, command, int64(1))
	}
	r.waits = append(r.waits, waiting{msg, r.sent, func(copied int64) {
		s.look()
		s.w.net.Answer(msg, s.executed(from, msg, command, copied))
	}})
	if patience := waitTime(command); patience > 0 { // 0: for ever
		s.at.At(s.w.k.Now().Add(patience), func() { r.giveUp(msg) })
	}
	return sim.Payload{Value: sim.Later}
}

func waitTime(command []string) time.Duration {
	if len(command) < 3 {
		return 0
	}
	n, _ := strconv.Atoi(command[2])
	return time.Duration(n) * time.Millisecond
}

// giveUp answers a WAIT whose time is over.
func (r *replication) giveUp(msg int) {
	for i, w := range r.waits {
		if w.msg == msg {
			r.waits = append(r.waits[:i:i], r.waits[i+1:]...)
			w.reply(0)
			return
		}
	}
}

// failover makes the replica the primary, with what it has copied so far. What
// was on its way is lost.
func (w *world) failover(scenario.Action) (func(), error) {
	old, next := w.redis[w.leading], w.replica()
	if next.at.State() == sim.Down {
		return nil, fmt.Errorf("%s is down and cannot become the primary; restart it first", next.at.Name)
	}
	return func() {
		if old.at.State() != sim.Down {
			old.crash(false)
		}
		w.net.DropBetween(old.at.Name, next.at.Name, old.at.Name+" failed before it was copied")
		w.leading = 1 - w.leading
		w.stream = w.newReplication()
		w.k.Emit(next.at.Name, trace.Promoted{From: old.at.Name})
	}, nil
}

func (w *world) newReplication() *replication {
	return &replication{w: w, lag: w.k.Stream(fmt.Sprintf("lag from %s", w.primary()))}
}

// synchronize makes the replica what the primary is now, in full, when one of
// them has come up again or a change was lost. A primary that lost its data empties its replica
// (Redis docs, "Safety of replication when master has persistence turned off").
func (w *world) synchronize() {
	primary, replica := w.redis[w.leading], w.replica()
	if replica == nil || primary.at.State() == sim.Down || replica.at.State() == sim.Down {
		return
	}
	w.net.DropBetween(primary.at.Name, replica.at.Name, replica.at.Name+" is synchronized in full")
	primary.look()
	replica.look()
	r := w.stream
	r.last = w.k.Now()
	before := r.sent
	r.copied = before // what was on its way is part of what is sent now
	for _, key := range primary.keys() {
		if now := primary.nodeKey(key); now != replica.nodeKey(key) {
			r.send(change{command: copyCommand(key, now), owner: primary.known.owner, why: trace.Lost})
		}
	}
	if r.sent == before {
		r.has(r.sent)
	}
}
