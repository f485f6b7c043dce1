package engine

import (
	"github.com/lockviz/lockviz/engine/redisnode"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
)

// servers are a lab's live servers. They outlive its runs: going back to an
// earlier moment resets them and runs again, on the same ports.
type servers struct {
	redis []*redisnode.Node
}

func startServers(sc scenario.Scenario) (*servers, error) {
	s := &servers{}
	for range sc.Servers() {
		n, err := redisnode.Start(sim.Epoch)
		if err != nil {
			s.close()
			return nil, err
		}
		s.redis = append(s.redis, n)
	}
	return s, nil
}

func (s *servers) reset() error {
	for _, n := range s.redis {
		if err := n.Reset(sim.Epoch); err != nil {
			return err
		}
	}
	return nil
}

func (s *servers) close() {
	for _, n := range s.redis {
		n.Close()
	}
}
