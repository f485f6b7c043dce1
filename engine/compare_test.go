package engine

import (
	"testing"

	"github.com/lockviz/lockviz/engine/check"
)

// The lesson's last step: the same pause, the same seed, fencing on.
func TestCompareTellsWhatOneChangeDid(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	runToEnd(t, l)
	must(t, l.Act(40, "fencing on"))
	runToEnd(t, l)
	branch := l.Branch()

	c, err := l.Compare("main", branch)
	must(t, err)
	if c.Same != l.Branches()[1].Fork {
		t.Errorf("the branches part after event %d, want %d", c.Same, l.Branches()[1].Fork)
	}
	for i, want := range []check.Status{check.Violated, check.Holds} {
		side := c.Sides[i]
		if side.Event == nil || side.Event.Seq != c.Same+1 {
			t.Fatalf("%s: first difference %+v", side.Branch, side.Event)
		}
		if got := side.Verdicts["stale-write"].Status; got != want {
			t.Errorf("%s: stale-write %s, want %s", side.Branch, got, want)
		}
	}
	if l.Branch() != branch {
		t.Errorf("%s is open, want %s", l.Branch(), branch)
	}
	if same, err := l.Compare(branch, branch); err != nil || same.Sides[0].Event != nil {
		t.Errorf("a branch differs from itself: %+v, %v", same, err)
	}
	if _, err := l.Compare("main", "b9"); err == nil || l.Branch() != branch {
		t.Errorf("comparing with no branch: %v, open is %s", err, l.Branch())
	}
}
