package engine

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// No way leads past the limit of lab time: no step to what is due later, no
// letting time pass in which nothing happens.
func TestALabEndsAtItsLimitOfLabTime(t *testing.T) {
	sc := pauseNobodySees(false)
	sc.Clients = []scenario.Client{{Name: "A", Steps: []scenario.Step{{Verb: scenario.Work, For: 24 * time.Hour}}}}
	sc.Script = nil
	l := open(t, sc)
	must(t, l.Act(0, "drift A 0.01"))
	if err := l.Run(ToEnd); err == nil || !strings.Contains(err.Error(), "limit of 48h") {
		t.Errorf("working for 2400 hours: %v", err)
	}
	var err error
	for range 49 {
		err = l.Advance(time.Hour)
	}
	if err == nil || !strings.Contains(err.Error(), "limit of 48h") || l.Head().Now > trace.Time(Usual.LabTime) {
		t.Errorf("at %v: %v", l.Head().Now, err)
	}
}

// Each limit is what the opener gave, is told by its name, and is no end: what was
// there stays, a lab that slept comes back to it, and Reset begins again.
func TestEachLimitIsToldAndKept(t *testing.T) {
	for name, c := range map[string]struct {
		limits Limits
		do     func(*Lab) error
		says   string
	}{
		"events":   {Limits{Events: 20}, (*Lab).Step, "20 events"},
		"lab-time": {Limits{LabTime: 5 * time.Second}, func(l *Lab) error { return l.Advance(700 * time.Millisecond) }, "5s of lab time"},
		"branches": {Limits{Branches: 3}, func(l *Lab) error { must(t, l.Step()); return l.Act(0, "pause A 1s") }, "3 branches"},
		"actions":  {Limits{Actions: 2 << 10}, func(l *Lab) error { return l.Act(l.Head().Seq, "slow redis-1 1ms") }, "2 KiB of actions"},
	} {
		b := NewBackends(BackendOptions{Limits: c.limits})
		t.Cleanup(func() { must(t, b.Close()) })
		l, err := OpenOn(b, pauseNobodySees(false))
		must(t, err)
		defer l.Close()
		for range 100 {
			if err = c.do(l); err != nil {
				break
			}
		}
		var limit *LimitError
		if !errors.As(err, &limit) || limit.Limit != name || !slices.Contains(LimitNames, name) || !strings.Contains(err.Error(), "limit of "+c.says) {
			t.Errorf("%s: %v", name, err)
		}
		again, err := OpenOn(b, l.Scenario())
		must(t, err)
		defer again.Close()
		if err := again.Resume(l.History()); err != nil || again.Head() != l.Head() || len(again.Branches()) != len(l.Branches()) {
			t.Errorf("%s: it came back to %+v, was at %+v: %v", name, again.Head(), l.Head(), err)
		}
		must(t, l.Reset())
		must(t, l.Step())
	}
}

// A key that outlives every lab is no reason to hang.
func TestAKeyThatNeverEndsInTime(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	must(t, l.Act(0, "drift redis-1 0.01"))
	must(t, l.Act(l.Head().Seq, `command redis-1 "SET lock:job:4471 x EX 9000000000"`))
	if set := said(l, "redis-1", trace.KeySet{}.Kind()); len(set) != 1 {
		t.Errorf("the node has %v", set)
	}
}

// A server that is down lets nothing expire, and a replica does not by itself.
func TestExpireIsDoneWhereItIsDecided(t *testing.T) {
	l := pair(t)
	must(t, l.Advance(ms(100)))
	must(t, l.Act(l.Head().Seq, "expire A"))
	if gone := said(l, "redis-2", trace.KeyGone{}.Kind()); len(gone) > 0 {
		t.Errorf("the replica did not wait: %v", gone)
	}
	must(t, l.Advance(ms(100)))
	if gone := said(l, "redis-2", trace.KeyGone{}.Kind()); len(gone) != 1 {
		t.Errorf("the replica was not told: %v", gone)
	}
	l = five(t)
	for _, node := range []string{"redis-1", "redis-2", "redis-3", "redis-4"} {
		must(t, l.Act(l.Head().Seq, "crash "+node))
	}
	must(t, l.Act(l.Head().Seq, "expire A"))
	if gone := said(l, "redis-1", trace.KeyGone{}.Kind()); len(gone) > 0 {
		t.Errorf("it expired on a server that is down: %v", gone)
	}
	must(t, l.Act(l.Head().Seq, "crash redis-5"))
	if err := l.Act(l.Head().Seq, "expire A"); err == nil {
		t.Error("it expired where all servers are down")
	}
}
