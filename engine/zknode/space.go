package zknode

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-zookeeper/zk"

	"github.com/lockviz/lockviz/engine/rpc"
)

// Space is one lab's part of an ensemble: a znode, what is below it, and the
// sessions of the lab's clients.
type Space struct {
	ensemble *Ensemble
	id       string

	mu       sync.Mutex
	zxid     int64             // the last change that any of its sessions may have seen
	sessions map[*Session]bool // that have not been closed
	closed   bool
}

// Root is the space's znode on the server.
func (s *Space) Root() string { return base + "/" + s.id }

// Connect begins a session. The reply's Timeout is what the server granted.
func (s *Space) Connect() (*Session, rpc.ZooKeeperReply, error) {
	c, err := connect(s.ensemble.addrs, s.ensemble.keeper, time.Now().Add(patience))
	if err != nil {
		return nil, rpc.ZooKeeperReply{}, s.ensemble.wrong(fmt.Errorf("no session could begin: %w", err))
	}
	session := &Session{client: c, space: s, id: c.granted().id}
	if !s.enter(session) {
		return nil, rpc.ZooKeeperReply{}, s.wrong(errors.Join(errClosed, c.close()))
	}
	return session, session.connected(), nil
}

var errClosed = errors.New("it was closed")

func (s *Space) enter(session *Session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.sessions[session] = true
	}
	return !s.closed
}

// reach notes what a session may have seen: from now on every other of the space
// sees it too.
func (s *Space) reach(session *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sessions[session] {
		s.zxid = max(s.zxid, session.client.reached())
	}
}

func (s *Space) reached() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.zxid
}

func (s *Space) leave(session *Session) {
	s.reach(session)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, session)
}

// Clear ends the space's sessions and makes its znode anew, with nothing below it
// and its counter at 0.
func (s *Space) Clear() error {
	err := s.endSessions()
	if err == nil {
		err = s.ensemble.keeper.wipe(s.Root())
	}
	for _, path := range []string{base, s.Root()} { // the server may have lost its data
		if err == nil {
			err = s.ensemble.keeper.ensure(path)
		}
	}
	s.mu.Lock()
	s.zxid = s.ensemble.keeper.reached() // less than before, if so
	s.mu.Unlock()
	return s.wrong(err)
}

// Close ends the space: its sessions, and its part of the tree.
func (s *Space) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	err := s.endSessions()
	if err == nil {
		err = s.ensemble.keeper.wipe(s.Root())
	}
	if err == nil {
		s.ensemble.forget(s.id)
	}
	return s.wrong(err)
}

func (s *Space) wrong(err error) error {
	if err == nil {
		return nil
	}
	return s.ensemble.wrong(fmt.Errorf("space %s: %w", s.id, err))
}

func (s *Space) list() []*Session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.sessions))
}

func (s *Space) endSessions() error {
	for _, session := range s.list() {
		if _, err := session.Do(rpc.CloseSession{}); err != nil {
			return err
		}
		s.leave(session) // one that expired too
	}
	return nil
}

// drop stops the sessions here, whatever the server says.
func (s *Space) drop() {
	for _, session := range s.list() {
		session.client.drop()
	}
}

func (s *Space) wait() {
	for _, session := range s.list() {
		session.client.wait()
	}
}

// ensure makes a znode if there is none.
func (c *client) ensure(path string) error {
	return c.try(true, func(*link) error {
		_, err := c.conn.Create(path, nil, 0, zk.WorldACL(zk.PermAll))
		return unless(err, zk.ErrNodeExists)
	})
}

// wipe deletes a znode and all below it, whatever others add meanwhile.
func (c *client) wipe(path string) error {
	for {
		var below []string
		err := c.try(true, func(*link) (err error) {
			below, _, err = c.conn.Children(path)
			return unless(err, zk.ErrNoNode)
		})
		if err != nil {
			return err
		}
		for _, name := range below {
			if err := c.wipe(strings.TrimSuffix(path, "/") + "/" + name); err != nil {
				return err
			}
		}
		err = c.try(true, func(*link) error { return unless(c.conn.Delete(path, -1), zk.ErrNoNode) })
		if !errors.Is(err, zk.ErrNotEmpty) {
			return err
		}
	}
}

func unless(err, fine error) error {
	if errors.Is(err, fine) {
		return nil
	}
	return err
}
