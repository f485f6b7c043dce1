// Package sim is the kernel of a lab: a discrete-event simulation in lab time
// whose servers are real.
//
// A kernel holds a clock, a queue of what is due, and the trace. A host is a
// machine with a clock of its own; it can be paused, crash and restart. A
// process is an ordinary sequential function that runs on a host. A network
// carries messages between hosts. One thing happens at a time, in the order of
// (lab time, insertion), so that equal seeds and equal actions give equal
// traces. Nothing here reads a wall clock.
package sim

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockviz/lockviz/engine/trace"
)

// Kernel is one run. It belongs to one goroutine.
type Kernel struct {
	now   trace.Time
	queue queue
	seed  uint64
	hosts map[string]*Host
	log   trace.Log
	watch func(trace.Event)
}

// New starts a run at lab time 0. watch, if not nil, sees every event as it is
// recorded; it must not call back into the kernel.
func New(seed uint64, watch func(trace.Event)) *Kernel {
	return &Kernel{seed: seed, hosts: map[string]*Host{}, watch: watch}
}

// Now is the present, in lab time.
func (k *Kernel) Now() trace.Time { return k.now }

// Log is the trace so far.
func (k *Kernel) Log() *trace.Log { return &k.log }

// At makes f due at lab time t, after everything already due at t.
func (k *Kernel) At(t trace.Time, f func()) *Timer {
	if t < k.now {
		panic(fmt.Sprintf("sim: due at %v, which is before now, %v", t, k.now))
	}
	return k.queue.add(t, f)
}

// Next is the lab time at which something is due; false when nothing is.
func (k *Kernel) Next() (trace.Time, bool) {
	t := k.queue.first()
	if t == nil {
		return 0, false
	}
	return t.at, true
}

// Step moves the clock to what is due first and does it; false when nothing is
// due.
func (k *Kernel) Step() bool {
	t := k.queue.first()
	if t == nil {
		return false
	}
	k.queue.removeFirst()
	k.now = t.at
	if t.host != nil {
		t.host.due(t)
	} else {
		t.f()
	}
	return true
}

// Skip moves the clock to t. Nothing may be due before or at t, and t may not be in
// the past: the caller steps first.
func (k *Kernel) Skip(t trace.Time) {
	if next, due := k.Next(); t < k.now || (due && next <= t) {
		panic(fmt.Sprintf("sim: cannot skip from %v to %v: something is due at %v", k.now, t, next))
	}
	k.now = t
}

// Emit records that something happened on a lane, now.
func (k *Kernel) Emit(lane string, body trace.Body) trace.Event {
	e := trace.Event{At: k.now, Lane: lane, Body: body}
	if h := k.hosts[lane]; h != nil {
		e.Pos = h.pos
	}
	e = k.log.Append(e)
	if k.watch != nil {
		k.watch(e)
	}
	return e
}

// Close ends every process. The kernel can be read afterwards, not stepped.
func (k *Kernel) Close() {
	for _, name := range slices.Sorted(maps.Keys(k.hosts)) {
		k.hosts[name].killAll()
	}
	k.queue = queue{}
}
