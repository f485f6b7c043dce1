package sim_test

import (
	"errors"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

func TestSleepIsTheHostsOwnTime(t *testing.T) {
	for rate, want := range map[float64]trace.Time{1: 1000, 2: 500, 0.5: 2000} {
		k, h := host()
		h.Drift(rate)
		h.Go(func(p *sim.Proc) { p.Sleep(1000) })
		runAll(k)
		if k.Now() != want {
			t.Errorf("at a rate of %v it slept for %d of lab time, want %d", rate, k.Now(), want)
		}
	}
}

func TestAJumpWakesNobody(t *testing.T) {
	k, h := host()
	h.Go(func(p *sim.Proc) { p.Sleep(1000) })
	runTo(k, 10)
	h.Jump(time.Hour)
	runAll(k)
	if k.Now() != 1000 {
		t.Errorf("it woke at %d", k.Now())
	}
}

func TestAHostIsBusyWhileItsProcessRuns(t *testing.T) {
	k, h := host()
	h.Go(func(p *sim.Proc) { p.Sleep(10) })
	if runTo(k, 5); !h.Busy() {
		t.Error("it is idle while its process sleeps")
	}
	if runAll(k); h.Busy() {
		t.Error("it is busy after the end of its process")
	}
}

func TestAProcessSleepsThroughAPause(t *testing.T) {
	k, h := host()
	var notes []string
	h.Go(func(p *sim.Proc) {
		p.Sleep(10)
		note(k, &notes, "awake")()
		p.Sleep(10)
		note(k, &notes, "again")()
	})
	runTo(k, 5)
	h.Pause(20)
	runAll(k)
	wantNotes(t, notes, "awake@25", "again@35")
}

// A crash ends the process where it stands. Its deferred functions run, and
// cannot wait.
func TestACrashUnwindsTheProcess(t *testing.T) {
	k, h := host()
	var notes []string
	h.Go(func(p *sim.Proc) {
		defer note(k, &notes, "outer")()
		defer func() {
			defer note(k, &notes, "inner")()
			p.Sleep(10)
			note(k, &notes, "waited")()
		}()
		p.Sleep(10)
		note(k, &notes, "woke")()
	})
	runTo(k, 5)
	h.Crash(false)
	h.Restart()
	runAll(k)
	wantNotes(t, notes, "inner@5", "outer@5")
	if h.Busy() {
		t.Error("it is busy after a crash")
	}
}

func TestACrashedProcessNeverBegins(t *testing.T) {
	k, h := host()
	h.Go(func(*sim.Proc) { t.Error("it ran") })
	h.Crash(false)
	h.Restart()
	runAll(k)
}

func TestASecondProcessEndsTheFirst(t *testing.T) {
	k, h := host()
	var notes []string
	h.Go(func(p *sim.Proc) {
		p.Sleep(10)
		note(k, &notes, "first")()
	})
	runTo(k, 5)
	h.Go(func(p *sim.Proc) {
		p.Sleep(10)
		note(k, &notes, "second")()
	})
	runAll(k)
	wantNotes(t, notes, "second@15")
}

// A bug in a lock client must not be lost in another stack.
func TestAPanicReachesTheCallerOfStep(t *testing.T) {
	k, h := host()
	oops := errors.New("oops")
	h.Go(func(p *sim.Proc) {
		p.Sleep(10)
		panic(oops)
	})
	k.Step()
	if with := panics(t, func() { k.Step() }); with != oops {
		t.Errorf("it panicked with %v", with)
	}
	k.Close()
}

// Events of a lane say where its process stands, also those that the process
// does not record itself; and none says so when no process is left.
func TestEventsSayWhereTheProcessStands(t *testing.T) {
	k, h := host()
	line := 0
	h.Where = func() *trace.Pos { return &trace.Pos{File: "x.go", Line: line} }
	h.Go(func(p *sim.Proc) {
		defer p.Emit(trace.Finished{})
		line = 1
		p.Emit(trace.Started{})
		line = 2
		p.Sleep(10)
	})
	runTo(k, 5)
	h.Pause(0)
	h.Crash(false)
	want := map[trace.Kind]int{"started": 1, "paused": 2, "finished": 2}
	for _, e := range k.Log().Since(0) {
		switch at := want[e.Body.Kind()]; {
		case at == 0 && e.Pos != nil:
			t.Errorf("%s stands on line %d, but nobody runs", e.Body.Kind(), e.Pos.Line)
		case at != 0 && (e.Pos == nil || e.Pos.Line != at):
			t.Errorf("%s stands on %v, want line %d", e.Body.Kind(), e.Pos, at)
		}
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	k := sim.New(1, nil)
	n := k.Network(10, 10)
	n.Listen(k.Host("server"), echo{})
	sleep := func(p *sim.Proc) { p.Sleep(time.Hour) }
	hosts := map[string]*sim.Host{}
	for name, f := range map[string]func(*sim.Proc){
		"over":     func(*sim.Proc) {},
		"sleeping": sleep,
		"waiting":  func(p *sim.Proc) { p.Await(p.Ask(n, "server", sim.Payload{}, 100)) },
		"paused":   sleep,
		"dead":     sleep,
		"deferred": func(p *sim.Proc) { defer p.Sleep(1); p.Sleep(time.Hour) },
	} {
		hosts[name] = k.Host(name)
		hosts[name].Go(f)
	}
	runTo(k, 5)
	hosts["paused"].Pause(0)
	hosts["dead"].Crash(false)
	k.Host("not begun").Go(sleep)
	k.Close()
	k.Close() // harmless
	if k.Step() {
		t.Error("something is due after the end")
	}
}

// All who wait for one signal go on when it is given, in the order in which they came.
func TestSeveralWaitForOneSignal(t *testing.T) {
	k, h := host()
	var notes []string
	signal := h.Signal()
	for _, name := range []string{"first", "second", "third"} {
		h.Beside(func(p *sim.Proc) {
			p.AwaitAny([]*sim.Call{h.After(1000), signal})
			note(k, &notes, name)()
		})
	}
	runTo(k, 5)
	signal.Give(nil)
	runAll(k)
	wantNotes(t, notes, "first@5", "second@5", "third@5")
}
