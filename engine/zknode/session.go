package zknode

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-zookeeper/zk"

	"github.com/lockviz/lockviz/engine/rpc"
)

// Session is a lab client's session, a real one. One call is carried out at a
// time.
type Session struct {
	client *client
	space  *Space
	id     int64
	turn   sync.Mutex
}

// ID is what the server calls the session.
func (s *Session) ID() int64 { return s.id }

// Do carries a call out, now, and returns the server's answer. Paths are below the
// space. An error means that no server answered within about 5 s, or that a
// connection was lost under a write, which may have been done then.
//
// When the session has ended, because it was closed or had really expired, each call asks
// the server for it, and answers SessionExpired if that is what the server says.
// A Ping is a read: go-zookeeper sends the pings itself. Connect attaches again over
// a new connection; what the watches missed is among what Fired returns then.
func (s *Session) Do(call rpc.ZooKeeper) (rpc.ZooKeeperReply, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	defer s.space.reach(s)
	reply, err := s.do(call)
	if errors.Is(err, errEnded) {
		reply, err = s.afterlife(call)
	}
	if err != nil {
		return rpc.ZooKeeperReply{}, s.wrong(call.String(), err)
	}
	return reply, nil
}

func (s *Session) wrong(what string, err error) error {
	return s.ensemble().wrong(fmt.Errorf("%s: %s: %w", rpc.SessionName(s.id), what, err))
}

func (s *Session) ensemble() *Ensemble { return s.space.ensemble }

func (s *Session) do(call rpc.ZooKeeper) (reply rpc.ZooKeeperReply, err error) {
	switch call := call.(type) {
	case rpc.CloseSession:
		if s.client.isEnded() {
			return reply, errEnded
		}
		if err = s.client.close(); err == nil {
			s.space.leave(s)
		}
		return reply, err
	case rpc.Connect:
		return s.again(call)
	}
	err = s.client.try(reads(call), func(l *link) (err error) {
		if now := s.space.reached(); reads(call) && s.client.reached() < now {
			err = s.client.catchUp(now)
		}
		if err == nil {
			reply, err = s.carry(l, call)
		}
		return err
	})
	return reply, err
}

// again breaks the connection and waits for go-zookeeper to attach to the session
// over a new one.
func (s *Session) again(call rpc.Connect) (reply rpc.ZooKeeperReply, err error) {
	if !call.Again {
		return reply, errors.New("a session has begun already; another begins with the space's Connect")
	}
	deadline := time.Now().Add(patience)
	l, err := s.client.ready(deadline)
	if err != nil {
		return reply, err
	}
	l.cut()
	if _, err = s.client.ready(deadline); err != nil {
		return reply, err
	}
	return s.connected(), nil
}

func (s *Session) connected() rpc.ZooKeeperReply {
	return rpc.ZooKeeperReply{Session: s.id, Timeout: s.client.granted().timeout}
}

// afterlife is what a call on a session that has ended comes to.
func (s *Session) afterlife(call rpc.ZooKeeper) (reply rpc.ZooKeeperReply, err error) {
	s.client.drop()
	s.client.wait()
	was, err := s.client.bury()
	if _, closes := call.(rpc.CloseSession); closes && was { // an earlier one did not get through
		return reply, err
	}
	return rpc.ZooKeeperReply{Code: rpc.SessionExpired}, err
}

// Fired waits until all that was changed before has reached the session, and
// returns the events of its watches since the last call, in order.
func (s *Session) Fired() ([]rpc.Event, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.client.watching() {
		err := s.client.try(true, func(*link) error { return s.client.catchUp(s.space.reached()) })
		if err != nil && !errors.Is(err, errEnded) {
			return nil, s.wrong("its watches", err)
		}
	}
	return s.take(), nil
}

var eventTypes = map[zk.EventType]rpc.EventType{
	zk.EventNodeCreated:         rpc.NodeCreated,
	zk.EventNodeDeleted:         rpc.NodeDeleted,
	zk.EventNodeDataChanged:     rpc.NodeDataChanged,
	zk.EventNodeChildrenChanged: rpc.NodeChildrenChanged,
}

func (s *Session) take() (events []rpc.Event) {
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	for _, e := range s.client.fired {
		events = append(events, rpc.Event{Path: s.below(e.Path), Type: eventTypes[e.Type]})
	}
	s.client.fired = nil
	return events
}

// full is a path of the lab's as the server knows it, and below the other way round.
func (s *Session) full(path string) string {
	if path == "/" {
		return s.space.Root()
	}
	return s.space.Root() + path
}

func (s *Session) below(path string) string {
	return cmp.Or(strings.TrimPrefix(path, s.space.Root()), "/")
}
