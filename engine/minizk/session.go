package minizk

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"time"
)

// Bounds of a session's timeout, 2 and 20 ticks of 2 s. It is negotiated and
// told to the client; nothing here counts it.
const (
	shortestTimeout = 4 * time.Second
	longestTimeout  = 40 * time.Second
)

// session is a client as its ephemeral nodes know it. It outlives connections.
type session struct {
	id       int64
	password [16]byte
	conn     *conn // the one it is on, if any
}

// greet makes a session for a new connection, or finds its old one.
func (s *Server) greet(c *conn) bool {
	c.socket.SetReadDeadline(time.Now().Add(c.limits.Handshake))
	var first [4]byte
	if _, err := io.ReadFull(c.socket, first[:]); err != nil {
		return false
	}
	if answer, is := s.word(string(first[:])); is {
		c.send([]byte(answer))
		return false
	}
	frame, err := c.body(first)
	if err != nil || !s.connect(c, decoder{rest: frame}) {
		return false
	}
	return c.socket.SetReadDeadline(time.Time{}) == nil
}

// connect answers a ConnectRequest. It is false where the connection must end.
func (s *Server) connect(c *conn, in decoder) bool {
	in.int32() // version of the protocol: there is one
	seen, wanted, id, password := in.int64(), in.int32(), in.int64(), in.buffer()
	if in.bad {
		return false
	}
	answersReadOnly := len(in.rest) > 0 // who does not ask, since 3.4, is not told
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || seen > s.zxid {
		return false // as if the client had been on a server that is ahead of this one
	}
	known := s.attach(c, id, password)
	if known == nil && id == 0 {
		return false // no room for another
	}
	timeout := min(max(time.Duration(wanted)*time.Millisecond, shortestTimeout), longestTimeout)
	if known == nil {
		timeout, known = 0, &session{} // which says: expired
	}
	var reply encoder
	reply.int32(0)
	reply.int32(int32(timeout.Milliseconds()))
	reply.int64(known.id)
	reply.buffer(known.password[:])
	if answersReadOnly {
		reply.bool(false)
	}
	c.send(reply.framed())
	return c.session != nil
}

// attach puts a connection on its session: a new one for id 0, the old one if the
// password is right, or else none. As in ZooKeeper, the old connection is ended
// before the password is looked at.
func (s *Server) attach(c *conn, id int64, password []byte) *session {
	one := s.sessions[id]
	switch {
	case id == 0 && len(s.sessions) >= s.limits.Sessions:
		return nil
	case id == 0:
		one = s.open()
	case one == nil:
		return nil
	case one.conn != nil:
		one.conn.hangUp()
		s.forget(one.conn)
	}
	if id != 0 && subtle.ConstantTimeCompare(one.password[:], password) == 0 {
		return nil
	}
	one.conn, c.session = c, one
	return one
}

// open makes a session. Its making is a change, though of no node. As in
// ZooKeeper, the id starts with the number of the server, which is 1.
func (s *Server) open() *session {
	s.zxid++
	s.born++
	one := &session{id: 1<<56 + s.born}
	rand.Read(one.password[:])
	s.sessions[one.id] = one
	return one
}

// word answers the four-letter words that say whether a server is up.
func (s *Server) word(w string) (string, bool) {
	switch w {
	case "ruok":
		return "imok", true
	case "srvr":
		s.mu.Lock()
		defer s.mu.Unlock()
		return fmt.Sprintf("Zookeeper version: minizk\nConnections: %d\nZxid: %#x\nMode: standalone\nNode count: %d\n",
			len(s.conns), s.zxid, len(s.tree.nodes)), true
	}
	return "", false
}
