package engine

import (
	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/redisnode"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/zknode"
)

// server is a live server on a lane.
type server interface {
	sim.Server
	host() *sim.Host
	addr() string // host:port where it listens; "" when it does not
	look()        // brings what is recorded up to the present, after time or somebody else changed it
	crash(loseData bool)
	restart()
	serves(client string) bool // whether the client has a lock, lease or session there that could expire
	expireFor(client string)   // ends it now
	left(client string)        // the client crashed: its connections are closed
	// command plans a command from outside; its effect returns the reply.
	command(words []string) (effect func() any, err error)
}

// servers are a lab's live servers: nodes of its own, or its part of a service
// that labs share. They outlive its runs: going back to an earlier moment empties
// them and runs again, on the same ports.
type servers struct {
	sc        scenario.Scenario
	backends  *Backends
	redis     []*redisnode.Node
	etcd      *etcdnode.Space
	zookeeper *zknode.Space
}

func startServers(sc scenario.Scenario, b *Backends) (*servers, error) {
	s := &servers{sc: sc, backends: b}
	if err := s.start(); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *servers) start() error {
	if kind := s.sc.Lock.Kind; kind == scenario.Mutex || kind.Sessions() {
		return s.share()
	}
	for range s.sc.Servers() {
		n, err := redisnode.Start(sim.Epoch)
		if err != nil {
			return err
		}
		s.redis = append(s.redis, n)
	}
	return nil
}

// share takes a part of the service that labs share.
func (s *servers) share() (err error) {
	switch s.sc.Lock.Kind {
	case scenario.Etcd:
		s.etcd, err = s.backends.etcdSpace()
	case scenario.ZooKeeper:
		s.zookeeper, err = s.backends.zooKeeperSpace()
	}
	return err
}

// reset makes the servers as new. A shared service that does not answer may have
// been started anew since: then the lab takes a part of that.
func (s *servers) reset() error {
	for _, n := range s.redis {
		if err := n.Reset(sim.Epoch); err != nil {
			return err
		}
	}
	if s.clear() == nil {
		return nil
	}
	return s.share()
}

// clear empties the lab's part of a service that it shares.
func (s *servers) clear() error {
	switch {
	case s.etcd != nil:
		return s.etcd.Clear()
	case s.zookeeper != nil:
		return s.zookeeper.Clear()
	}
	return nil
}

func (s *servers) close() error {
	for _, n := range s.redis {
		n.Close()
	}
	switch {
	case s.etcd != nil:
		return s.etcd.Clear()
	case s.zookeeper != nil:
		return s.zookeeper.Close()
	}
	return nil
}
