package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

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
		under, ok := p.under(b.Msg)
		if ok && under.made < p.newest.made && p.fenced == nil {
			v := holds(fmt.Sprintf("%s's write came from an older grant than %s's, and the store refused it.", b.Writer, p.newest.by),
				under.acquired, p.newest.event, e.Seq)
			p.fenced = &v
		}
	}
}

func (p *staleWrite) accepted(e trace.Event, b trace.Accepted) {
	under, ok := p.under(b.Msg)
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
		if under, ok := p.under(b.Msg); ok {
			p.newest = max(p.newest, under.made)
		}
	case trace.Rejected:
		p.refused = append(p.refused, e.Seq)
		if under, ok := p.under(b.Msg); ok && under.made >= p.newest && p.wrong == nil {
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

// lostUpdate: an accepted write overwrote a version that its writer had not
// read and had not written itself.
type lostUpdate struct {
	writes []trace.Event // the accepted ones: version n is made by the n-th
	first  *Verdict
	count  int
}

func (p *lostUpdate) see(e trace.Event) {
	b, ok := e.Body.(trace.Accepted)
	if !ok {
		return
	}
	if lost, of := p.unseen(b); lost != 0 {
		p.count++
		if p.first == nil {
			v := violated(fmt.Sprintf("%s overwrote version %d, by %s, which it had not read.", b.Writer, lost, of.Body.(trace.Accepted).Writer), of.Seq, e.Seq)
			p.first = &v
		}
	}
	p.writes = append(p.writes, e)
}

// unseen is the version that a write replaced, if another made it after what
// the writer had read; 0 if not.
func (p *lostUpdate) unseen(b trace.Accepted) (version int, made trace.Event) {
	n := min(b.Version-1, len(p.writes))
	if n <= b.ReadVersion || p.writes[n-1].Body.(trace.Accepted).Writer == b.Writer {
		return 0, trace.Event{}
	}
	return n, p.writes[n-1]
}

func (p *lostUpdate) verdict() Verdict {
	switch {
	case p.first != nil:
		v := *p.first
		v.Count = p.count
		return v
	case len(p.writes) < 2:
		return notExercised("Fewer than two writes have been accepted.")
	}
	return holds("Each accepted write was based on what the others had written before.", p.writes[len(p.writes)-1].Seq)
}
