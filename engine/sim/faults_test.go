package sim_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

func all(sim.Link) bool { return true }

func TestCuts(t *testing.T) {
	for _, c := range []struct {
		name   string
		links  []sim.Link
		at     time.Duration // of the cut; the request is sent at 0 and arrives at 10
		heal   time.Duration // 0: never
		served bool
		heard  string
	}{
		{"requests, when sent", []sim.Link{there}, 0, 0, false, noReply},
		{"requests, when on their way", []sim.Link{there}, 5, 0, false, noReply},
		{"requests, after they arrived", []sim.Link{there}, 10, 0, true, "X@20"},
		{"replies, before they are sent", []sim.Link{back}, 5, 0, true, noReply},
		{"replies, when on their way", []sim.Link{back}, 15, 0, true, noReply},
		{"both ways", []sim.Link{there, back}, 0, 0, false, noReply},
		{"healed before it was sent", []sim.Link{back}, 1, 9, true, "X@20"},
		{"healed after it was sent", []sim.Link{there}, 0, 5, false, noReply},
		{"for a moment, while it was on its way", []sim.Link{there}, 4, 6, false, noReply},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newCable()
			cut := func() {
				for _, l := range c.links {
					w.n.Cut(l)
				}
			}
			if c.at == 0 {
				cut()
				w.ask("x")
			} else {
				w.ask("x")
				runTo(w.k, c.at)
				cut()
			}
			if c.heal > 0 {
				runTo(w.k, c.heal)
				w.n.Heal(all)
			}
			runAll(w.k)
			if served := len(w.served) > 0; served != c.served {
				t.Errorf("served: %v, want %v", served, c.served)
			}
			wantNotes(t, w.heard, c.heard)
		})
	}
}

func TestHealingOneCable(t *testing.T) {
	w := newCable()
	w.n.Cut(there)
	w.n.Cut(back)
	w.n.Hold(back)
	w.n.Heal(func(l sim.Link) bool { return l == there })
	if got := w.n.Broken(); len(got) != 1 || got[0] != back {
		t.Errorf("broken are %v", got)
	}
	w.n.Heal(all)
	if got := w.n.Broken(); len(got) != 0 {
		t.Errorf("broken are %v", got)
	}
}

// hold has the request #1 of A arrive at 10 and wait there; the time is 20.
func hold() *cable {
	w := newCable()
	w.n.Hold(there)
	w.ask("x")
	runTo(w.k, 20)
	return w
}

func TestWhatIsHeld(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(*sim.Network)
		served []string
		heard  string
	}{
		{"waits", func(*sim.Network) {}, nil, noReply},
		{"goes on when healed", func(n *sim.Network) { n.Heal(all) }, []string{"#1 x@20"}, "X@30"},
		{"can be delivered", func(n *sim.Network) { n.Deliver(1) }, []string{"#1 x@20"}, "X@30"},
		{"can be dropped", func(n *sim.Network) { n.Drop(1) }, nil, noReply},
		{"arrives after a delay", func(n *sim.Network) { n.Delay(1, 7) }, []string{"#1 x@27"}, "X@37"},
		{"arrives once, delayed and healed", func(n *sim.Network) { n.Delay(1, 7); n.Heal(all) }, []string{"#1 x@27"}, "X@37"},
		{"is not lost when the cable is cut", func(n *sim.Network) { n.Cut(there); n.Heal(all) }, []string{"#1 x@20"}, "X@30"},
		{"does not pass a cut cable", func(n *sim.Network) { n.Cut(there); n.Deliver(1) }, nil, noReply},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := hold()
			c.do(w.n)
			runAll(w.k)
			wantNotes(t, w.served, c.served...)
			wantNotes(t, w.heard, c.heard)
		})
	}
}

func TestACutCableHoldsNothing(t *testing.T) {
	w := newCable()
	w.n.Hold(there)
	w.n.Cut(there)
	w.ask("x")
	runAll(w.k)
	wantNotes(t, w.kinds(), "dropped server", "timed-out A")
}

func TestAHeldMessageToADeadServerIsRefused(t *testing.T) {
	w := hold()
	w.s.Crash(false)
	w.n.Deliver(1)
	runAll(w.k)
	wantNotes(t, w.heard, "server: connection refused@30")
}

func TestHeldMessagesGoOnInOrder(t *testing.T) {
	w := newCable()
	w.n.Hold(there)
	w.a.Go(func(p *sim.Proc) {
		var calls []*sim.Call
		for _, what := range []string{"x", "y", "z"} {
			calls = append(calls, p.Ask(w.n, "server", sim.Payload{Value: what}, 100))
		}
		p.Await(calls...)
	})
	runTo(w.k, 50)
	w.n.Heal(all)
	runAll(w.k)
	wantNotes(t, w.served, "#1 x@50", "#2 y@50", "#3 z@50")
}

func TestWhatIsOnItsWay(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(*sim.Network)
		served []string
		heard  string
	}{
		{"can be delivered at once", func(n *sim.Network) { n.Deliver(1) }, []string{"#1 x@5"}, "X@15"},
		{"can be dropped", func(n *sim.Network) { n.Drop(1) }, nil, noReply},
		{"can be delayed", func(n *sim.Network) { n.Delay(1, 30) }, []string{"#1 x@40"}, "X@50"},
		{"can be delayed beyond the timeout", func(n *sim.Network) { n.Delay(1, 300) }, []string{"#1 x@310"}, noReply},
		{"can be duplicated", func(n *sim.Network) { n.Duplicate(1) }, []string{"#1 x@10", "#2 x@15"}, "X@20"},
		{"can be lost while its copy is not", func(n *sim.Network) { n.Duplicate(1); n.Drop(1) }, []string{"#2 x@15"}, "X@25"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newCable()
			w.ask("x")
			runTo(w.k, 5)
			c.do(w.n)
			runAll(w.k)
			wantNotes(t, w.served, c.served...)
			wantNotes(t, w.heard, c.heard)
		})
	}
}

func TestTheSecondOfTwoRepliesIsReceivedAndIgnored(t *testing.T) {
	w := newCable()
	w.ask("x")
	runTo(w.k, 15)
	w.n.Duplicate(w.lastSent())
	runAll(w.k)
	wantNotes(t, w.served, "#1 x@10")
	wantNotes(t, w.heard, "X@20")
	wantNotes(t, w.kinds(), "received A", "received A")
}

func TestOnTheWayNamesWhatIs(t *testing.T) {
	w := newCable()
	if err := w.n.OnTheWay(1); err == nil || err.Error() != "#1 is not on its way; no message is" {
		t.Errorf("got %v", err)
	}
	w.ask("x")
	runTo(w.k, 5)
	if err := w.n.OnTheWay(1); err != nil {
		t.Error(err)
	}
	if err := w.n.OnTheWay(7); err == nil || err.Error() != "#7 is not on its way; on their way are #1 (A→server)" {
		t.Errorf("got %v", err)
	}
	runAll(w.k)
	if w.n.OnTheWay(1) == nil || w.n.OnTheWay(2) == nil {
		t.Error("a message that was taken in is on its way")
	}
}

// A message that reached a host which crashed before it got to it is lost, and
// the trace says so.
func TestWhatACrashLeavesUndoneIsLost(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*cable)
		want []string
	}{
		{"a reply that waits for a paused client", func(c *cable) { c.a.Pause(0); runTo(c.k, 25); c.a.Crash(false) },
			[]string{"paused A", "arrived A", "crashed A", "dropped A"}},
		{"a request that waits for a paused server", func(c *cable) { c.s.Pause(0); runTo(c.k, 15); c.s.Crash(false) },
			[]string{"paused server", "arrived server", "crashed server", "dropped server", "timed-out A"}},
		{"a request that a slow server works on", func(c *cable) { c.s.Slow(20); runTo(c.k, 15); c.s.Crash(false); c.s.Restart() },
			[]string{"slowed server", "crashed server", "restarted server", "dropped server", "timed-out A"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newCable()
			w.ask("x")
			runTo(w.k, 5)
			c.do(w)
			runAll(w.k)
			wantNotes(t, w.kinds(), c.want...)
		})
	}
}

// Whatever is copied, the copy names the first, and the reply the request.
func TestCopiesNameTheFirst(t *testing.T) {
	w := newCable()
	w.ask("x")
	runTo(w.k, 5)
	w.n.Duplicate(1)
	w.n.Duplicate(2)
	w.n.Drop(1)
	w.n.Drop(2)
	runTo(w.k, 16)
	w.n.Duplicate(w.lastSent())
	runAll(w.k)
	var of []string
	for _, e := range w.k.Log().Since(0) {
		if sent, ok := e.Body.(trace.Sent); ok {
			of = append(of, fmt.Sprintf("#%d of #%d", sent.Msg, sent.Of))
		}
	}
	wantNotes(t, of, "#1 of #0", "#2 of #1", "#3 of #1", "#4 of #1", "#5 of #1")
	wantNotes(t, w.heard, "X@25")
}

// Who sends a notice is told when it is lost, once, however that comes about.
func TestALostNotice(t *testing.T) {
	for name, lose := range map[string]func(*cable, int){
		"cut":           func(c *cable, _ int) { c.n.Cut(back) },
		"dropped":       func(c *cable, msg int) { c.n.Drop(msg) },
		"nobody there":  func(c *cable, _ int) { c.a.Crash(false) },
		"its copy, too": func(c *cable, msg int) { c.n.Duplicate(msg); c.n.Cut(back) },
		"delivered":     func(*cable, int) {},
	} {
		c := newCable()
		lost := 0
		c.n.Listen(c.a, c)
		msg := c.n.Notify("server", "A", sim.Payload{Value: "x", Text: "x"}, func() { lost++ })
		lose(c, msg)
		runAll(c.k)
		if want := map[bool]int{true: 0, false: 1}[name == "delivered"]; lost != want {
			t.Errorf("%s: told %d times, want %d", name, lost, want)
		}
	}
}

// A copy of a request, or a copy of that, goes back to the request.
func TestTheOriginalOfACopy(t *testing.T) {
	c := newCable()
	c.n.Ask(c.a, "server", sim.Payload{Value: "x"}, 0) // #1
	c.n.Duplicate(1)
	c.n.Duplicate(2)
	for _, msg := range []int{1, 2, 3} {
		if got := c.n.Original(msg); got != 1 {
			t.Errorf("#%d is a copy of #%d, want #1", msg, got)
		}
	}
}
