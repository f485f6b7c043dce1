// Package lock holds the lock clients: one algorithm a file, written to be read
// beside the timeline while it runs. Start with redis.go.
//
// A client is a process in lab time. It asks servers, waits, sleeps and says
// what it believes; the calls that do so are in this file and hide the
// simulation. Everything that a client says or hears takes it a moment, so that
// a pause can fall between any two lines that matter.
package lock

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// Moment is the lab time that a client takes to notice or to say one thing.
const Moment = 100 * time.Microsecond

// Lock is one algorithm.
type Lock interface {
	// Acquire takes the lock, trying again until it is free. It returns with
	// the client believing that it holds the lock, or with an error when the
	// client's patience is at an end.
	Acquire(c *Client) (Grant, error)
	// Extend makes the promise run longer. If the error is Final, the lock is
	// lost; any other may be tried again while the lock is good.
	Extend(c *Client, g Grant) (Grant, error)
	// Release gives the lock back. The client stops believing before the
	// request leaves. The error says whether it may have happened.
	Release(c *Client, g Grant) error
}

// Grant is what a client knows of the lock that it took.
type Grant struct {
	Value    string        // what marks the lock as this client's, new for each attempt
	Token    int64         // fencing token; 0: this lock gives none
	Create   int64         // etcd: create revision of the client's key
	Deadline time.Duration // end of what the service promised, by the client's clock; 0: it is kept up by a session, or has no end
	Until    trace.Time    // the same in lab time
	Votes    []int         // the requests whose execution made up the grant
	Needed   int           // how many of them were enough
	Session  string        // that it hangs on, where there is one
}

// Client is one client of a lock, while its process runs.
type Client struct {
	Name string
	Net  *sim.Network
	Host *sim.Host
	Dice *sim.Stream // the client's own randomness

	// Timeout is how long the client waits for one reply.
	Timeout time.Duration

	proc     *sim.Proc
	patience *sim.Call         // over when it would rather give up; nil: never
	watches  map[int]*sim.Call // what the client is to be told of, by the request that set the watch
}

// Run makes p the client's process. It knows nothing of what one before it knew.
func (c *Client) Run(p *sim.Proc) { c.proc, c.watches = p, map[int]*sim.Call{} }

// Beside runs f as one more process of the client, beside what it does.
func (c *Client) Beside(f func(*Client)) *sim.Proc {
	return c.Host.Beside(func(p *sim.Proc) {
		beside := c.patient()
		beside.proc = p
		f(beside)
	})
}

// Within sets the client's patience for what f does: d of its own time; 0 is
// without end.
func (c *Client) Within(d time.Duration, f func() error) error {
	if d > 0 {
		c.patience = c.Host.After(d)
		defer func() { c.patience.Forget(); c.patience = nil }()
	}
	return f()
}

// Impatient reports whether the client would rather give up.
func (c *Client) Impatient() bool { return c.patience != nil && c.patience.Over() }

// patient is the client without the end to its patience.
func (c *Client) patient() *Client {
	patient := *c
	patient.patience = nil
	return &patient
}

// Say records something on the client's lane.
func (c *Client) Say(body trace.Body) {
	c.proc.Emit(body)
	c.proc.Sleep(Moment)
}

// Acquired says that the client believes from here on.
func (c *Client) Acquired(lock string, g Grant) {
	c.Say(trace.Acquired{Lock: lock, Token: g.Token, Until: g.Until, Votes: g.Votes, Needed: g.Needed, Session: g.Session})
}

// Lost says that the client does not believe any more, and why.
func (c *Client) Lost(lock string, why error) {
	c.Say(trace.LostLock{Lock: lock, Why: why.Error()})
}

// Sleep waits for d of the client's own time.
func (c *Client) Sleep(d time.Duration) { c.proc.Sleep(d) }

// Now is what the client's own clock shows.
func (c *Client) Now() time.Duration { return c.Host.Now() }

// WaitAbout waits for a random time between low and high before another
// attempt, so that clients that collided do not collide again.
func (c *Client) WaitAbout(low, high time.Duration, why string) {
	d := c.Dice.Between(low, high)
	c.Say(trace.Waiting{For: d, Why: why})
	c.Sleep(d)
}

// NewValue draws a value that nobody else will ever use. Real clients use 20
// random bytes; 8 are enough to read on a screen and as good in a lab.
func (c *Client) NewValue() string { return fmt.Sprintf("%016x", c.Dice.Uint64()) }

// In is the lab time d from now. A service's promise is measured so: whatever
// the client's own clock does, the service does not know it.
func (c *Client) In(d time.Duration) trace.Time { return c.Host.When(c.Now()).Add(d) }

// Reply is a server's answer.
type Reply struct {
	Msg   int // the request's message number
	value any
	err   error
}

// Ask sends one Redis command to a node and waits for the reply.
func (c *Client) Ask(node string, command ...string) Reply {
	return c.ask(node, onWire(command))
}

// AskAll sends one Redis command to every node at once, and hands over each
// reply as it comes.
func (c *Client) AskAll(nodes []string, command []string, each func(node string, r Reply)) {
	nodes = append([]string(nil), nodes...)
	calls := make([]*sim.Call, len(nodes))
	for i, node := range nodes {
		calls[i] = c.proc.Ask(c.Net, node, onWire(command), c.Timeout)
	}
	for len(calls) > 0 {
		i := c.proc.AwaitAny(calls)
		value, err := calls[i].Result()
		node, msg := nodes[i], calls[i].Msg
		calls, nodes = append(calls[:i], calls[i+1:]...), append(nodes[:i], nodes[i+1:]...)
		each(node, Reply{msg, value, err})
	}
}

func onWire(command []string) sim.Payload {
	return sim.Payload{Value: command, Text: trace.Line(command)}
}

func (c *Client) ask(server string, request sim.Payload) Reply {
	return c.answer(c.proc.Ask(c.Net, server, request, c.Timeout))
}

func (c *Client) answer(call *sim.Call) Reply {
	c.proc.Await(call)
	c.Sleep(Moment)
	value, err := call.Result()
	return Reply{call.Msg, value, err}
}

// Err is why there is no reply; see MayHaveHappened. It is nil for a reply,
// whatever it says.
func (r Reply) Err() error { return r.err }

// Nil reports whether Redis answered with nil: for SET NX, the key exists.
func (r Reply) Nil() bool { return r.err == nil && r.value == nil }

// Yes reports whether Redis did what was asked: OK, or a number above 0.
func (r Reply) Yes() bool {
	n, isNumber := r.value.(int64)
	return r.err == nil && (r.value == "OK" || (isNumber && n > 0))
}

// Count is an integer reply, or why there is none.
func (r Reply) Count() (int64, error) { n, _ := r.value.(int64); return n, r.err }

// Text is a string reply; "" if it is none.
func (r Reply) Text() string { s, _ := r.value.(string); return s }

// Answer says in words what the server answered, or why there is no answer. A
// refusal, a server that nothing listens on and a reply that did not come are
// three things.
func (r Reply) Answer() string {
	switch {
	case r.Yes():
		return "done"
	case MayHaveHappened(r.err):
		return r.err.Error() + ": it may have happened"
	case r.err != nil:
		return r.err.Error()
	case r.value == nil:
		return "the key exists"
	}
	return "the key is gone, or somebody else's"
}

// orNil turns the 0 of SETNX into the nil of SET NX.
func (r Reply) orNil() Reply {
	if n, isNumber := r.value.(int64); isNumber && n == 0 {
		r.value = nil
	}
	return r
}

// MayHaveHappened reports whether a request that failed so may have been
// carried out: a lost reply is not a refusal.
func MayHaveHappened(err error) bool { return errors.Is(err, sim.ErrNoReply) }

// ms prints a duration as Redis wants it, in whole milliseconds.
func ms(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

func itoa(n int) string { return strconv.Itoa(n) }
