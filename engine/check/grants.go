package check

import (
	"slices"

	"github.com/lockviz/lockviz/engine/trace"
)

// executions remembers when each request was first carried out on a server: of
// it and its copies, the client counts the first that it hears of.
type executions struct {
	first    map[int]trace.Event
	original map[int]int // copy → the request that it repeats
}

func newExecutions() executions { return executions{map[int]trace.Event{}, map[int]int{}} }

func (x executions) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.Sent:
		if !b.Reply && b.Of != 0 {
			x.original[b.Msg] = b.Of
		}
	case trace.Executed:
		msg := x.request(b.Msg)
		if _, again := x.first[msg]; !again {
			x.first[msg] = e
		}
	}
}

// request is the message itself, or what it is a copy of.
func (x executions) request(msg int) int {
	if first, copied := x.original[msg]; copied {
		return first
	}
	return msg
}

// completed is the execution that made the grant: of the votes, the one that
// was the last needed. For a lock without servers it is the event itself.
func (x executions) completed(votes []int, needed int, learned trace.Event) trace.Event {
	var made []trace.Event
	for _, vote := range votes {
		if e, ok := x.first[vote]; ok {
			made = append(made, e)
		}
	}
	if len(made) == 0 {
		return learned
	}
	slices.SortFunc(made, func(a, b trace.Event) int { return a.Seq - b.Seq })
	if needed <= 0 || needed > len(made) {
		needed = len(made)
	}
	return made[needed-1]
}

// grants remembers under which grant each write was sent. Grants are ordered
// by the moment at which the service made them, which need not be the order in
// which the clients learned of them. A client that takes the lock when its key in
// the service's queue has gone was granted nothing: its belief is as old as the
// key was.
type grants struct {
	executed executions
	queued   map[string]queued // by client, its latest key in a queue
	current  map[string]grant  // by client, until it gives the lock back
	sent     map[int]grant     // by request
}

type queued struct {
	key  string
	made int // event that made it
	gone int // event with which it went; 0: it is there
}

type grant struct {
	made     int // event at which the service made it
	acquired int // event at which the client learned of it
}

func newGrants() grants {
	return grants{newExecutions(), map[string]queued{}, map[string]grant{}, map[int]grant{}}
}

// under is the grant under which a write was sent. Its copy may be sent when its
// writer has another grant, or none; it is under that of the first.
func (g *grants) under(msg int) (grant, bool) {
	at, ok := g.sent[g.executed.request(msg)]
	return at, ok
}

func (g *grants) see(e trace.Event) {
	g.executed.see(e)
	switch b := e.Body.(type) {
	case trace.KeySet:
		if own := g.queued[b.Owner]; b.Session != "" && (own.key != b.Key || own.gone != 0) {
			g.queued[b.Owner] = queued{key: b.Key, made: e.Seq}
		}
	case trace.KeyGone:
		if own := g.queued[b.Owner]; own.key == b.Key && own.gone == 0 {
			own.gone = e.Seq
			g.queued[b.Owner] = own
		}
	case trace.Acquired:
		g.current[e.Lane] = grant{g.made(e, b), e.Seq}
	case trace.Sent:
		if at, ok := g.current[e.Lane]; ok && !b.Reply && b.Of == 0 {
			g.sent[b.Msg] = at
		}
	case trace.Releasing, trace.Crashed:
		delete(g.current, e.Lane)
	}
}

// made is the event at which the service made a grant.
func (g *grants) made(e trace.Event, b trace.Acquired) int {
	made := g.executed.completed(b.Votes, b.Needed, e).Seq
	if own, ok := g.queued[e.Lane]; ok && own.gone != 0 && own.gone < made {
		return own.made
	}
	return made
}
