package sim

import (
	"errors"
	"fmt"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Server answers requests that arrive at its host. Serve is called at the lab
// time of arrival; the reply travels back from there.
type Server interface {
	Serve(from string, msg int, request Payload) (reply Payload)
}

// Payload is what a message carries: any value, and how it reads on the wire.
type Payload struct {
	Value any
	Text  string
}

// Later is the Value of a reply that is not there yet: see Network.Answer.
var Later = new(struct{ later bool })

// Dropped is the Value of a reply that never comes: the server takes no notice of the
// request. The Text says why.
var Dropped = new(struct{ dropped bool })

// ErrRefused: nothing listens at the other end. The request was certainly not
// carried out.
var ErrRefused = errors.New("connection refused")

// ErrNoReply: the reply did not come in time. The request may have been
// carried out.
var ErrNoReply = errors.New("no reply in time")

// Link is one direction of a cable.
type Link struct{ From, To string }

func (l Link) String() string { return l.From + "→" + l.To }

// Network carries messages between the hosts of a kernel.
type Network struct {
	k        *Kernel
	low      time.Duration
	high     time.Duration
	cables   map[Link]*cable
	onTheWay map[int]*message

	unanswered map[int]*message // requests whose reply comes later
	originals  map[int]int      // copy of a request → the request
	n          int
}

// cable is one link and what is wrong with it.
type cable struct {
	Link
	to    *Host
	delay *Stream
	cut   bool // what is on it, or sent into it, is lost
	held  bool // what arrives is kept back
}

// message is one message on its way.
type message struct {
	id    int
	of    int // the request that a reply answers; the message that a copy repeats
	cable *cable
	reply bool
	call  *Call // the request, or the one this replies to
	text  string
	value any
	lost  bool   // the cable was cut while it was on it
	unmet func() // told when it does not arrive; nil: nobody is
	timer *Timer // its arrival; nil while it is held
}

// Network lays the cables. A message takes from low to high, drawn anew for
// each from its link's own stream.
func (k *Kernel) Network(low, high time.Duration) *Network {
	return &Network{
		k: k, low: low, high: high,
		cables: map[Link]*cable{}, onTheWay: map[int]*message{}, unanswered: map[int]*message{}, originals: map[int]int{},
	}
}

// Listen makes s answer what arrives at h.
func (n *Network) Listen(h *Host, s Server) { h.server = s }

// send puts a message on its way; it arrives after that time.
func (n *Network) send(m *message, after time.Duration) {
	n.n++
	m.id, m.lost = n.n, m.cable.cut
	n.onTheWay[m.id] = m
	n.k.Emit(m.cable.From, trace.Sent{Msg: m.id, To: m.cable.To, Text: m.text, Reply: m.reply, Of: m.of})
	n.schedule(m, after)
}

// Tell sends a message that nobody answers; it arrives at lab time at.
func (n *Network) Tell(from, to string, p Payload, at trace.Time) {
	n.send(&message{cable: n.cable(Link{from, to}), text: p.Text, value: p.Value}, at.Sub(n.k.now))
}

// Notify sends a message that nobody answers; it takes as long as any other. It
// returns the message's number. If the message is lost, lost is called.
func (n *Network) Notify(from, to string, p Payload, lost func()) int {
	c := n.cable(Link{from, to})
	m := &message{cable: c, text: p.Text, value: p.Value, unmet: lost}
	n.send(m, n.delay(c))
	return m.id
}

// cable is laid when it is first used. Each has its own stream of delays.
func (n *Network) cable(l Link) *cable {
	c := n.cables[l]
	if c == nil {
		c = &cable{Link: l, to: n.k.hosts[l.To], delay: n.k.Stream("delay " + l.String())}
		n.cables[l] = c
	}
	return c
}

func (n *Network) delay(c *cable) time.Duration { return c.delay.Between(n.low, n.high) }

func (n *Network) schedule(m *message, after time.Duration) {
	m.timer = n.k.At(n.k.now.Add(after), func() { n.arrive(m) })
}

// arrive is the far end of the cable.
func (n *Network) arrive(m *message) {
	if m.cable.held && !m.cable.cut && !m.lost {
		m.timer = nil
		n.k.Emit(m.cable.To, trace.Held{Msg: m.id, From: m.cable.From})
		return
	}
	n.reach(m)
}

// reach is beyond where messages are held.
func (n *Network) reach(m *message) {
	m.timer = nil
	to := m.cable.to
	switch {
	case m.lost || m.cable.cut:
		n.lose(m, fmt.Sprintf("the cable %s is cut", m.cable.Link))
	case to.state == Down:
		n.lose(m, to.Name+" is down")
		if !m.reply && m.call != nil {
			n.answer(m, Payload{ErrRefused, ErrRefused.Error()})
		}
	default:
		n.hand(m, to)
	}
}

func (n *Network) lose(m *message, why string) {
	delete(n.onTheWay, m.id)
	n.k.Emit(m.cable.To, trace.Dropped{Msg: m.id, From: m.cable.From, Why: why})
	if m.unmet != nil {
		m.unmet()
	}
}

// hand gives the message to its host. A paused host takes it in when it
// resumes.
func (n *Network) hand(m *message, to *Host) {
	delete(n.onTheWay, m.id)
	if to.state == Paused {
		n.k.Emit(to.Name, trace.Arrived{Msg: m.id, From: m.cable.From})
	}
	if to.ready() {
		n.take(m, to)
		return
	}
	to.waiting = append(to.waiting, &Timer{f: func() { n.take(m, to) }, void: func() { n.lose(m, crashedFirst(to)) }})
}

func crashedFirst(h *Host) string { return h.Name + " crashed before it got to it" }

func (n *Network) take(m *message, at *Host) {
	switch {
	case !m.reply && at.slow > 0:
		at.At(n.k.now.Add(at.slow), func() { n.serve(m, at) }).void = func() { n.lose(m, crashedFirst(at)) }
	case !m.reply:
		n.serve(m, at)
	case m.call.life != at.life:
		n.lose(m, at.Name+" was restarted and knows nothing of it")
	default:
		n.k.Emit(at.Name, trace.Received{Msg: m.id, From: m.cable.From, Text: m.text, Reply: true})
		m.call.finish(m.value)
	}
}

func (n *Network) serve(m *message, at *Host) {
	p := at.server.Serve(m.cable.From, m.id, Payload{m.value, m.text})
	switch {
	case p.Value == Dropped:
		n.lose(m, p.Text)
	case m.call == nil: // nobody waits
	case p.Value == Later:
		n.unanswered[m.id] = m
	default:
		n.answer(m, p)
	}
}

// Answer replies to a request that was answered with Later.
func (n *Network) Answer(msg int, p Payload) {
	if m := n.unanswered[msg]; m != nil {
		delete(n.unanswered, msg)
		n.answer(m, p)
	}
}

// answer sends the reply to request m back to where it came from.
func (n *Network) answer(m *message, p Payload) {
	back := n.cable(Link{m.cable.To, m.cable.From})
	n.send(&message{of: m.call.Msg, cable: back, reply: true, call: m.call, text: p.Text, value: p.Value}, n.delay(back))
}
