package lock

import (
	"fmt"
	"strconv"
	"time"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// Store is the protected resource as a client sees it.
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
	reply := c.ask(s.Lane, sim.Payload{Value: ReadRequest{}, Text: "read " + s.Object})
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

// Write changes the object, and sends the grant's token along.
func (s Store) Write(c *Client, w store.Write) error {
	text := fmt.Sprintf("write %s = %s", s.Object, strconv.Quote(w.Value))
	if w.Token != 0 {
		text += fmt.Sprintf(" token %d", w.Token)
	}
	reply := c.ask(s.Lane, sim.Payload{Value: w, Text: text})
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
