package sim_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// fault is something that is done to a lab after some steps. What makes no sense
// at that moment is left out.
type fault struct {
	Steps int
	Kind  string
	Host  string
	Link  sim.Link
	For   time.Duration
	Msg   int // of those that are on their way, by age
}

var (
	clients = []string{"A", "B", "C"}
	servers = []string{"s-1", "s-2"}
)

var anyFault = rapid.Custom(func(t *rapid.T) fault {
	client, server := rapid.SampledFrom(clients).Draw(t, "client"), rapid.SampledFrom(servers).Draw(t, "server")
	link := sim.Link{From: client, To: server}
	if rapid.Bool().Draw(t, "replies") {
		link = sim.Link{From: server, To: client}
	}
	return fault{
		Steps: rapid.IntRange(0, 30).Draw(t, "steps"),
		Kind: rapid.SampledFrom([]string{"pause", "resume", "crash", "restart", "jump", "drift",
			"cut", "hold", "heal", "deliver", "drop", "delay", "duplicate"}).Draw(t, "kind"),
		Host: rapid.SampledFrom([]string{client, server}).Draw(t, "host"),
		Link: link,
		For:  time.Duration(rapid.IntRange(0, 40).Draw(t, "for")) * time.Millisecond,
		Msg:  rapid.IntRange(0, 5).Draw(t, "msg"),
	}
})

// lab is a run with clients that ask, sleep and tell.
type lab struct {
	k     *sim.Kernel
	n     *sim.Network
	hosts map[string]*sim.Host
}

func newLab(seed uint64) *lab {
	k := sim.New(seed, nil)
	l := &lab{k: k, n: k.Network(time.Millisecond, 4*time.Millisecond), hosts: map[string]*sim.Host{}}
	for _, name := range servers {
		l.hosts[name] = k.Host(name)
		l.n.Listen(l.hosts[name], echo{})
	}
	for _, name := range clients {
		l.hosts[name] = k.Host(name)
		l.start(name)
	}
	return l
}

func (l *lab) start(name string) {
	dice := l.k.Stream("client " + name)
	l.hosts[name].Go(func(p *sim.Proc) {
		defer p.Emit(trace.Finished{})
		for i := range 20 {
			var calls []*sim.Call
			for _, server := range servers {
				calls = append(calls, p.Ask(l.n, server, sim.Payload{Text: fmt.Sprint(name, i)}, 20*time.Millisecond))
			}
			p.Await(calls...)
			for _, c := range calls {
				if _, err := c.Result(); err != nil {
					p.Emit(trace.Failed{Step: "ask", Why: err.Error()})
				}
			}
			p.Sleep(dice.Between(0, 10*time.Millisecond))
		}
	})
}

// oldest is the message on its way that has n older ones beside it.
func (l *lab) oldest(n int) (msg int, found bool) {
	for msg := range l.k.Log().Len() {
		if l.n.OnTheWay(msg) == nil {
			if n--; n < 0 {
				return msg, true
			}
		}
	}
	return 0, false
}

// do does a fault, if it makes sense now.
func (l *lab) do(f fault) {
	h := l.hosts[f.Host]
	msg, some := l.oldest(f.Msg)
	switch is := h.State(); {
	case f.Kind == "pause" && is == sim.Running:
		h.Pause(f.For)
	case f.Kind == "resume" && is == sim.Paused:
		h.Resume()
	case f.Kind == "crash" && is != sim.Down:
		h.Crash(false)
	case f.Kind == "restart" && is == sim.Down:
		h.Restart()
		if slices.Contains(clients, f.Host) {
			l.start(f.Host)
		}
	case f.Kind == "jump":
		h.Jump(f.For - 20*time.Millisecond)
	case f.Kind == "drift":
		h.Drift(0.5 + f.For.Seconds()*20)
	case f.Kind == "cut":
		l.n.Cut(f.Link)
	case f.Kind == "hold":
		l.n.Hold(f.Link)
	case f.Kind == "heal":
		l.n.Heal(func(link sim.Link) bool { return link == f.Link || f.Msg == 0 })
	case f.Kind == "deliver" && some:
		l.n.Deliver(msg)
	case f.Kind == "drop" && some:
		l.n.Drop(msg)
	case f.Kind == "delay" && some:
		l.n.Delay(msg, f.For)
	case f.Kind == "duplicate" && some:
		l.n.Duplicate(msg)
	}
}

// play runs a lab with these faults to its end.
func play(seed uint64, faults []fault) []trace.Event {
	l := newLab(seed)
	defer l.k.Close()
	for _, f := range faults {
		for range f.Steps {
			l.k.Step()
		}
		l.do(f)
	}
	runAll(l.k)
	return l.k.Log().Since(0)
}

// The same seed and the same faults give the same timeline, byte for byte.
func TestARunRepeats(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	rapid.Check(t, func(t *rapid.T) {
		seed, faults := rapid.Uint64().Draw(t, "seed"), rapid.SliceOfN(anyFault, 0, 40).Draw(t, "faults")
		first, second := play(seed, faults), play(seed, faults)
		if trace.Text(first) != trace.Text(second) {
			t.Fatalf("two runs differ:\n%s\nand\n%s", trace.Text(first), trace.Text(second))
		}
		checkMessages(t, first)
	})
}

// checkMessages checks that time does not run backwards, and that each message
// comes to at most one end, after it was sent.
func checkMessages(t *rapid.T, events []trace.Event) {
	sent, ended := map[int]bool{}, map[int]bool{}
	end := func(msg int) {
		if !sent[msg] || ended[msg] {
			t.Fatalf("#%d: sent %v, ended %v before\n%s", msg, sent[msg], ended[msg], trace.Text(events))
		}
		ended[msg] = true
	}
	for i, e := range events {
		if i > 0 && e.At < events[i-1].At {
			t.Fatalf("event %d is earlier than the one before", e.Seq)
		}
		switch b := e.Body.(type) {
		case trace.Sent:
			sent[b.Msg] = true
		case trace.Received:
			end(b.Msg)
		case trace.Dropped:
			end(b.Msg)
		}
	}
}
