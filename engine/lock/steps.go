package lock

import (
	"fmt"
	"strconv"
	"time"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// Resource is the protected resource as a client sees it.
type Resource interface {
	// Read fetches the object; the version is what a later write was based on.
	Read(c *Client) (store.State, error)
	// Write changes the object under a grant; nil: without a lock.
	Write(c *Client, w store.Write, g *Grant) error
}

// Store is the protected resource as a store of its own.
type Store struct {
	Lane   string // where it listens
	Object string // what it keeps
}

// ReadRequest asks for the object. The answer is a store.State.
type ReadRequest struct{}

// WriteAnswer is the store's answer to a store.Write.
type WriteAnswer struct {
	State    store.State
	Accepted bool
}

// Read fetches the object; the version is what a later write was based on.
func (s Store) Read(c *Client) (store.State, error) {
	return s.read(c, sim.Payload{Value: ReadRequest{}, Text: "read " + s.Object})
}

func (s Store) read(c *Client, request sim.Payload) (store.State, error) {
	reply := c.ask(s.Lane, request)
	if reply.Err() != nil {
		return store.State{}, reply.Err()
	}
	state := reply.value.(store.State)
	c.Say(trace.Read{Object: s.Object, Version: state.Version, Value: state.Value})
	return state, nil
}

// Work is what the lock is for: d of the client's own time, in which anything
// can happen to the client, and to the lock.
func Work(c *Client, d time.Duration) {
	c.Sleep(d)
	c.Say(trace.Worked{For: d})
}

// Watchdog extends the lock while the client works.
type Watchdog struct {
	Lock  Lock
	Name  string
	Every time.Duration // a third of the TTL, as most libraries have it

	GivesUp bool // mistake renewal-gives-up: one failure, and it never tries again
}

// Work works for d and extends the lock now and then. It is an error if the
// lock is lost on the way: an extension that fails is tried again, but nobody
// works on past the lock's end. A watchdog stops when its process does: it does
// not help against a pause.
func (w Watchdog) Work(c *Client, g *Grant, d time.Duration) error {
	for left := d; left > 0; {
		stretch := min(left, w.Every, max(0, g.Deadline-c.Now()))
		c.Sleep(stretch)
		left -= stretch
		if left == 0 {
			break
		}
		longer, err := w.extend(c, *g)
		switch {
		case err == nil:
			*g = longer
		case w.GivesUp:
			c.Sleep(left) // mistake renewal-gives-up: never again
			left = 0
		case Final(err):
			c.Lost(w.Name, err)
			return err
		}
	}
	c.Say(trace.Worked{For: d})
	return nil
}

func (w Watchdog) extend(c *Client, g Grant) (Grant, error) {
	if c.Now() >= g.Deadline {
		return g, errOver
	}
	return w.Lock.Extend(c, g)
}

// Check looks at the clock just before something that needs the lock. The
// answer is old as soon as it is given: a pause can fall right after it.
func Check(c *Client, name string, g Grant) error {
	if g.Deadline == 0 {
		return errNoPromise
	}
	left := g.Deadline - c.Now()
	if left <= 0 {
		c.Lost(name, errOver)
		return errOver
	}
	c.Say(trace.Checked{Lock: name, Left: left})
	return nil
}

// Write changes the object, and sends the grant's token along.
func (s Store) Write(c *Client, w store.Write, _ *Grant) error {
	text := fmt.Sprintf("write %s = %s", s.Object, strconv.Quote(w.Value))
	if w.Token != 0 {
		text += fmt.Sprintf(" token %d", w.Token)
	}
	return s.write(c, w, sim.Payload{Value: w, Text: text})
}

func (s Store) write(c *Client, w store.Write, request sim.Payload) error {
	reply := c.ask(s.Lane, request)
	if reply.Err() != nil {
		return reply.Err()
	}
	answer := reply.value.(WriteAnswer)
	c.Say(trace.Wrote{
		Object: s.Object, Token: w.Token, Accepted: answer.Accepted,
		Version: answer.State.Version, Value: answer.State.Value,
	})
	return nil
}
