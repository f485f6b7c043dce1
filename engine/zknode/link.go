package zknode

import (
	"bytes"
	"encoding/binary"
	"errors"
	"net"
	"time"
)

// link is one TCP connection of go-zookeeper's. It overhears what that library
// keeps to itself: the password, in the answer that begins the session; how far
// the server was in each reply; when watches are asked for again, for what is
// sent after that is answered after what they missed; and the reply that ends the session.
//
// How far the server was, go-zookeeper is not told: it would keep that without a
// lock, and read it in one goroutine, to ask for watches again, while another notes
// the next reply. Where it says what it has seen, the link puts in what it overheard.
type link struct {
	net.Conn
	client *client
	packets
	late *time.Timer

	// guarded by the client's mutex
	up, rewatched bool
	closing       int32 // number of the request to close the session; 0: there is none
}

// mute is how long a server may take to answer a connect request.
const mute = 5 * time.Second

// open begins to listen on a connection. A server that stays mute on it is
// given up.
func open(conn net.Conn, c *client) *link {
	l := &link{Conn: conn, client: c}
	l.late = time.AfterFunc(mute, func() { conn.Close() })
	return l
}

func (l *link) Close() error {
	l.late.Stop()
	return l.Conn.Close()
}

// cut breaks the connection. go-zookeeper will find out, and dial again.
func (l *link) cut() {
	l.client.mu.Lock()
	l.up = false
	l.client.mu.Unlock()
	l.Close()
}

var errUnheard = errors.New("the server took the connection but gave no session: " +
	"it is not ready, has as many connections from here as its maxClientCnxns allows, " +
	"or has lost changes that the session has seen")

func (l *link) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	l.client.mu.Lock()
	defer l.client.mu.Unlock()
	l.add(p[:n], l.hear)
	if err != nil && !l.begun {
		l.client.trouble = errUnheard
	}
	return n, err
}

// hear takes the start of a packet that was read whole. The mutex is held.
func (l *link) hear(packet []byte) {
	switch {
	case !l.begun:
		l.begun = true
		l.late.Stop()
		if a, ok := parseAnswer(packet); ok && a.id != 0 { // else it is still asked for as what it was
			l.client.begin(a)
		}
	case len(packet) >= replyLen:
		number := int32(binary.BigEndian.Uint32(packet))
		if number > 0 { // no event, no ping
			l.client.zxid = max(l.client.zxid, int64(binary.BigEndian.Uint64(packet[replyZxid:])))
			l.client.buried = number == l.closing
		}
	}
}

// Write gets whole packets.
func (l *link) Write(p []byte) (int, error) {
	const header = 12 // length, number and opcode
	packet := p
	if len(p) >= header {
		packet = l.tell(p)
	}
	if packet == nil {
		return len(p), nil
	}
	return l.Conn.Write(packet)
}

// tell hears what is sent next on the link, and returns it as it is to be sent, or
// nil: go-zookeeper may come so late to ask for watches again that the only ones were
// set on this very link. They would fire twice.
func (l *link) tell(packet []byte) []byte {
	const lastZxidSeen, relativeZxid = 8, 12 // where they are in the packets that have them
	l.client.mu.Lock()
	defer l.client.mu.Unlock()
	if !l.begun {
		return seen(packet, lastZxidSeen, l.client.admitted())
	}
	switch int32(binary.BigEndian.Uint32(packet[8:])) {
	case opSetWatches:
		if !l.client.watchedBefore(l) {
			return nil
		}
		l.rewatched = true
		l.client.move()
		return seen(packet, relativeZxid, l.client.zxid)
	case opCloseSession:
		l.closing = int32(binary.BigEndian.Uint32(packet[4:]))
	}
	return packet
}

// seen is a packet with the last change that its sender has seen.
func seen(packet []byte, at int, zxid int64) []byte {
	if len(packet) < at+zxidLen {
		return packet
	}
	packet = bytes.Clone(packet)
	binary.BigEndian.PutUint64(packet[at:], uint64(zxid))
	return packet
}

// admitted is what a connect request says of the changes seen. A server refuses who
// has seen more than it knows. That is how it should be, but one that has lost its
// data would never take the keeper again: so that says that it has seen nothing,
// and begins a new session there. The mutex is held.
func (c *client) admitted() int64 {
	if c.lasts() {
		return 0
	}
	return c.zxid
}

// begin notes what was granted. The mutex is held.
func (c *client) begin(a answer) {
	if a.id != c.session.id {
		c.zxid = 0 // it may be another server, whose count is another
	}
	c.session = a
}

// packets finds where packets begin and end in a stream: each has its length
// before it.
type packets struct {
	begun  bool // those that come are replies and events: the answer was before them
	length []byte
	start  []byte // of the packet that is coming
	rest   int    // bytes of it that are to come
}

// add takes what was read, and calls end with the start of each packet that
// is whole with that, as much of it as an answer has. In what was read it blanks
// the zxid of each reply.
func (s *packets) add(p []byte, end func(start []byte)) {
	for len(p) > 0 {
		if len(s.length) < 4 {
			n := min(4-len(s.length), len(p))
			s.length, p = append(s.length, p[:n]...), p[n:]
			if len(s.length) < 4 {
				return
			}
			s.rest = int(binary.BigEndian.Uint32(s.length))
		}
		n, at := min(s.rest, len(p)), len(s.start)
		s.start = append(s.start, p[:min(n, answerLen-at)]...)
		if s.begun {
			within := func(i int) int { return max(0, min(i-at, n)) }
			clear(p[within(replyZxid):within(replyZxid+zxidLen)])
		}
		s.rest, p = s.rest-n, p[n:]
		if s.rest == 0 {
			end(s.start)
			s.length, s.start = s.length[:0], s.start[:0]
		}
	}
}
