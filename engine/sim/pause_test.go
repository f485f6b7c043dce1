package sim_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// thing is something due on a host.
type thing struct {
	id    int
	at    trace.Time
	timer *sim.Timer
}

// Whatever becomes due on a host that is paused waits, and happens in order when
// it resumes: nothing is lost, done twice, reordered, or done after a crash.
func TestPausesOnlyPostpone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := sim.New(1, nil)
		h := k.Host("A")
		var due []thing // and not cancelled, in the order of insertion
		var want, got []int
		n := 0
		settle := func() { // what is due by now must be done by now, unless the host is paused
			slices.SortStableFunc(due, func(a, b thing) int { return cmp.Compare(a.at, b.at) })
			for h.State() == sim.Running && len(got) > len(want) && len(due) > 0 {
				want, due = append(want, due[0].id), due[1:]
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				settle()
				if !slices.Equal(got, want) {
					t.Fatalf("done %v, want %v", got, want)
				}
			},
			"add": func(t *rapid.T) {
				n++
				id, at := n, k.Now().Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "in")))
				due = append(due, thing{id, at, h.At(at, func() {
					if h.State() != sim.Running {
						t.Fatalf("%d is done while the host is in state %v", id, h.State())
					}
					got = append(got, id)
				})})
			},
			"cancel": func(t *rapid.T) {
				if len(due) > 0 {
					i := rapid.IntRange(0, len(due)-1).Draw(t, "which")
					due[i].timer.Cancel()
					due = slices.Delete(due, i, i+1)
				}
			},
			"step": func(*rapid.T) { k.Step() },
			"pause": func(t *rapid.T) {
				if h.State() == sim.Running {
					h.Pause(time.Duration(rapid.IntRange(0, 5).Draw(t, "for")))
				}
			},
			"resume": func(*rapid.T) {
				if h.State() == sim.Paused {
					h.Resume()
				}
			},
			"crash and restart": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "rarely") == 0 {
					h.Crash(false)
					h.Restart()
					due = nil
				}
			},
		})
		if h.State() == sim.Paused {
			h.Resume()
		}
		runAll(k)
		settle()
		if !slices.Equal(got, want) || len(due) > 0 {
			t.Fatalf("at the end: done %v, want %v, and %v never came", got, want, due)
		}
	})
}

// host is a kernel with one machine on it.
func host() (*sim.Kernel, *sim.Host) {
	k := sim.New(1, nil)
	return k, k.Host("A")
}

// note returns a function that notes its name and moment.
func note(k *sim.Kernel, notes *[]string, name string) func() {
	return func() { *notes = append(*notes, fmt.Sprintf("%s@%d", name, k.Now())) }
}

func wantNotes(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Both become due by the moment of the resume; the one that was due first is
// first, though the other was already at the head of the queue.
func TestNothingOvertakesWhatWaited(t *testing.T) {
	k, h := host()
	var notes []string
	h.Pause(10)
	h.At(10, note(k, &notes, "second"))
	h.At(5, note(k, &notes, "first"))
	runAll(k)
	wantNotes(t, notes, "first@10", "second@10")
}

func TestAPauseCanFallBetweenTwoThingsThatWaited(t *testing.T) {
	k, h := host()
	var notes []string
	h.Pause(0)
	h.At(1, func() { note(k, &notes, "one")(); h.Pause(20) })
	h.At(2, note(k, &notes, "two"))
	h.At(3, note(k, &notes, "three"))
	runTo(k, 10)
	h.Resume()
	runAll(k)
	wantNotes(t, notes, "one@10", "two@30", "three@30")
}

func TestWhatWaitsCanBeCancelled(t *testing.T) {
	k, h := host()
	var notes []string
	h.Pause(10)
	timer := h.At(5, note(k, &notes, "cancelled"))
	runTo(k, 7)
	timer.Cancel()
	runAll(k)
	wantNotes(t, notes)
}

func TestACrashVoidsWhatWasDue(t *testing.T) {
	k, h := host()
	var notes []string
	h.At(5, note(k, &notes, "waiting"))
	h.At(30, note(k, &notes, "later"))
	h.Pause(10)
	runTo(k, 7)
	h.Crash(false)
	h.At(8, note(k, &notes, "while down"))
	runTo(k, 9)
	h.Restart()
	h.At(40, note(k, &notes, "next life"))
	runAll(k)
	wantNotes(t, notes, "next life@40")
}

func TestAPausedClockGoesOn(t *testing.T) {
	k, h := host()
	h.Pause(10)
	runTo(k, 7)
	if h.Now() != 7 {
		t.Errorf("it shows %d after a pause of 7", h.Now())
	}
}

func TestResumingByHandEndsThePause(t *testing.T) {
	k, h := host()
	h.Pause(10)
	runTo(k, 3)
	h.Resume()
	h.Pause(0)
	runTo(k, 100)
	if h.State() != sim.Paused {
		t.Error("the end of the first pause ended the second")
	}
}

func TestStatesMustFit(t *testing.T) {
	_, h := host()
	panics(t, h.Resume)
	panics(t, h.Restart)
	h.Pause(0)
	panics(t, func() { h.Pause(0) })
	h.Crash(false)
	panics(t, func() { h.Pause(0) })
	panics(t, h.Resume)
	panics(t, func() { h.Crash(false) })
	h.Restart()
	if h.State() != sim.Running {
		t.Errorf("it is in state %v", h.State())
	}
}
