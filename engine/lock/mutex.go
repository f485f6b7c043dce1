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

	held    bool        // its mutex
	waiting []*sim.Call // those who wait for it, in order

	session *Session // that several of them use: mistake shared-session
	users   int      // how many
}

// Gone empties the memory: the process has died.
func (m *Memory) Gone() { *m = Memory{Process: m.Process} }

// wake wakes the first who waits for the mutex.
func (m *Memory) wake() {
	if len(m.waiting) > 0 {
		m.waiting[0].Give(nil)
		m.waiting = m.waiting[1:]
	}
}

// forget takes one who gave up off those who wait. If it was just being woken, the
// next is, in its place.
func (m *Memory) forget(gaveUp *sim.Call) {
	i := slices.Index(m.waiting, gaveUp)
	if i < 0 {
		m.wake()
		return
	}
	m.waiting = slices.Delete(m.waiting, i, i+1)
}

// Acquire takes the mutex when nobody of this process has it.
func (l Mutex) Acquire(c *Client) (Grant, error) {
	for l.Memory.held {
		free := c.Host.Signal()
		l.Memory.waiting = append(l.Memory.waiting, free)
		c.Say(trace.Waiting{Why: "the mutex in the memory of " + l.Memory.Process + " is taken"})
		if err := c.awaitPatiently(free); err != nil {
			l.Memory.forget(free)
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
	l.Memory.wake()
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
