package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// twoBelievers: a client believes from "acquired" until it gives the lock back,
// learns that it lost it, ends or dies. A pause changes nothing about belief.
type twoBelievers struct {
	believing []trace.Event // the acquired events of those who believe now
	acquired  int
	last      int
	first     *Verdict // the first overlap
}

func (p *twoBelievers) see(e trace.Event) {
	switch e.Body.(type) {
	case trace.Acquired:
		p.drop(e.Lane)
		p.acquired++
		p.last = e.Seq
		if p.first == nil && len(p.believing) > 0 {
			p.overlap(p.believing[0], e)
		}
		p.believing = append(p.believing, e)
	case trace.Releasing, trace.LostLock, trace.Crashed, trace.Finished:
		p.drop(e.Lane)
	}
}

func (p *twoBelievers) overlap(a, b trace.Event) {
	v := violated(fmt.Sprintf("%s believed that it held the lock when %s came to believe it too.", a.Lane, b.Lane), a.Seq, b.Seq)
	p.first = &v
}

func (p *twoBelievers) drop(lane string) {
	kept := p.believing[:0]
	for _, e := range p.believing {
		if e.Lane != lane {
			kept = append(kept, e)
		}
	}
	p.believing = kept
}

func (p *twoBelievers) verdict() Verdict {
	switch {
	case p.first != nil:
		return *p.first
	case p.acquired < 2:
		return notExercised("Fewer than two grants so far.")
	}
	return holds("Each client had stopped believing before the next began to.", p.last)
}

// mutualExclusion: a grant is the service's promise, from the moment at which
// the command that made it was executed until the end of the lease it named.
// The promise ends early when its holder gives the lock back, and in no other
// way: a lease that the service ends early and grants anew is a broken promise.
type mutualExclusion struct {
	executed map[int]trace.Event // request → its execution
	promises []promise
	first    *Verdict
}

type promise struct {
	holder   string
	acquired int
	from     trace.Event // the execution that completed the grant
	until    trace.Time
}

func (p *mutualExclusion) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.Executed:
		if p.executed == nil {
			p.executed = map[int]trace.Event{}
		}
		p.executed[b.Msg] = e
	case trace.Acquired:
		p.grant(e, b)
	case trace.Releasing:
		for i := range p.promises {
			if q := &p.promises[i]; q.holder == e.Lane {
				q.until = min(q.until, e.At)
			}
		}
	}
}

func (p *mutualExclusion) grant(e trace.Event, b trace.Acquired) {
	next := promise{holder: e.Lane, acquired: e.Seq, from: e, until: b.Until}
	for _, vote := range b.Votes {
		if x, ok := p.executed[vote]; ok && (next.from.Seq == e.Seq || x.Seq > next.from.Seq) {
			next.from = x
		}
	}
	for _, q := range p.promises {
		if p.first == nil && q.holder != next.holder && overlap(q, next) {
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
	v := violated(fmt.Sprintf("The service granted the lock to %s while its promise to %s still ran.", b.holder, a.holder),
		a.from.Seq, a.acquired, b.from.Seq, b.acquired)
	p.first = &v
}

func overlap(a, b promise) bool { return a.from.At < b.until && b.from.At < a.until }

func (p *mutualExclusion) verdict() Verdict {
	switch {
	case p.first != nil:
		return *p.first
	case len(p.promises) < 2:
		return notExercised("Fewer than two grants so far.")
	}
	return holds("Each grant was made after the one before had ended by the service's own rule.", p.promises[len(p.promises)-1].from.Seq)
}
