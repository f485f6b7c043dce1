package engine

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// pauseNobodySees is the scenario of design §4, in code.
func pauseNobodySees(fencing bool) scenario.Scenario {
	steps := []scenario.Step{{Verb: scenario.Acquire}, {Verb: scenario.Read}, {Verb: scenario.Work, For: 2 * time.Second}, {Verb: scenario.Write}, {Verb: scenario.Release}}
	return scenario.Scenario{
		Title: "The pause nobody sees", Seed: 7,
		Lock: scenario.Lock{
			Kind: scenario.Redis, Name: "job:4471", TTL: 10 * time.Second,
			Retry: scenario.Span{Min: time.Second, Max: 2 * time.Second}, Timeout: ms(500),
		},
		Store:   scenario.Store{Object: "file", Fencing: fencing},
		Network: scenario.Network{Delay: scenario.Span{Min: ms(1), Max: ms(4)}},
		Clients: []scenario.Client{{Name: "A", Steps: steps}, {Name: "B", Start: 3 * time.Second, Steps: steps}},
		Script: []scenario.Cue{{
			When: scenario.Trigger{Lane: "A", Kind: "read", N: 1},
			Do:   scenario.Action{Verb: scenario.Pause, Lane: "A", For: 15 * time.Second},
		}},
	}
}

func open(t testing.TB, sc scenario.Scenario) *Lab {
	t.Helper()
	l, err := Open(sc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

func runToEnd(t testing.TB, l *Lab) {
	t.Helper()
	if err := l.Run(ToEnd); err != nil {
		t.Fatalf("%v\n%s", err, trace.Text(l.Events(0)))
	}
}

func TestThePauseNobodySees(t *testing.T) {
	for _, c := range []struct {
		fencing bool
		want    map[string]check.Status
	}{
		{false, map[string]check.Status{"two-believers": check.Violated, "stale-write": check.Violated, "mutual-exclusion": check.Holds, "fenced": check.NotExercised, "foreign-release": check.Holds}},
		{true, map[string]check.Status{"two-believers": check.Violated, "stale-write": check.Holds, "mutual-exclusion": check.Holds, "fenced": check.Holds, "foreign-release": check.Holds}},
	} {
		l := open(t, pauseNobodySees(c.fencing))
		runToEnd(t, l)
		for name, want := range c.want {
			if got := l.Verdicts()[name]; got.Status != want {
				t.Errorf("fencing %v: %s is %s (%s), want %s\n%s", c.fencing, name, got.Status, got.Text, want, trace.Text(l.Events(0)))
			}
		}
	}
}
