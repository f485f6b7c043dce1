package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// twoBelievers: a client believes from "acquired" until it gives the lock back,
// learns that it lost it, ends or dies. A pause changes nothing about belief.
type twoBelievers struct {
	believing []trace.Event // the acquired events of those who believe now
	believers map[string]bool
	last      int
	first     *Verdict // the first overlap
}

func newTwoBelievers() *twoBelievers { return &twoBelievers{believers: map[string]bool{}} }

func (p *twoBelievers) see(e trace.Event) {
	switch e.Body.(type) {
	case trace.Acquired:
		p.drop(e.Lane)
		p.believers[e.Lane] = true
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
	case len(p.believers) < 2:
		return notExercised("Fewer than two clients have believed that they hold the lock.")
	}
	return holds("Each client had stopped believing before the next began to.", p.last)
}
