package sim

import (
	"fmt"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Call is a request under way.
type Call struct {
	Msg int // the request's message number

	to      string
	asker   *Host
	life    int
	timeout *Timer
	over    bool
	value   any
	err     error
	waiter  *Proc
}

// Ask sends a request and goes on at once. Await tells what became of it. The
// timeout is measured from now, in the host's own time; a paused host notices
// it when it resumes.
func (n *Network) Ask(from *Host, to string, request Payload, timeout time.Duration) *Call {
	if n.k.hosts[to] == nil {
		panic("sim: no host named " + to)
	}
	c := &Call{to: to, asker: from, life: from.life}
	cable := n.cable(Link{from.Name, to})
	m := &message{cable: cable, call: c, text: request.Text, value: request.Value}
	n.send(m, n.delay(cable))
	c.Msg = m.id
	c.timeout = from.At(n.k.now.Add(from.lasts(timeout)), func() { c.expire(timeout) })
	return c
}

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
			c.waiter = p
		}
		p.park()
		for _, c := range calls {
			c.waiter = nil // what the process waits for next is something else
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
	c.timeout.Cancel()
	if c.waiter != nil {
		c.waiter.wake()
	}
}

// Sleep waits for d of the host's own time: a clock that runs fast wakes it
// early. Stepping the clock does not: timers are monotonic.
func (p *Proc) Sleep(d time.Duration) {
	h := p.host
	h.At(h.k.now.Add(h.lasts(d)), p.wakeUp)
	p.park()
}

// Emit records an event on the process's lane, with the line it stands on.
func (p *Proc) Emit(body trace.Body) {
	p.host.locate()
	p.host.k.Emit(p.host.Name, body)
}

// Ask sends a request from the process's host.
func (p *Proc) Ask(n *Network, to string, request Payload, timeout time.Duration) *Call {
	p.host.locate()
	return n.Ask(p.host, to, request, timeout)
}
