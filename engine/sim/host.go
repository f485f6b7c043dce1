package sim

import (
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// State is what a host is doing.
type State int

// The states of a host.
const (
	Running State = iota
	Paused        // stands still; its clock goes on, and what is due to it waits
	Down          // crashed; what is due to it is lost
)

// Host is a machine: one lane, one clock, a main process, and others beside it.
type Host struct {
	Name  string
	Clock Clock

	// Where tells on which line the running process stands. It is called on
	// the process's own stack.
	Where func() *trace.Pos

	k       *Kernel
	state   State
	life    int      // counts crashes: what was due in an earlier life is void
	waiting []*Timer // due while paused and not done yet, in order
	resume  *Timer
	proc    *Proc   // the main process; nil: there is none
	others  []*Proc // beside it
	pos     *trace.Pos
	server  Server
	slow    time.Duration // how much longer than no time at all each answer takes
}

// Host adds a machine. A name is used once.
func (k *Kernel) Host(name string) *Host {
	if k.hosts[name] != nil {
		panic("sim: two hosts named " + name)
	}
	h := &Host{Name: name, k: k}
	k.hosts[name] = h
	return h
}

// State is what the host is doing.
func (h *Host) State() State { return h.state }

// Busy reports whether a main process is under way on the host.
func (h *Host) Busy() bool { return h.proc != nil }

// Emit records an event on the host's lane.
func (h *Host) Emit(body trace.Body) { h.k.Emit(h.Name, body) }

// Now is what the host's own clock shows, since Epoch.
func (h *Host) Now() time.Duration { return h.Clock.Read(h.k.now) }

// Elapsed is what the host's timers count by: its own time, but monotonic.
func (h *Host) Elapsed() time.Duration { return h.Clock.Elapsed(h.k.now) }

// At makes f due on this host at lab time t. If the host is paused then, f
// waits until it resumes; if it crashed in between, f never runs.
func (h *Host) At(t trace.Time, f func()) *Timer {
	due := h.k.At(t, f)
	due.host, due.life = h, h.life
	return due
}

// due does what is due now, or keeps it until the host resumes. Nothing
// overtakes what waited through a pause.
func (h *Host) due(t *Timer) {
	switch {
	case t.life != h.life || h.state == Down: // it crashed in between
		t.voided()
	case h.ready():
		t.f()
	default:
		h.waiting = append(h.waiting, t)
	}
}

func (h *Host) ready() bool { return h.state == Running && len(h.waiting) == 0 }

// Pause stops the host for d, or until Resume if d is 0. It must be running.
func (h *Host) Pause(d time.Duration) {
	h.must(Running)
	h.state = Paused
	h.k.Emit(h.Name, trace.Paused{For: d})
	if d > 0 {
		h.resume = h.k.At(h.k.now.Add(d), h.Resume)
	}
}

// Resume lets a paused host go on: what waited happens now, in order.
func (h *Host) Resume() {
	h.must(Paused)
	if h.resume != nil {
		h.resume.Cancel()
		h.resume = nil
	}
	h.state = Running
	h.k.Emit(h.Name, trace.Resumed{})
	h.catchUp()
}

// catchUp does what waited, each thing in a step of its own, so that the next
// pause can fall between two of them.
func (h *Host) catchUp() {
	if len(h.waiting) == 0 {
		return
	}
	h.k.At(h.k.now, func() {
		if h.state != Running || len(h.waiting) == 0 {
			return // paused again, or crashed
		}
		t := h.waiting[0]
		h.waiting = h.waiting[1:]
		if t.f != nil {
			t.f()
		}
		h.catchUp()
	})
}

// Crash ends the host's process and voids all that was due to it. It must be
// up.
func (h *Host) Crash(dataLost bool) {
	if h.state == Down {
		panic("sim: " + h.Name + " is down already")
	}
	if h.resume != nil {
		h.resume.Cancel()
		h.resume = nil
	}
	h.killAll()
	h.life++
	h.k.Emit(h.Name, trace.Crashed{DataLost: dataLost})
	for _, t := range h.waiting {
		t.voided()
	}
	h.state, h.waiting = Down, nil
}

// Restart brings a crashed host up again, without a process.
func (h *Host) Restart() {
	h.must(Down)
	h.state = Running
	h.k.Emit(h.Name, trace.Restarted{})
}

// Jump steps the host's clock by d.
func (h *Host) Jump(d time.Duration) {
	h.Clock.Jump(h.k.now, d)
	h.emitClock()
}

// Slow makes each answer of the host's server take d longer.
func (h *Host) Slow(d time.Duration) {
	h.slow = d
	h.k.Emit(h.Name, trace.Slowed{By: d})
}

// Drift makes the host's clock run at rate seconds per second of lab time.
func (h *Host) Drift(rate float64) {
	h.Clock.SetRate(h.k.now, rate)
	h.emitClock()
}

// lasts is how much lab time d of the host's own time takes.
func (h *Host) lasts(d time.Duration) time.Duration {
	return time.Duration(float64(d) / h.Clock.Rate())
}

func (h *Host) emitClock() {
	h.k.Emit(h.Name, trace.Clock{Offset: h.Clock.Offset(h.k.now), Rate: h.Clock.Rate()})
}

func (h *Host) kill() {
	if p := h.proc; p != nil {
		h.proc = nil
		p.stop()
		h.pos = nil // only now: deferred functions may stand somewhere
	}
}

// killAll ends the main process and those beside it.
func (h *Host) killAll() {
	h.kill()
	for len(h.others) > 0 {
		h.others[0].Stop()
	}
}

func (h *Host) locate() {
	if h.Where != nil {
		h.pos = h.Where()
	}
}

func (h *Host) must(s State) {
	if h.state != s {
		panic("sim: " + h.Name + " is not in the state that this needs")
	}
}

// When is the lab time at which the host's clock will show reading, as it runs
// now.
func (h *Host) When(reading time.Duration) trace.Time { return h.Clock.When(h.k.now, reading) }
