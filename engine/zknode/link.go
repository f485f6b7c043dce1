package zknode

import (
	"encoding/binary"
	"errors"
	"net"
	"time"
)

// link is one TCP connection of go-zookeeper's. It overhears two things: the
// answer that begins the session, for its password; and when the watches
// are asked for again, for what is sent after that is answered after what they missed.
type link struct {
	net.Conn
	client *client
	heard  []byte // of the answer
	begun  bool   // the answer is complete
	late   *time.Timer

	up, rewatched bool // guarded by the client's mutex
}

// open begins to listen on a connection. A server that does not answer on it
// is given up after a while.
func open(conn net.Conn, c *client) *link {
	l := &link{Conn: conn, client: c}
	l.late = time.AfterFunc(patience, func() { conn.Close() })
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
	"it is not ready, or has as many connections from here as its maxClientCnxns allows")

func (l *link) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p)
	if !l.begun {
		l.hear(p[:n], err)
	}
	return n, err
}

func (l *link) hear(p []byte, err error) {
	l.heard = append(l.heard, p...)
	a, complete := parseAnswer(l.heard)
	if !complete && err == nil {
		return
	}
	l.client.mu.Lock()
	defer l.client.mu.Unlock()
	switch {
	case !complete:
		l.client.trouble = errUnheard
		return
	case a.id != 0: // else it has expired, and what it was is still asked for
		l.client.session = a
	}
	l.begun, l.heard = true, nil
	l.late.Stop()
}

// Write gets whole packets: their length, their number and what they are.
func (l *link) Write(p []byte) (int, error) {
	n, err := l.Conn.Write(p)
	if l.begun && err == nil && len(p) >= 12 && binary.BigEndian.Uint32(p[8:]) == opSetWatches {
		l.client.mu.Lock()
		defer l.client.mu.Unlock()
		l.rewatched = true
		l.client.move()
	}
	return n, err
}
