package check

import (
	"cmp"
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// mutualExclusion: a grant is the service's promise, from the moment at which
// the command that made it was executed until the end of the lease it named.
// An extension is a further promise. A promise ends early when its holder gives
// the lock back, and in no other way: a lease that the service ends early and
// grants anew is a broken promise. To a service with sessions, a session is the
// holder, however many clients use it.
type mutualExclusion struct {
	executed executions
	promises []promise
	granted  map[string]bool // clients
	sessions map[string]bool // and what they hold it by
	first    *Verdict
}

type promise struct {
	holder  string
	session string
	learned int         // event at which the holder learned of it
	from    trace.Event // the execution that completed it
	until   trace.Time
}

func newMutualExclusion() *mutualExclusion {
	return &mutualExclusion{executed: newExecutions(), granted: map[string]bool{}, sessions: map[string]bool{}}
}

func (p *mutualExclusion) see(e trace.Event) {
	p.executed.see(e)
	switch b := e.Body.(type) {
	case trace.Acquired:
		p.granted[e.Lane] = true
		p.sessions[cmp.Or(b.Session, e.Lane)] = true
		p.promise(promise{e.Lane, b.Session, e.Seq, p.executed.completed(b.Votes, b.Needed, e), b.Until})
	case trace.Extended:
		p.promise(promise{e.Lane, p.sessionOf(e.Lane), e.Seq, p.executed.completed(b.Votes, 0, e), b.Until})
	case trace.Releasing:
		for i := range p.promises {
			if q := &p.promises[i]; q.holder == e.Lane {
				q.until = min(q.until, e.At)
			}
		}
	}
}

func (p *mutualExclusion) promise(next promise) {
	if next.until == 0 {
		return // a mutex: no service promised anything
	}
	for _, q := range p.promises {
		if p.first == nil && q.other(next) && q.overlaps(next) {
			p.broken(q, next)
		}
	}
	p.promises = append(p.promises, next)
}

// broken records two promises that overlap; the order in which their holders
// learned of them need not be that in which they were made.
func (p *mutualExclusion) broken(a, b promise) {
	if b.from.Seq < a.from.Seq {
		a, b = b, a
	}
	v := violated(fmt.Sprintf("The service promised the lock to %s while its promise to %s still ran.", b.holder, a.holder),
		a.from.Seq, a.learned, b.from.Seq, b.learned)
	p.first = &v
}

// sessionOf is the session of a client's latest promise: an extension is of the same.
func (p *mutualExclusion) sessionOf(holder string) (session string) {
	for _, q := range p.promises {
		if q.holder == holder {
			session = q.session
		}
	}
	return session
}

// other reports whether two promises were made to two holders.
func (q promise) other(next promise) bool {
	return q.holder != next.holder && (q.session == "" || q.session != next.session)
}

func (q promise) overlaps(next promise) bool { return q.from.At < next.until && next.from.At < q.until }

func (p *mutualExclusion) verdict() Verdict {
	switch {
	case p.first != nil:
		return *p.first
	case len(p.granted) > 0 && len(p.promises) == 0:
		return notExercised("There is no lock service: each process has a mutex of its own.")
	case len(p.granted) < 2:
		return notExercised("Fewer than two clients have been granted the lock.")
	case len(p.sessions) < 2:
		return notExercised("To the service the clients are one holder: they use one session.")
	}
	return holds("Each grant was made after the one before had ended by the service's own rule.", p.promises[len(p.promises)-1].from.Seq)
}
