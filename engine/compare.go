package engine

import (
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// Side is one of two branches that are compared.
type Side struct {
	Branch   string         `json:"branch"`
	Event    *trace.Event   `json:"event"` // the first that the other does not have; nil if it has them all
	Verdicts check.Verdicts `json:"verdicts"`
}

// Comparison is how two branches differ.
type Comparison struct {
	Same  int     `json:"same"` // both begin with this many equal events
	Sides [2]Side `json:"sides"`
}

// Compare runs two branches and tells where they part and what came of each.
// The branch that was open is open afterwards.
func (l *Lab) Compare(a, b string) (Comparison, error) {
	for _, id := range []string{a, b} {
		if _, err := l.find(id); err != nil {
			return Comparison{}, err
		}
	}
	open, opened := l.open, l.opened
	var runs [2]run
	for i, id := range []string{a, b} {
		r, err := l.rerun(id)
		if err != nil {
			return Comparison{}, l.backTo(open, err)
		}
		runs[i] = r
	}
	if err := l.OpenBranch(open.id); err != nil {
		return Comparison{}, err
	}
	l.opened = opened // the log is what it was
	return compare(runs), nil
}

// run is what remains of a branch that is not open any more.
type run struct {
	id       string
	events   []trace.Event
	verdicts check.Verdicts
}

func (l *Lab) rerun(id string) (run, error) {
	if err := l.OpenBranch(id); err != nil {
		return run{}, err
	}
	return run{id, l.Events(0), l.Verdicts()}, nil
}

func compare(runs [2]run) Comparison {
	c := Comparison{Same: common(runs[0].events, runs[1].events)}
	for i, r := range runs {
		c.Sides[i] = Side{Branch: r.id, Verdicts: r.verdicts}
		if c.Same < len(r.events) {
			c.Sides[i].Event = &r.events[c.Same]
		}
	}
	return c
}

// common is how many events two runs have in common, by their text form.
func common(a, b []trace.Event) int {
	n := min(len(a), len(b))
	for i := range n {
		if trace.Text(a[i:i+1]) != trace.Text(b[i:i+1]) {
			return i
		}
	}
	return n
}
