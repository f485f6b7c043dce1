// Package minizk is a small ZooKeeper server in this process. It speaks
// version 0 of ZooKeeper's client protocol on a loopback port, so that any
// client may attach: zkCli.sh, go-zookeeper, Curator.
//
// The model: one tree of znodes, changed by one request at a time, each change
// under the next zxid. A change fires the watches on what it changed; what they
// say stands in a connection's queue before the reply to the change and before
// the reply to any later read. All of it lives in memory and is gone with Close.
//
// It differs from ZooKeeper on purpose:
//   - Sessions never expire. Only closeSession ends one: whoever runs the server
//     decides what time it is.
//   - There is one access list, world:anyone:cdrwa. Any other is refused as invalid.
//   - There are no persistent watches and no reconfiguration: the requests for them
//     are unimplemented. Containers stay when they are empty.
//   - What can grow has a limit, beyond which a request is refused with QuotaExceeded.
//   - A session that is closed takes its nodes along in the order of their making;
//     children are listed by name. ZooKeeper promises no order for either.
//
// The rest is held against Debian's ZooKeeper 3.8, reply by reply: see testdata.
package minizk

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// Limits bound what clients can make a server hold. A connection that breaks
// one of its own is closed; a request that would break one of the server's is
// refused. Nobody else notices.
type Limits struct {
	Frame       int           // bytes of a request
	Queue       int           // bytes that wait for a connection's reader
	Handshake   time.Duration // until a new connection has a session
	Connections int
	Sessions    int
	Watches     int // of a connection
	Nodes       int
	Bytes       int // of all paths and data
}

// DefaultLimits are those of a server that is not told otherwise. Frame and
// Handshake are ZooKeeper's own: jute.maxbuffer, and the time that its
// NIOServerCnxnFactory gives a connection without a session.
func DefaultLimits() Limits {
	return Limits{
		Frame: 0xfffff, Queue: 4 << 20, Handshake: 10 * time.Second,
		Connections: 2000, Sessions: 10_000, Watches: 10_000, Nodes: 100_000, Bytes: 64 << 20,
	}
}

// Option changes how a server starts.
type Option func(*Server)

// WithLimits sets all limits.
func WithLimits(l Limits) Option { return func(s *Server) { s.limits = l } }

// Server is a running server.
type Server struct {
	limits Limits
	door   net.Listener
	all    sync.WaitGroup // its goroutines

	mu       sync.Mutex // held while a request is carried out
	closed   bool
	zxid     int64 // of the last change
	sessions map[int64]*session
	born     int64 // sessions so far
	conns    map[*conn]bool
	tree     *tree
	data     watches // for a node's being there and its data
	children watches // for a node's children
}

// Start runs a server on a free port of 127.0.0.1.
func Start(options ...Option) (*Server, error) {
	s := newServer(options)
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("minizk: %w", err)
	}
	s.door = door
	s.all.Go(s.admit)
	return s, nil
}

func newServer(options []Option) *Server {
	s := &Server{
		limits:   DefaultLimits(),
		sessions: map[int64]*session{}, conns: map[*conn]bool{},
		tree: newTree(), data: newWatches(), children: newWatches(),
	}
	for _, option := range options {
		option(s)
	}
	s.tree.mostNodes, s.tree.mostBytes = s.limits.Nodes, s.limits.Bytes
	return s
}

// Addr is the server's host:port.
func (s *Server) Addr() string { return s.door.Addr().String() }

// Close ends all connections and waits until nothing of the server runs.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	for c := range s.conns {
		c.hangUp()
	}
	s.mu.Unlock()
	err := s.door.Close()
	s.all.Wait()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// admit lets connections in until the door is closed.
func (s *Server) admit() {
	for {
		socket, err := s.door.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // such as too many open files: some will be closed
			time.Sleep(10 * time.Millisecond)
		default:
			s.welcome(newConn(socket, s.limits))
		}
	}
}

// welcome starts serving a connection, if there is room for it.
func (s *Server) welcome(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.conns) >= s.limits.Connections {
		c.hangUp()
		return
	}
	s.conns[c] = true
	s.all.Go(c.write)
	s.all.Go(func() { s.serve(c) })
}

// serve reads a connection until one side ends it. Its session stays.
func (s *Server) serve(c *conn) {
	defer s.leave(c)
	if !s.greet(c) {
		return
	}
	for {
		frame, err := c.frame()
		if err != nil || !s.handle(c, frame) {
			return
		}
	}
}

func (s *Server) leave(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
	s.forget(c)
	c.finish()
}

// forget removes what a connection means to the server: its watches, and that
// its session is here. A client sets its watches again after it has come back.
func (s *Server) forget(c *conn) {
	s.data.drop(c)
	s.children.drop(c)
	if c.session != nil {
		c.session.conn, c.session = nil, nil
	}
}
