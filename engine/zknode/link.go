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
type link struct {
	net.Conn
	client *client
	packets
	begun bool // the answer has come
	late  *time.Timer

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
			l.client.zxid = max(l.client.zxid, int64(binary.BigEndian.Uint64(packet[4:])))
			l.client.buried = number == l.closing
		}
	}
}

// Write gets whole packets.
func (l *link) Write(p []byte) (int, error) {
	if !l.begun {
		return l.Conn.Write(l.client.request(p))
	}
	if len(p) >= 12 {
		l.note(int32(binary.BigEndian.Uint32(p[4:])), int32(binary.BigEndian.Uint32(p[8:])))
	}
	return l.Conn.Write(p)
}

// note hears what is sent next on the link.
func (l *link) note(number, opcode int32) {
	switch opcode {
	case opSetWatches:
		l.client.mu.Lock()
		defer l.client.mu.Unlock()
		l.rewatched = true
		l.client.move()
	case opCloseSession:
		l.client.mu.Lock()
		defer l.client.mu.Unlock()
		l.closing = number
	}
}

// request is a connect request as it is to be sent. A server refuses who has seen
// more changes than it knows. That is how it should be, but one that has lost its
// data would never take the keeper again: so that does not say what it has seen,
// and begins a new session there.
func (c *client) request(packet []byte) []byte {
	const lastZxidSeen = 8 // after length and protocol version
	if !c.lasts() || len(packet) < lastZxidSeen+8 {
		return packet
	}
	packet = bytes.Clone(packet)
	binary.BigEndian.PutUint64(packet[lastZxidSeen:], 0)
	return packet
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
	length []byte
	start  []byte // of the packet that is coming
	rest   int    // bytes of it that are to come
}

// add takes what was read, and calls end with the start of each packet that
// is whole with that, as much of it as an answer has.
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
		n := min(s.rest, len(p))
		s.start = append(s.start, p[:min(n, answerLen-len(s.start))]...)
		s.rest, p = s.rest-n, p[n:]
		if s.rest == 0 {
			end(s.start)
			s.length, s.start = s.length[:0], s.start[:0]
		}
	}
}
