package engine

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/sim"
)

// connections are a server's, to its clients. A connection delivers all that is sent
// on it, once and in order, or breaks; and when it breaks, the client's library
// connects again and asks for what it missed. So a notice that was lost is sent again
// as soon as the server hears from its client, and a request that comes a second time
// is dropped.
type connections struct {
	net    *sim.Network
	server string
	missed map[string][]sim.Payload // notices, by client
	had    map[int]bool             // requests
}

func newConnections(net *sim.Network, server string) connections {
	return connections{net, server, map[string][]sim.Payload{}, map[int]bool{}}
}

// tell sends a notice, and returns its message number.
func (c connections) tell(client string, p sim.Payload) (msg int) {
	msg = c.net.Notify(c.server, client, p, func() {
		again := sim.Payload{Value: p.Value, Text: fmt.Sprintf("%s (again: #%d was lost)", p.Text, msg)}
		c.missed[client] = append(c.missed[client], again)
	})
	return msg
}

// hear notes that a request has come, and reports whether it came before.
func (c connections) hear(client string, msg int) (again bool) {
	missed := c.missed[client]
	delete(c.missed, client)
	for _, p := range missed {
		c.tell(client, p)
	}
	request := c.net.Original(msg)
	again = c.had[request]
	c.had[request] = true
	return again
}

// hadAlready is what becomes of a request that came before.
func hadAlready() sim.Payload {
	return sim.Payload{Value: sim.Dropped, Text: "the connection has delivered it already"}
}

// left gives up what a client has missed: it is gone.
func (c connections) left(client string) { delete(c.missed, client) }

// lost gives up all that was missed: the server knows nothing of it any more.
func (c connections) lost() { clear(c.missed) }
