package rehearse

import (
	"slices"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/lessons"
)

// A lesson that does not come out as it says is found, and the error names its
// seed and its scenario.
func TestBrokenLessons(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*lessons.Lesson)
		want  string
	}{
		{"another timeline than the golden",
			func(l *lessons.Lesson) { l.Golden = strings.Replace(l.Golden, "starts", "begins", 1) },
			"the timeline differs from trace.golden in line 1:\nwant     0.000000 s  A        started    begins\n got     0.000000 s  A        started    starts"},
		{"a golden that ends early",
			func(l *lessons.Lesson) { l.Golden, _, _ = strings.Cut(l.Golden, "    0.000200") },
			"in line 3:\nwant \n got     0.000200 s"},
		{"another status than expected",
			func(l *lessons.Lesson) {
				l.Scenario.Expect = []scenario.Expectation{{Verdict: "stale-write", Status: scenario.Holds}}
			},
			"expected stale-write holds, but it is violated: "},
		{"another count than expected",
			func(l *lessons.Lesson) {
				l.Scenario.Expect = []scenario.Expectation{{Verdict: "fenced", Counts: true, Count: 2}}
			},
			"expected fenced 2, but it is 0: "},
		{"a goal that is met by doing nothing",
			func(l *lessons.Lesson) { l.Steps()[2].Goal = l.Steps()[1].Goal },
			"step 3, two-believers: the goal is met before anything was done"},
		{"a solution that does too little",
			func(l *lessons.Lesson) { l.Steps()[1].Solution = l.Steps()[1].Solution[:1] },
			`step 2, stop-a-at-the-worst-moment: the solution does not reach "A is paused after its work"`},
		{"a solution that waits for what does not come",
			func(l *lessons.Lesson) { l.Steps()[1].Solution[0].N = 9 },
			"step 2, stop-a-at-the-worst-moment: until A worked 9: the lab has ended"},
		{"a solution that goes back to what was not",
			func(l *lessons.Lesson) { l.Steps()[4].Solution[0].N = 9 },
			"step 5, change-one-thing-the-store-checks-tokens: back A resumed 9: no such event so far"},
		{"a solution with an action that makes no sense",
			func(l *lessons.Lesson) { l.Steps()[1].Solution[1].Text = "resume A" },
			"step 2, stop-a-at-the-worst-moment: resume A: A is not paused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := pause(t)
			c.spoil(&l)
			err := Lesson(l)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v\nwant %s", err, c.want)
			}
			if !strings.HasPrefix(err.Error(), "lesson 09-the-pause-nobody-sees, seed 7: ") || !strings.Contains(err.Error(), "title: The pause nobody sees") {
				t.Errorf("the error names no seed or no scenario:\n%v", err)
			}
		})
	}
}

func pause(t *testing.T) lessons.Lesson {
	t.Helper()
	all, err := lessons.Load(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	return all[slices.IndexFunc(all, func(l lessons.Lesson) bool { return l.Slug == "the-pause-nobody-sees" })]
}
