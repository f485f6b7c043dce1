// Package rehearse plays lessons on live labs, as a learner does who makes no
// mistake: the scenario as it is written has to come out as the lesson says,
// and each step's solution has to meet its goal.
package rehearse

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// Run is a scenario's run to its end.
type Run struct {
	Text     string // the text timeline
	Verdicts check.Verdicts
}

// Play runs a scenario to its end in a lab of its own.
func Play(sc scenario.Scenario) (Run, error) {
	lab, err := engine.Open(sc)
	if err != nil {
		return Run{}, err
	}
	defer lab.Close()
	if err := lab.Run(engine.ToEnd); err != nil {
		return Run{}, err
	}
	return Run{trace.Text(lab.Events(0)), lab.Verdicts()}, nil
}

// Lesson plays all of a lesson: its scenario twice, with the same timeline each
// time, equal to the golden if there is one; its expectations; its solutions.
func Lesson(l lessons.Lesson) error {
	first, err := Play(l.Scenario)
	if err != nil {
		return told(l, err)
	}
	second, err := Play(l.Scenario)
	if err != nil {
		return told(l, err)
	}
	return told(l, errors.Join(
		same("the second run differs from the first", first.Text, second.Text),
		golden(l, first.Text),
		Expected(l.Scenario, first.Verdicts),
		Solve(l),
	))
}

func told(l lessons.Lesson, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("lesson %s, seed %d: %w\nscenario:\n%s", l.Dir, l.Scenario.Seed, err, l.Source)
}

func golden(l lessons.Lesson, text string) error {
	if l.Golden == "" {
		return nil
	}
	return same("the timeline differs from trace.golden", l.Golden, text)
}

// same reports the first line in which two timelines differ.
func same(what, want, got string) error {
	if want == got {
		return nil
	}
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	n := 0
	for n < len(wants) && n < len(gots) && wants[n] == gots[n] {
		n++
	}
	return fmt.Errorf("%s in line %d:\nwant %s\n got %s", what, n+1, line(wants, n), line(gots, n))
}

func line(lines []string, n int) string {
	if n >= len(lines) {
		return "(the end)"
	}
	return lines[n]
}

// Expected reports every expectation of the scenario that the verdicts do not
// meet.
func Expected(sc scenario.Scenario, verdicts check.Verdicts) error {
	var wrong []error
	for _, want := range sc.Expect {
		got := verdicts[want.Verdict]
		if want.Counts && got.Count != want.Count {
			wrong = append(wrong, fmt.Errorf("expected %s %d, but it is %d: %s", want.Verdict, want.Count, got.Count, got.Text))
		}
		if !want.Counts && string(got.Status) != want.Status {
			wrong = append(wrong, fmt.Errorf("expected %s %s, but it %s: %s", want.Verdict, want.Status, is(got.Status), got.Text))
		}
	}
	return errors.Join(wrong...)
}

// is says a status as the end of "it …".
func is(s check.Status) string {
	if s == check.Holds {
		return "holds"
	}
	return "is " + string(s)
}
