package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// grants remembers under which grant each write was sent. Grants are ordered
// by the moment at which the service made them, which need not be the order in
// which the clients learned of them.
type grants struct {
	executed map[int]int      // request → event of its execution
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
	return grants{map[int]int{}, map[string]grant{}, map[int]grant{}, map[pass]grant{}}
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
	switch b := e.Body.(type) {
	case trace.Executed:
		g.executed[b.Msg] = e.Seq
	case trace.Acquired:
		made := 0
		for _, vote := range b.Votes {
			made = max(made, g.executed[vote])
		}
		if made == 0 {
			made = e.Seq
		}
		at := grant{made, e.Seq, b.Token}
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

// use is an accepted write and the grant that it was made under.
type use struct {
	grant
	event int
	by    string
}

// staleWrite: the store accepted a write from an older grant after a newer one
// had been used.
type staleWrite struct {
	grants
	newest use      // of the accepted writes, the one with the newest grant
	stale  *Verdict // the first stale write accepted
	fenced *Verdict // the first stale write refused
	count  int      // stale writes accepted
}

func newStaleWrite() *staleWrite { return &staleWrite{grants: newGrants()} }

func (p *staleWrite) see(e trace.Event) {
	p.grants.see(e)
	switch b := e.Body.(type) {
	case trace.Accepted:
		p.accepted(e, b)
	case trace.Rejected:
		under, ok := p.under(b.Msg, b.Writer, b.Token)
		if ok && under.made < p.newest.made && p.fenced == nil {
			v := holds(fmt.Sprintf("%s's write came from an older grant than %s's, and the store refused it.", b.Writer, p.newest.by),
				under.acquired, p.newest.event, e.Seq)
			p.fenced = &v
		}
	}
}

func (p *staleWrite) accepted(e trace.Event, b trace.Accepted) {
	under, ok := p.under(b.Msg, b.Writer, b.Token)
	switch {
	case !ok: // written without a lock
	case under.made >= p.newest.made:
		p.newest = use{under, e.Seq, b.Writer}
	default:
		p.count++
		if p.stale == nil {
			v := violated(fmt.Sprintf("The store accepted %s's write after %s had written under a newer grant.", b.Writer, p.newest.by),
				under.acquired, p.newest.acquired, p.newest.event, e.Seq)
			p.stale = &v
		}
	}
}

func (p *staleWrite) verdict() Verdict {
	switch {
	case p.stale != nil:
		v := *p.stale
		v.Count = p.count
		return v
	case p.fenced != nil:
		return *p.fenced
	}
	return notExercised("No write came from an older grant than one already used.")
}

// fenced counts the writes that the store refused. Refusing a write from the
// newest grant is wrong: tokens then ran backwards.
type fenced struct {
	grants
	newest  int // newest grant used in an accepted write
	refused []int
	wrong   *Verdict
}

func newFenced() *fenced { return &fenced{grants: newGrants()} }

func (p *fenced) see(e trace.Event) {
	p.grants.see(e)
	switch b := e.Body.(type) {
	case trace.Accepted:
		if under, ok := p.under(b.Msg, b.Writer, b.Token); ok {
			p.newest = max(p.newest, under.made)
		}
	case trace.Rejected:
		p.refused = append(p.refused, e.Seq)
		if under, ok := p.under(b.Msg, b.Writer, b.Token); ok && under.made >= p.newest && p.wrong == nil {
			v := violated(fmt.Sprintf("The store refused %s, whose grant was the newest: its token was lower than an older grant's.", b.Writer), under.acquired, e.Seq)
			p.wrong = &v
		}
	}
}

func (p *fenced) verdict() Verdict {
	v := notExercised("The store has refused no write.")
	switch {
	case p.wrong != nil:
		v = *p.wrong
	case len(p.refused) == 1:
		v = holds("The store refused 1 write for its token.", p.refused...)
	case len(p.refused) > 1:
		v = holds(fmt.Sprintf("The store refused %d writes for their tokens.", len(p.refused)), p.refused...)
	}
	v.Count = len(p.refused)
	return v
}
