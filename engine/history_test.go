package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/scenario"
)

// A history makes the same lab again, on other servers: every branch of it, and
// whatever is done to it from there.
func TestALabComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario().Draw(t, "scenario")
		l := openRandom(t, sc)
		defer l.Close()
		for _, o := range drawOps(lanesOf(sc)).Draw(t, "ops") {
			_ = o.apply(l)
		}
		again := openRandom(t, l.History().Scenario)
		defer again.Close()
		if err := again.Resume(l.History()); err != nil {
			t.Fatal(err)
		}
		if a, b := whole(l), whole(again); a != b {
			t.Fatalf("it is another lab:\n%s", firstDifference(a, b))
		}
		more := drawOps(lanesOf(sc)).Draw(t, "more")
		if a, b := transcript(t, l, more), transcript(t, again, more); a != b {
			t.Fatalf("it goes on otherwise:\n%s", firstDifference(a, b))
		}
		for _, branch := range l.Branches() {
			if a, b := opening(l, branch.ID), opening(again, branch.ID); a != b {
				t.Fatalf("branch %s: %s", branch.ID, firstDifference(a, b))
			}
		}
	})
}

// whole is what a page shows of a lab.
func whole(l *Lab) string { return fmt.Sprintf("%s%+v %s", state(l), l.Branches(), l.Branch()) }

func opening(l *Lab, branch string) string {
	return fmt.Sprintf("%v %s", l.OpenBranch(branch), state(l))
}

// What a person chose beside acting is part of the history: another scenario, and
// the mistakes that are on.
func TestAHistoryHasTheScenarioThatIsOpen(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	must(t, l.Load(simple(t, scenario.Redlock)))
	must(t, l.SetMistakes([]string{"del-release"}))
	must(t, l.Run(ToAcquired))
	h := l.History()
	must(t, l.Reset()) // is nothing to the history
	again := open(t, h.Scenario)
	must(t, again.Resume(h))
	must(t, l.Run(ToAcquired))
	if a, b := whole(l), whole(again); a != b || !again.Scenario().Lock.Has("del-release") {
		t.Errorf("%s", firstDifference(a, b))
	}
}

// A history that cannot be run again leaves the lab as it was opened.
func TestAHistoryThatFailsLeavesAFreshLab(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	must(t, l.Act(0, "crash A"))
	h := l.History()
	h.branches[0].acts[0].action.Lane = "redis-1"
	h.branches[0].acts = append(h.branches[0].acts, h.branches[0].acts[0])
	again := open(t, h.Scenario)
	before := whole(again)
	if err := again.Resume(h); err == nil || !strings.Contains(err.Error(), "redis-1 is down already") {
		t.Errorf("resumed: %v", err)
	}
	if after := whole(again); after != before {
		t.Error(firstDifference(before, after))
	}
	runToEnd(t, again)
}

// What people do to a lab is bounded, however they divide it among branches.
func TestActionsAreBounded(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	long := `command redis-1 "SET k ` + strings.Repeat("x", 1400) + `"`
	for range Usual.Branches - 1 {
		must(t, l.Act(l.Head().Seq, "slow redis-1 1ms"))
		must(t, l.Act(0, "slow redis-1 2ms"))
	}
	var limit *LimitError
	for n := 0; limit == nil; n++ {
		if err := l.Act(l.Head().Seq, long); err != nil && !errors.As(err, &limit) {
			t.Fatal(err)
		}
		if n%50 == 0 {
			must(t, l.OpenBranch(fmt.Sprintf("b%d", 2+n/50%20)))
		}
	}
	if limit.Limit != "actions" || l.History().Bytes() > Usual.Actions+64<<10 {
		t.Errorf("%v at %d bytes", limit, l.History().Bytes())
	}
	must(t, l.Reset())
	must(t, l.Act(0, long))
}

// A branch that cannot be run again, for whatever reason, is as long as it was, and
// whoever wanted to see it stays where he is.
func TestABranchThatCannotBeOpened(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	must(t, l.Run(ToEnd))
	must(t, l.Act(4, "pause A 15s"))
	must(t, l.Run(ToWrite))
	want, at, now := l.Branches(), l.Branch(), whole(l)
	sound := l.branches[0].acts
	l.branches[0].acts = []act{{seq: 3, action: scenario.Action{Verb: scenario.Resume, Lane: "A"}}} // who is not paused
	for name, try := range map[string]func() error{
		"open":    func() error { return l.OpenBranch(mainBranch) },
		"compare": func() error { _, err := l.Compare(at, mainBranch); return err },
		"act":     func() error { return l.Act(l.Head().Seq-1, "resume B") },
	} {
		if err := try(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if got := l.Branches(); !slices.Equal(got, want) || l.Branch() != at || whole(l) != now {
			t.Errorf("%s: %s is open of %+v, want %s of %+v", name, l.Branch(), got, at, want)
		}
	}
	l.branches[0].acts = sound
	must(t, l.OpenBranch(mainBranch))
	if got := l.Branches(); !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
