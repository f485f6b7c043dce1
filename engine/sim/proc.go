package sim

import "iter"

// Proc is a process: an ordinary sequential function that can stop in the
// middle and go on later. This file is the only one that knows how.
type Proc struct {
	host   *Host
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
	wakeUp func() // wake, made into a value once
}

// killed unwinds the stack of a process that is ended from outside. Deferred
// functions run, and any attempt of theirs to wait is cut short the same way.
type killed struct{}

// Go runs f as the host's process, from now on.
func (h *Host) Go(f func(*Proc)) {
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
	h.kill()
	h.proc = p
	h.At(h.k.now, p.wakeUp)
}

// wake lets the process run until it waits again or ends.
func (p *Proc) wake() {
	if _, more := p.next(); !more && p.host.proc == p {
		p.host.proc, p.host.pos = nil, nil
	}
}

// park waits until wake is called.
func (p *Proc) park() {
	p.host.locate()
	if !p.yield(struct{}{}) {
		panic(killed{})
	}
}
