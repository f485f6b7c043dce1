package sim_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// cable is a client A and a server, with a network in between that takes 10 each
// way, and what A learned of what it asked.
type cable struct {
	k      *sim.Kernel
	n      *sim.Network
	a, s   *sim.Host
	served []string
	heard  []string // "answer@moment" or "error@moment"
}

func newCable() *cable {
	k := sim.New(1, nil)
	c := &cable{k: k, n: k.Network(10, 10), a: k.Host("A"), s: k.Host("server")}
	c.n.Listen(c.s, c)
	return c
}

var there, back = sim.Link{From: "A", To: "server"}, sim.Link{From: "server", To: "A"}

// Serve notes the request and answers it in capitals.
func (c *cable) Serve(_ string, msg int, request sim.Payload) sim.Payload {
	c.served = append(c.served, fmt.Sprintf("#%d %s@%d", msg, request.Value, c.k.Now()))
	return sim.Payload{Value: strings.ToUpper(request.Value.(string)), Text: "yes"}
}

// ask lets A ask for something, with a timeout of 100.
func (c *cable) ask(what string) {
	c.a.Go(func(p *sim.Proc) {
		call := p.Ask(c.n, "server", sim.Payload{Value: what, Text: what}, 100)
		p.Await(call)
		answer, err := call.Result()
		if err != nil {
			answer = err
		}
		c.heard = append(c.heard, fmt.Sprintf("%v@%d", answer, c.k.Now()))
	})
}

// kinds lists the events so far but those of sending, as "kind lane".
func (c *cable) kinds() []string {
	var out []string
	for _, e := range c.k.Log().Since(0) {
		if e.Body.Kind() != "sent" {
			out = append(out, string(e.Body.Kind())+" "+e.Lane)
		}
	}
	return out
}

const noReply = "server: no reply in time (100ns)@100"

func TestAReplyTravelsBack(t *testing.T) {
	c := newCable()
	c.ask("x")
	runAll(c.k)
	wantNotes(t, c.served, "#1 x@10")
	wantNotes(t, c.heard, "X@20")
	wantNotes(t, c.kinds(), "received A")
}

func TestDelaysAreWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := time.Duration(rapid.IntRange(0, 5000).Draw(t, "low")) * time.Microsecond
		high := low + time.Duration(rapid.IntRange(0, 5000).Draw(t, "more"))*time.Microsecond
		k := sim.New(rapid.Uint64().Draw(t, "seed"), nil)
		n := k.Network(low, high)
		n.Listen(k.Host("server"), echo{})
		k.Host("A").Go(func(p *sim.Proc) {
			for range 5 {
				before := k.Now()
				p.Await(p.Ask(n, "server", sim.Payload{}, time.Second))
				if took := k.Now().Sub(before); took < 2*low || took > 2*high {
					t.Fatalf("there and back took %v, each way takes %v to %v", took, low, high)
				}
			}
		})
		runAll(k)
	})
}

func TestAwaitWaitsForAll(t *testing.T) {
	c := newCable()
	c.a.Go(func(p *sim.Proc) {
		first := p.Ask(c.n, "server", sim.Payload{Value: "x"}, 100)
		p.Sleep(5)
		second := p.Ask(c.n, "server", sim.Payload{Value: "y"}, 100)
		p.Await(second, first)
		note(c.k, &c.heard, "both")()
	})
	runAll(c.k)
	wantNotes(t, c.heard, "both@25")
}

func TestAServerThatIsDownRefuses(t *testing.T) {
	c := newCable()
	c.s.Crash(false)
	c.ask("x")
	runAll(c.k)
	wantNotes(t, c.served)
	wantNotes(t, c.heard, "server: connection refused@20")
}

func TestRefusedAndUnansweredDiffer(t *testing.T) {
	c := newCable()
	c.a.Go(func(p *sim.Proc) {
		c.n.Cut(back)
		lost := p.Ask(c.n, "server", sim.Payload{Value: "x"}, 50)
		p.Await(lost)
		c.n.Heal(func(sim.Link) bool { return true })
		c.s.Crash(false)
		refused := p.Ask(c.n, "server", sim.Payload{Value: "x"}, 50)
		p.Await(refused)
		_, one := lost.Result()
		_, two := refused.Result()
		if !errors.Is(one, sim.ErrNoReply) || !errors.Is(two, sim.ErrRefused) {
			t.Errorf("got %v and %v", one, two)
		}
	})
	runAll(c.k)
}

func TestALateReplyIsReceivedAndIgnored(t *testing.T) {
	c := newCable()
	c.n.Hold(back)
	c.ask("x")
	runTo(c.k, 150)
	c.n.Heal(func(sim.Link) bool { return true })
	runAll(c.k)
	wantNotes(t, c.served, "#1 x@10")
	wantNotes(t, c.heard, noReply)
	wantNotes(t, c.kinds(), "held A", "timed-out A", "received A")
}

func TestATimeoutIsTheHostsOwnTime(t *testing.T) {
	c := newCable()
	c.a.Drift(2)
	c.n.Cut(there)
	c.ask("x")
	runAll(c.k)
	wantNotes(t, c.heard, "server: no reply in time (100ns)@50")
}

// A client that stands still notices nothing, neither the reply nor that it
// came too late: it takes in both when it runs again, in the order in which they
// came.
func TestAPausedClientHearsLater(t *testing.T) {
	c := newCable()
	c.ask("x")
	runTo(c.k, 5)
	c.a.Pause(200)
	runAll(c.k)
	wantNotes(t, c.heard, "X@205")
	wantNotes(t, c.kinds(), "paused A", "arrived A", "resumed A", "received A")

	c = newCable()
	c.n.Hold(back)
	c.ask("x")
	runTo(c.k, 5)
	c.a.Pause(200)
	runTo(c.k, 150)
	c.n.Heal(func(sim.Link) bool { return true })
	runAll(c.k)
	wantNotes(t, c.heard, "server: no reply in time (100ns)@205")
}

func TestAPausedServerAnswersLater(t *testing.T) {
	c := newCable()
	c.s.Pause(50)
	c.ask("x")
	runAll(c.k)
	wantNotes(t, c.served, "#1 x@50")
	wantNotes(t, c.heard, "X@60")
}

func TestAReplyToAnEarlierLifeIsLost(t *testing.T) {
	c := newCable()
	c.ask("x")
	runTo(c.k, 15)
	c.a.Crash(false)
	c.a.Restart()
	c.ask("y")
	runAll(c.k)
	wantNotes(t, c.served, "#1 x@10", "#3 y@25")
	wantNotes(t, c.heard, "Y@35")
	wantNotes(t, c.kinds(), "crashed A", "restarted A", "dropped A", "received A")
}

func TestAReplyToADeadClientIsLost(t *testing.T) {
	c := newCable()
	c.ask("x")
	runTo(c.k, 15)
	c.a.Crash(false)
	runAll(c.k)
	wantNotes(t, c.kinds(), "crashed A", "dropped A")
}

func TestAskingNobody(t *testing.T) {
	c := newCable()
	if with := panics(t, func() { c.n.Ask(c.a, "moon", sim.Payload{}, 100) }); !strings.Contains(fmt.Sprint(with), "moon") {
		t.Errorf("it panicked with %v", with)
	}
}

// lastSent is the number of the last message that was sent.
func (c *cable) lastSent() int {
	last := 0
	for _, e := range c.k.Log().Since(0) {
		if sent, ok := e.Body.(trace.Sent); ok {
			last = sent.Msg
		}
	}
	return last
}
