package check

import (
	"slices"

	"github.com/lockviz/lockviz/engine/trace"
)

// executions remembers when each request was carried out on a server.
type executions map[int]trace.Event

func (x executions) see(e trace.Event) {
	if b, ok := e.Body.(trace.Executed); ok {
		if _, again := x[b.Msg]; !again { // of a duplicate, the first counts
			x[b.Msg] = e
		}
	}
}

// completed is the execution that made the grant: of the votes, the one that
// was the last needed. For a lock without servers it is the event itself.
func (x executions) completed(votes []int, needed int, learned trace.Event) trace.Event {
	var made []trace.Event
	for _, vote := range votes {
		if e, ok := x[vote]; ok {
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
// which the clients learned of them.
type grants struct {
	executed executions
	current  map[string]grant // by client, until it gives the lock back
	sent     map[int]grant    // by write request
	shown    map[pass]grant   // by the token that a write shows
}

type grant struct {
	made     int // event at which the service made it
	acquired int // event at which the client learned of it
	token    int64
}

type pass struct {
	client string
	token  int64
}

func newGrants() grants {
	return grants{executions{}, map[string]grant{}, map[int]grant{}, map[pass]grant{}}
}

// under is the grant under which a write was sent. The copy of an old message
// is sent when its writer may have another grant, or none: its token tells.
func (g *grants) under(msg int, writer string, token int64) (grant, bool) {
	if at, ok := g.sent[msg]; ok && at.token == token {
		return at, true
	}
	at, ok := g.shown[pass{writer, token}]
	return at, ok && token != 0
}

func (g *grants) see(e trace.Event) {
	g.executed.see(e)
	switch b := e.Body.(type) {
	case trace.Acquired:
		at := grant{g.executed.completed(b.Votes, b.Needed, e).Seq, e.Seq, b.Token}
		g.current[e.Lane] = at
		g.shown[pass{e.Lane, b.Token}] = at
	case trace.Sent:
		if at, ok := g.current[e.Lane]; ok && !b.Reply {
			g.sent[b.Msg] = at
		}
	case trace.Releasing, trace.Crashed:
		delete(g.current, e.Lane)
	}
}
