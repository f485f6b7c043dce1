package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// byHand is a lab whose clients do nothing of their own.
func byHand(t *testing.T) *Lab {
	sc := pauseNobodySees(false)
	sc.Script = nil
	sc.Clients = []scenario.Client{{Name: "A"}, {Name: "B"}}
	return open(t, sc)
}

// A client that a person drives believes until it is told to release, as one
// with a program does.
func TestAClientDrivenByHandGoesOnToBelieve(t *testing.T) {
	l := byHand(t)
	act := func(text string) {
		must(t, l.Act(l.Head().Seq, text))
		must(t, l.Advance(time.Second))
	}
	act("acquire A")
	act("expire A")
	act("acquire B")
	act(`write B "b"`)
	act(`write A "a"`)
	act("release A")
	for name, want := range map[string]check.Status{"two-believers": check.Violated, "stale-write": check.Violated} {
		if v := l.Verdicts()[name]; v.Status != want {
			t.Errorf("%s is %s (%s), want %s\n%s", name, v.Status, v.Text, want, trace.Text(l.Events(0)))
		}
	}
}

// What is asked for by hand is outside of the program: it neither begins the
// program nor takes anything from it.
func TestAStepByHandLeavesTheProgramAlone(t *testing.T) {
	sc := pauseNobodySees(false)
	sc.Script = nil
	l := open(t, sc)
	must(t, l.Act(0, "release B")) // fails: it has no lock
	must(t, l.Act(l.Head().Seq, `write B "by hand"`))
	runToEnd(t, l)
	var steps []string
	for _, e := range l.Events(0) {
		if s, ok := e.Body.(trace.Step); ok && e.Lane == "B" {
			steps = append(steps, s.Step)
			if s.Step == "acquire" && e.At < trace.Time(3*time.Second) {
				t.Errorf("the program of B began at %v, before its time", e.At)
			}
		}
	}
	if got, want := strings.Join(steps, ", "), `release, write "by hand", acquire, read, work 2s, write, release`; got != want {
		t.Errorf("B did %s, want %s", got, want)
	}
}

// A line of the script is due right after its event, also when a person made
// that happen.
func TestAPersonCanCueTheScript(t *testing.T) {
	sc := pauseNobodySees(false)
	sc.Script = []scenario.Cue{{
		When: scenario.Trigger{Lane: "A", Kind: "paused", N: 1},
		Do:   scenario.Action{Verb: scenario.Jump, Lane: "redis-1", For: time.Second},
	}}
	l := open(t, sc)
	must(t, l.Act(0, "pause A 5s"))
	if got := trace.Text(l.Events(0)); !strings.Contains(got, "jump redis-1 +1s (by the script)") {
		t.Errorf("the script did nothing:\n%s", got)
	}
}
