package sim

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Cut makes the link lose what is on it and what is sent into it, until healed.
func (n *Network) Cut(l Link) {
	c := n.cable(l)
	c.cut = true
	for _, m := range n.onTheWay {
		if m.cable == c && m.timer != nil {
			m.lost = true
		}
	}
}

// Hold keeps back what arrives over the link, until it is healed or the
// message is delivered by hand.
func (n *Network) Hold(l Link) { n.cable(l).held = true }

// Heal ends every cut and hold that match says; what was held goes on now, in
// the order in which it was sent.
func (n *Network) Heal(match func(Link) bool) {
	for l, c := range n.cables {
		if match(l) {
			c.cut, c.held = false, false
		}
	}
	for _, m := range n.inOrder() {
		if m.timer == nil && match(m.cable.Link) {
			n.schedule(m, 0)
		}
	}
}

// Broken lists the links that are cut or held, sorted.
func (n *Network) Broken() []Link {
	var links []Link
	for l, c := range n.cables {
		if c.cut || c.held {
			links = append(links, l)
		}
	}
	slices.SortFunc(links, func(a, b Link) int {
		return slices.Compare([]string{a.From, a.To}, []string{b.From, b.To})
	})
	return links
}

func (n *Network) inOrder() []*message {
	var ms []*message
	for _, m := range n.onTheWay {
		ms = append(ms, m)
	}
	slices.SortFunc(ms, func(a, b *message) int { return a.id - b.id })
	return ms
}

// OnTheWay says whether the message can still be delivered, dropped, delayed or
// duplicated. The error names those that can.
func (n *Network) OnTheWay(msg int) error {
	if n.onTheWay[msg] != nil {
		return nil
	}
	ms := n.inOrder()
	if len(ms) == 0 {
		return fmt.Errorf("#%d is not on its way; no message is", msg)
	}
	listed := make([]string, len(ms))
	for i, m := range ms {
		listed[i] = fmt.Sprintf("#%d (%s)", m.id, m.cable.Link)
	}
	return fmt.Errorf("#%d is not on its way; on their way are %s", msg, strings.Join(listed, ", "))
}

// The following take a message that is on its way.

// Deliver hands a message over now, held or not. What is on a cut cable stays
// lost.
func (n *Network) Deliver(msg int) { n.reach(n.stop(msg)) }

// Drop loses a message.
func (n *Network) Drop(msg int) { n.lose(n.stop(msg), "dropped by hand") }

// DropBetween loses all that is on its way from one host to the other.
func (n *Network) DropBetween(from, to, why string) {
	for _, m := range n.inOrder() {
		if m.cable.Link == (Link{from, to}) {
			n.lose(n.stop(m.id), why)
		}
	}
}

// Delay lets a message arrive d later than it would have; a held one arrives
// d from now.
func (n *Network) Delay(msg int, d time.Duration) {
	m := n.onTheWay[msg]
	if m.timer == nil {
		m.timer = n.k.At(n.k.now.Add(d), func() { n.reach(m) })
		return
	}
	left := m.timer.at.Sub(n.k.now)
	n.schedule(n.stop(msg), left+d)
}

// Duplicate sends a second copy of a message. Both are carried out.
func (n *Network) Duplicate(msg int) {
	copied := *n.onTheWay[msg]
	copied.unmet = nil
	copied.text = fmt.Sprintf("%s (again: copy of #%d)", copied.text, msg)
	if copied.of == 0 { // it is neither a reply nor a copy itself
		copied.of = msg
	}
	n.send(&copied, n.delay(copied.cable))
	if copied.call != nil && !copied.reply {
		n.originals[copied.id] = copied.call.Msg
	}
}

// Original is the request that msg is a copy of, or msg itself.
func (n *Network) Original(msg int) int {
	if first, copied := n.originals[msg]; copied {
		return first
	}
	return msg
}

// stop takes a message off its way.
func (n *Network) stop(msg int) *message {
	m := n.onTheWay[msg]
	if m.timer != nil {
		m.timer.Cancel()
		m.timer = nil
	}
	return m
}
