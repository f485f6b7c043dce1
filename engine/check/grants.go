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
	current  map[string]grant // by client
	sent     map[int]grant    // by write request
}

type grant struct {
	made     int // event at which the service made it
	acquired int // event at which the client learned of it
}

func newGrants() grants {
	return grants{executions{}, map[string]grant{}, map[int]grant{}}
}

func (g *grants) see(e trace.Event) {
	g.executed.see(e)
	switch b := e.Body.(type) {
	case trace.Acquired:
		g.current[e.Lane] = grant{g.executed.completed(b.Votes, b.Needed, e).Seq, e.Seq}
	case trace.Sent:
		if under, ok := g.current[e.Lane]; ok && !b.Reply {
			g.sent[b.Msg] = under
		}
	case trace.Crashed:
		delete(g.current, e.Lane)
	}
}
