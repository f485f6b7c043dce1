package sim

import (
	"fmt"
	"slices"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Call is something that is still to come: the reply to a request, a moment, or
// something that another process says.
type Call struct {
	Msg int // the request's message number; 0: there is no request

	to      string
	asker   *Host
	life    int
	timeout *Timer
	over    bool
	given   bool // a signal that ends in the step to come
	value   any
	err     error
	waiters []*Proc // goroutines of one process may wait for the same
}

// Ask sends a request and goes on at once. Await tells what became of it. The
// timeout is measured from now, in the host's own time; a paused host notices
// it when it resumes. 0 is none: the request waits for ever.
func (n *Network) Ask(from *Host, to string, request Payload, timeout time.Duration) *Call {
	if n.k.hosts[to] == nil {
		panic("sim: no host named " + to)
	}
	c := &Call{to: to, asker: from, life: from.life}
	cable := n.cable(Link{from.Name, to})
	m := &message{cable: cable, call: c, text: request.Text, value: request.Value}
	n.send(m, n.delay(cable))
	c.Msg = m.id
	if timeout > 0 {
		c.timeout = from.At(n.k.now.Add(from.lasts(timeout)), func() { c.expire(timeout) })
	}
	return c
}

// After is over when d of the host's own time has passed.
func (h *Host) After(d time.Duration) *Call {
	c := &Call{asker: h, life: h.life}
	c.timeout = h.At(h.k.now.Add(h.lasts(d)), func() { c.end(nil, nil) })
	return c
}

// Signal is over when it is given.
func (h *Host) Signal() *Call { return &Call{asker: h, life: h.life} }

// Give ends a signal. Who waits for it goes on in a step of its own, so that one
// process never runs within another.
func (c *Call) Give(value any) {
	if c.over || c.given {
		return
	}
	c.given = true
	c.asker.At(c.asker.k.now, func() { c.end(value, nil) })
}

// Forget gives up waiting: nothing comes of the call any more.
func (c *Call) Forget() {
	c.over, c.waiters = true, nil
	if c.timeout != nil {
		c.timeout.Cancel()
	}
}

// Over reports whether it has come.
func (c *Call) Over() bool { return c.over }

// Await waits until each call is over.
func (p *Proc) Await(calls ...*Call) {
	for _, c := range calls {
		p.AwaitAny([]*Call{c})
	}
}

// AwaitAny waits until one of the calls is over and returns its index; of
// several that are, the first.
func (p *Proc) AwaitAny(calls []*Call) int {
	for {
		for i, c := range calls {
			if c.over {
				return i
			}
		}
		for _, c := range calls {
			c.waiters = append(c.waiters, p)
		}
		p.park()
		for _, c := range calls { // what the process waits for next is something else
			c.waiters = slices.DeleteFunc(c.waiters, func(q *Proc) bool { return q == p })
		}
	}
}

// Result is the reply's value. The error is ErrRefused or ErrNoReply, with the
// server's name around it.
func (c *Call) Result() (any, error) { return c.value, c.err }

func (c *Call) finish(value any) {
	if err, failed := value.(error); failed {
		c.end(nil, fmt.Errorf("%s: %w", c.to, err))
		return
	}
	c.end(value, nil)
}

func (c *Call) expire(after time.Duration) {
	if c.over {
		return
	}
	c.asker.k.Emit(c.asker.Name, trace.TimedOut{Msg: c.Msg, To: c.to, After: after})
	c.end(nil, fmt.Errorf("%s: %w (%s)", c.to, ErrNoReply, trace.Dur(after)))
}

func (c *Call) end(value any, err error) {
	if c.over {
		return // a reply after the timeout, or the second of two
	}
	c.over, c.value, c.err = true, value, err
	if c.timeout != nil {
		c.timeout.Cancel()
	}
	waiters := c.waiters
	c.waiters = nil
	for _, p := range waiters {
		p.wake()
	}
}

// Sleep waits for d of the host's own time: a clock that runs fast wakes it
// early. Stepping the clock does not: timers are monotonic.
func (p *Proc) Sleep(d time.Duration) {
	h := p.host
	p.alarm = h.At(h.k.now.Add(h.lasts(d)), p.wakeUp)
	p.park()
	p.alarm = nil
}

// Emit records an event on the process's lane, with the line it stands on.
func (p *Proc) Emit(body trace.Body) {
	p.stand(func() { p.host.k.Emit(p.host.Name, body) })
}

// Ask sends a request from the process's host.
func (p *Proc) Ask(n *Network, to string, request Payload, timeout time.Duration) *Call {
	var c *Call
	p.stand(func() { c = n.Ask(p.host, to, request, timeout) })
	return c
}
