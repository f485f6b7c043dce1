package sim

import (
	"iter"
	"slices"
)

// Proc is a process: an ordinary sequential function that can stop in the
// middle and go on later. This file is the only one that knows how.
type Proc struct {
	host   *Host
	beside bool // it is not the host's main process
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
	wakeUp func() // wake, made into a value once
	alarm  *Timer // what wakes it from its sleep
}

// killed unwinds the stack of a process that is ended from outside. Deferred
// functions run, and any attempt of theirs to wait is cut short the same way.
type killed struct{}

// Go runs f as the host's main process, from now on, in place of the one before.
func (h *Host) Go(f func(*Proc)) {
	p := h.process(f)
	h.kill()
	h.proc = p
	h.At(h.k.now, p.wakeUp)
}

// Beside runs f as one more process of the host, from now on. It ends when f
// returns, when it is stopped, or when the host crashes.
func (h *Host) Beside(f func(*Proc)) *Proc {
	p := h.process(f)
	p.beside = true
	h.others = append(h.others, p)
	h.At(h.k.now, p.wakeUp)
	return p
}

// Stop ends a process that runs beside the main one. It must not be called by the
// process itself.
func (p *Proc) Stop() {
	if p.alarm != nil {
		p.alarm.Cancel()
	}
	p.over()
	p.stop()
}

// over takes a process that runs beside the main one off its host.
func (p *Proc) over() {
	p.host.others = slices.DeleteFunc(p.host.others, func(q *Proc) bool { return q == p })
}

func (h *Host) process(f func(*Proc)) *Proc {
	p := &Proc{host: h}
	p.wakeUp = p.wake
	p.next, p.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != (killed{}) {
				panic(r)
			}
		}()
		p.yield = yield
		f(p)
	})
	return p
}

// wake lets the process run until it waits again or ends.
func (p *Proc) wake() {
	switch _, more := p.next(); {
	case more:
	case p.beside:
		p.over()
	case p.host.proc == p:
		p.host.proc, p.host.pos = nil, nil
	}
}

// park waits until wake is called.
func (p *Proc) park() {
	if !p.beside {
		p.host.locate()
	}
	if !p.yield(struct{}{}) {
		panic(killed{})
	}
}

// stand does f with the line on which the process stands as the host's. The host
// stands where its main process does: what runs beside it shows its own line only
// in its own events.
func (p *Proc) stand(f func()) {
	main := p.host.pos
	p.host.locate()
	f()
	if p.beside {
		p.host.pos = main
	}
}
