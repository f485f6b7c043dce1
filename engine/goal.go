package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Goal is what Run runs to: one of Goals, or any kind of event.
type Goal string

// The goals that have a name of their own.
const (
	ToAcquired  Goal = "acquired"  // a client took the lock
	ToExpired   Goal = "expired"   // a lock ended by its own clock
	ToWrite     Goal = "write"     // the store accepted or refused a write
	ToViolation Goal = "violation" // a property became violated
	ToEnd       Goal = "end"       // nothing more can happen
)

// Goals lists them in the order in which a page shows them.
var Goals = []Goal{ToAcquired, ToExpired, ToWrite, ToViolation, ToEnd}

// Check says what is allowed if there is no such goal.
func (g Goal) Check() error {
	if _, known := trace.Known(trace.Kind(g)); known || slices.Contains(Goals, g) {
		return nil
	}
	return fmt.Errorf("cannot run to %q; allowed: %s, or a kind of event: %s", string(g), commas(Goals), commas(kinds()))
}

func kinds() (all []trace.Kind) {
	for _, d := range trace.Registry {
		all = append(all, d.Kind)
	}
	return all
}

func commas[T ~string](words []T) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = string(w)
	}
	return strings.Join(texts, ", ")
}

// Run steps until what it runs to has happened, at least once more than now.
// ErrEnded says that the lab ended before; for ToEnd that is success.
func (l *Lab) Run(to Goal) error { return l.RunOn("", to) }

// RunOn is Run for what happens on one lane; "" stands for any.
func (l *Lab) RunOn(lane string, to Goal) error {
	if err := to.Check(); err != nil {
		return err
	}
	if err := l.checkLane(lane, to); err != nil {
		return err
	}
	for {
		before := l.Head().Seq
		if err := l.Step(); err != nil {
			return to.missed(lane, err)
		}
		if l.reached(to, lane, before) {
			return nil
		}
	}
}

// missed says of a lab that has ended what did not come before it did.
func (g Goal) missed(lane string, err error) error {
	switch {
	case !errors.Is(err, ErrEnded):
		return err
	case g == ToEnd:
		return nil
	case lane != "":
		return fmt.Errorf("no %q came on %s, and %w", string(g), lane, err)
	}
	return fmt.Errorf("no %q came, and %w", string(g), err)
}

// checkLane says what is allowed if to cannot happen on the lane: running there
// would run to the end.
func (l *Lab) checkLane(lane string, to Goal) error {
	if lane == "" {
		return nil
	}
	group, err := l.groupOf(lane)
	if err != nil {
		return err
	}
	at, one := to.group()
	switch {
	case !one:
		return fmt.Errorf("%q is of the whole lab, and not of one lane; leave the lane out", string(to))
	case group == trace.AnyLane && to != Goal(trace.Action{}.Kind()):
		return fmt.Errorf("%q cannot happen on %s: only actions are recorded there", string(to), lane)
	case group != trace.AnyLane && at != trace.AnyLane && at != group:
		return fmt.Errorf("%q cannot happen on %s: it happens on the lane of a %s", string(to), lane, at)
	}
	return nil
}

func (l *Lab) groupOf(lane string) (trace.Group, error) {
	names := []string{}
	for _, row := range l.sc.Lanes() {
		if row.Name == lane {
			return row.Group, nil
		}
		names = append(names, row.Name)
	}
	if lane == scenario.LabLane {
		return trace.AnyLane, nil
	}
	return "", fmt.Errorf("there is no lane %q; allowed: %s, %s", lane, strings.Join(names, ", "), scenario.LabLane)
}

// group is where the goal's events happen; false if they are not of one lane.
func (g Goal) group() (trace.Group, bool) {
	switch g {
	case ToExpired:
		return trace.Servers, true
	case ToWrite:
		return trace.Resource, true
	case ToViolation, ToEnd:
		return "", false
	}
	d, _ := trace.Known(trace.Kind(g))
	return d.Group, true
}

// reached reports whether to has happened after event seq.
func (l *Lab) reached(to Goal, lane string, seq int) bool {
	switch to {
	case ToViolation:
		return l.world.broke
	case ToEnd:
		return false
	}
	return slices.ContainsFunc(l.Events(seq), func(e trace.Event) bool {
		return (lane == "" || e.Lane == lane) && to.is(e.Body)
	})
}

// is reports whether an event is what is run to.
func (g Goal) is(body trace.Body) bool {
	switch g {
	case ToExpired:
		gone, ok := body.(trace.KeyGone)
		return ok && gone.Why == trace.Expired
	case ToWrite:
		kind := body.Kind()
		return kind == trace.Accepted{}.Kind() || kind == trace.Rejected{}.Kind()
	}
	return body.Kind() == trace.Kind(g)
}
