package sim_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// runAll steps until nothing is due.
func runAll(k *sim.Kernel) {
	for k.Step() {
	}
}

// runTo steps through all that is due until lab time t, and stands there.
func runTo(k *sim.Kernel, t time.Duration) {
	for {
		next, due := k.Next()
		if !due || next > trace.Time(t) {
			k.Skip(trace.Time(t))
			return
		}
		k.Step()
	}
}

// panics runs f and returns what it panicked with.
func panics(t *testing.T, f func()) (with any) {
	t.Helper()
	defer func() {
		if with = recover(); with == nil {
			t.Error("it did not panic")
		}
	}()
	f()
	return nil
}

func TestStepsGoForwardInTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := sim.New(1, nil)
		var done []trace.Time
		add := func(at trace.Time) { k.At(at, func() { done = append(done, k.Now()) }) }
		t.Repeat(map[string]func(*rapid.T){
			"add":  func(t *rapid.T) { add(k.Now().Add(time.Duration(rapid.IntRange(0, 9).Draw(t, "in")))) },
			"step": func(*rapid.T) { k.Step() },
			"skip": func(*rapid.T) {
				if next, due := k.Next(); !due {
					k.Skip(k.Now() + 3)
				} else if next > k.Now() {
					k.Skip(next - 1)
				}
			},
		})
		runAll(k)
		if !slices.IsSorted(done) {
			t.Fatalf("done at %v", done)
		}
	})
}

func TestNothingIsDueInThePast(t *testing.T) {
	k := sim.New(1, nil)
	k.Skip(10)
	k.At(10, func() {})
	panics(t, func() { k.At(9, func() {}) })
}

func TestSkipLeavesNothingOut(t *testing.T) {
	k := sim.New(1, nil)
	due := k.At(10, func() {})
	k.Skip(9)
	panics(t, func() { k.Skip(8) })
	panics(t, func() { k.Skip(10) })
	panics(t, func() { k.Skip(11) })
	due.Cancel()
	k.Skip(11)
	if k.Now() != 11 {
		t.Errorf("now is %d", k.Now())
	}
}

func TestEventsCarryTheirMoment(t *testing.T) {
	var seen []trace.Event
	k := sim.New(1, func(e trace.Event) { seen = append(seen, e) })
	k.At(7, func() { k.Emit("lab", trace.Fencing{On: true}) })
	runAll(k)
	if len(seen) != 1 || seen[0].At != 7 || seen[0].Lane != "lab" || seen[0].Seq != 1 || k.Log().Len() != 1 {
		t.Errorf("seen %+v, logged %d", seen, k.Log().Len())
	}
}

func TestANameIsUsedOnce(t *testing.T) {
	k := sim.New(1, nil)
	k.Host("A")
	if with := panics(t, func() { k.Host("A") }); !strings.Contains(with.(string), "A") {
		t.Errorf("it panicked with %v", with)
	}
}
