package engine

import (
	"errors"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/trace"
)

func last(l *Lab) trace.Event {
	events := l.Events(0)
	return events[len(events)-1]
}

// A lab runs to the next event of any kind, on any lane or on one.
func TestRunToAKindOfEvent(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	for _, c := range []struct {
		lane string
		to   Goal
		on   string
	}{
		{"", "key-set", "redis-1"}, {"A", "read", "A"}, {"B", "refused", "B"},
		{"redis-1", ToExpired, "redis-1"}, {"B", ToAcquired, "B"}, {"store", ToWrite, "store"},
		{"store", "accepted", "store"},
	} {
		seen := l.Head().Seq
		if err := l.RunOn(c.lane, c.to); err != nil {
			t.Fatalf("%s %s: %v\n%s", c.lane, c.to, err, trace.Text(l.Events(0)))
		}
		happened := false
		for _, e := range l.Events(seen) {
			happened = happened || e.Lane == c.on
		}
		if !happened {
			t.Errorf("%s %s: ran to %v", c.lane, c.to, last(l))
		}
	}
}

// What does not come is named, whether the lab has ended before or only now.
func TestRunToWhatDoesNotCome(t *testing.T) {
	l := open(t, pauseNobodySees(true))
	for _, c := range []struct {
		lane string
		to   Goal
		want string
	}{
		{"A", "crashed", `no "crashed" came on A, and the lab has ended`},
		{"", ToViolation, `no "violation" came, and the lab has ended`},
		{"", ToWrite, `no "write" came, and the lab has ended`},
		{"", ToEnd, ""},
	} {
		err := l.RunOn(c.lane, c.to)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrEnded) || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s on %q: %v, want %q", c.to, c.lane, err, c.want)
		}
	}
}

func TestRunSaysWhatIsAllowed(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	for _, c := range []struct {
		lane string
		to   Goal
		want string
	}{
		{"", "mars", `cannot run to "mars"; allowed: acquired, expired, write, violation, end, or a kind of event: action, started, step, acquired, `},
		{"", "", `cannot run to ""; allowed: acquired`},
		{"Z", "acquired", `there is no lane "Z"; allowed: A, B, redis-1, store, lab`},
		{"A", "key-gone", `"key-gone" cannot happen on A: it happens on the lane of a server`},
		{"redis-1", ToWrite, `"write" cannot happen on redis-1: it happens on the lane of a store`},
		{"lab", "crashed", `"crashed" cannot happen on lab: only actions are recorded there`},
		{"A", ToEnd, `"end" is of the whole lab, and not of one lane; leave the lane out`},
	} {
		err := l.RunOn(c.lane, c.to)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q on %q: %v, want %s…", c.to, c.lane, err, c.want)
		}
		if l.Head().Seq != 0 {
			t.Fatalf("%q on %q ran all the same", c.to, c.lane)
		}
	}
}

// Whoever acts without an end, a stranger with a benchmark for example, meets
// the limit too.
func TestActionsCountAgainstTheLimit(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	for l.Head().Seq < Usual.Events {
		must(t, l.Act(l.Head().Seq, `command redis-1 "GET k"`))
	}
	if err := l.Act(l.Head().Seq, "pause A 5s"); err == nil || !strings.Contains(err.Error(), "its limit of 20000 events") {
		t.Errorf("%v", err)
	}
	must(t, l.Reset())
	must(t, l.Step())
}
