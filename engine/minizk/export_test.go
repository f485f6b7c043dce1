package minizk

import (
	"encoding/binary"
	"fmt"
	"maps"
	"net"
	"slices"
	"time"
)

// Bench is a server without a door: what would come from a connection is handed
// to it, and what it would send is looked at.
type Bench struct {
	s     *Server
	conns [4]*conn
	zxid  int64
}

func NewBench(l Limits) *Bench { return &Bench{s: newServer([]Option{WithLimits(l)})} }

type nowhere struct{ net.Conn }

func (nowhere) Close() error                     { return nil }
func (nowhere) SetWriteDeadline(time.Time) error { return nil }

// FirstSession is the id of the first session of a server.
const FirstSession = 1<<56 + 1

// Connect puts a new connection in the place of one that was there before. A
// password is 16 zeros, so that it can be guessed.
func (b *Bench) Connect(i int, frame []byte) {
	if old := b.conns[i]; old != nil {
		b.s.leave(old)
	}
	c := newConn(nowhere{}, b.s.limits)
	b.s.conns[c] = true
	b.conns[i] = c
	if !b.s.connect(c, decoder{rest: frame}) {
		b.s.leave(c)
	} else {
		c.session.password = [16]byte{}
	}
}

// Request hands a frame to the server, unless its connection has ended.
func (b *Bench) Request(i int, frame []byte) {
	if c := b.conns[i]; c != nil && !c.ended && !b.s.handle(c, frame) {
		b.s.leave(c)
	}
}

// Check returns what is wrong with the server, or with what it sent since the last time.
func (b *Bench) Check() error {
	for _, check := range []func() error{b.checkSent, b.checkTree, b.checkSessions, b.checkWatches} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bench) checkSent() error {
	for _, c := range b.conns {
		if c == nil {
			continue
		}
		d := decoder{rest: c.queue}
		for len(d.rest) > 0 {
			if d.take(int(d.int32())); d.bad {
				return fmt.Errorf("frames that do not end where they say: %x", c.queue)
			}
		}
		c.queue = nil
	}
	if b.s.zxid < b.zxid {
		return fmt.Errorf("the zxid went from %d back to %d", b.zxid, b.s.zxid)
	}
	b.zxid = b.s.zxid
	return nil
}

func (b *Bench) checkTree() error {
	t, bytes, ephemerals, children := b.s.tree, 0, 0, 0
	for path, n := range t.nodes {
		bytes += len(path) + len(n.data)
		children += len(n.children)
		above, _ := parentOf(path)
		switch {
		case !validPath(path):
			return fmt.Errorf("a node at %q", path)
		case path != "/" && (t.nodes[above] == nil || !t.nodes[above].children[nameOf(path)]):
			return fmt.Errorf("the parent of %q does not know it", path)
		case max(n.czxid, n.mzxid, n.pzxid) > b.s.zxid || n.mzxid < n.czxid || n.pzxid < n.czxid:
			return fmt.Errorf("%q has zxids %d, %d and %d of %d", path, n.czxid, n.mzxid, n.pzxid, b.s.zxid)
		}
		if n.ephemeral() {
			ephemerals++
			if b.s.sessions[n.owner] == nil || !t.ephemerals[n.owner][path] || len(n.children) > 0 {
				return fmt.Errorf("the ephemeral node %q is without a session, or has children", path)
			}
		}
	}
	for paths := range maps.Values(t.ephemerals) {
		ephemerals -= len(paths)
	}
	l := b.s.limits
	if bytes != t.bytes || bytes > l.Bytes || len(t.nodes) > l.Nodes || ephemerals != 0 || children != len(t.nodes)-1 {
		return fmt.Errorf("%d bytes, counted as %d; %d nodes, %d of them below others; %d ephemerals too many",
			bytes, t.bytes, len(t.nodes), children, ephemerals)
	}
	return nil
}

func (b *Bench) checkSessions() error {
	if len(b.s.sessions) > b.s.limits.Sessions {
		return fmt.Errorf("%d sessions", len(b.s.sessions))
	}
	for id, one := range b.s.sessions {
		if one.id != id || one.conn != nil && (one.conn.session != one || !b.s.conns[one.conn]) {
			return fmt.Errorf("session %#x and its connection do not know each other", id)
		}
	}
	for c := range b.s.conns {
		if !slices.Contains(b.conns[:], c) || c.session != nil && c.session.conn != c {
			return fmt.Errorf("a connection that is nobody's")
		}
	}
	return nil
}

func (b *Bench) checkWatches() error {
	count, bytes := map[*conn]int{}, map[*conn]int{}
	for _, w := range []watches{b.s.data, b.s.children} {
		for path, waiting := range w.at {
			for c := range waiting {
				count[c]++
				bytes[c] += len(path)
				if !w.of[c][path] || !b.s.conns[c] {
					return fmt.Errorf("a watch at %q of a connection that is gone, or does not know of it", path)
				}
			}
		}
	}
	for _, c := range b.conns {
		if c != nil && (c.watches != count[c] || c.watched != bytes[c] || c.watches > b.s.limits.Watches) {
			return fmt.Errorf("%d watches, %d bytes; counted as %d and %d", count[c], bytes[c], c.watches, c.watched)
		}
	}
	return nil
}

// Packet is a frame of a stream of them, as the fuzz test takes it: whose it is,
// whether it greets, and its length before it.
func Packet(client int, greets bool, frame []byte) []byte {
	who := byte(client)
	if greets {
		who |= 4
	}
	return append(binary.BigEndian.AppendUint16([]byte{who}, uint16(len(frame))), frame...)
}

// SetCreations sets how many children a node ever had.
func (s *Server) SetCreations(path string, n int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tree.get(path).creates = n
}
