package lessons

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// The page decides by the same cases whether a goal is met.
func TestGoalMet(t *testing.T) {
	raw, err := os.ReadFile("testdata/goals.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Logs     map[string][]trace.Event
		Verdicts map[string]check.Verdicts
		Cases    []struct {
			Name, Log, Verdicts string
			Goal                Goal
			Met                 bool
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if got := c.Goal.Met(file.Logs[c.Log], file.Verdicts[c.Verdicts]); got != c.Met {
				t.Errorf("met: %v, want %v", got, c.Met)
			}
		})
	}
}

func TestConditionWords(t *testing.T) {
	a := &Sight{Lane: "A", Kind: "acquired"}
	for _, c := range []struct {
		Condition
		want string
	}{
		{Condition{Saw: a}, "A acquired"},
		{Condition{Saw: a, Count: 2}, "A acquired, 2 times"},
		{Condition{Saw: a, After: &Sight{Lane: "B", Kind: "released"}}, "A acquired, after B released"},
		{Condition{Verdict: "stale-write", Is: check.Violated}, "verdict stale-write: violated"},
		{Condition{Verdict: "fenced", Count: 2}, "verdict fenced: at least 2"},
	} {
		if got := c.words(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
