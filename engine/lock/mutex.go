package lock

import (
	"errors"
	"slices"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// Mutex is a lock in one process's memory, like Go's sync.Mutex. It is here to show
// where it ends: a second process has a memory of its own, and in it a mutex of
// its own.
type Mutex struct {
	Name   string
	Memory *Memory // of the client's process
}

// Memory is what the goroutines of one process share.
type Memory struct {
	Process string // its name
	held    bool
	waiting []*sim.Call // those who wait, in order
}

// Gone empties the memory: the process has died.
func (m *Memory) Gone() { m.held, m.waiting = false, nil }

// Acquire takes the mutex when nobody of this process has it.
func (l Mutex) Acquire(c *Client) (Grant, error) {
	for l.Memory.held {
		free := c.Host.Signal()
		l.Memory.waiting = append(l.Memory.waiting, free)
		c.Say(trace.Waiting{Why: "the mutex in the memory of " + l.Memory.Process + " is taken"})
		if err := c.awaitPatiently(free); err != nil {
			l.Memory.waiting = slices.DeleteFunc(l.Memory.waiting, func(w *sim.Call) bool { return w == free })
			return Grant{}, err
		}
		c.Say(trace.Woken{Lock: l.Name, Why: "the mutex was unlocked"})
	}
	l.Memory.held = true
	g := Grant{Needed: 1}
	c.Acquired(l.Name, g)
	return g, nil
}

// Release unlocks it, and wakes one who waits.
func (l Mutex) Release(c *Client, _ Grant) error {
	c.Say(trace.Releasing{Lock: l.Name})
	l.Memory.held = false
	if len(l.Memory.waiting) > 0 {
		l.Memory.waiting[0].Give(nil)
		l.Memory.waiting = l.Memory.waiting[1:]
	}
	c.Say(trace.Released{Lock: l.Name, Removed: true})
	return nil
}

var errNoPromise = errors.New("a mutex is held until it is unlocked: there is nothing to extend")

// Extend does nothing: a mutex has no time to live.
func (l Mutex) Extend(_ *Client, g Grant) (Grant, error) { return g, errNoPromise }

// awaitPatiently waits for a call, or until the client's patience is at an end.
func (c *Client) awaitPatiently(what *sim.Call) error {
	calls := []*sim.Call{what}
	if c.patience != nil {
		calls = append(calls, c.patience)
	}
	if c.proc.AwaitAny(calls) == 1 {
		return errGaveUp
	}
	return nil
}
