package web

import (
	"context"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// sockets knows every open socket, because http.Server forgets a connection
// once it is upgraded.
type sockets struct {
	most int
	open prometheus.Gauge
	all  sync.WaitGroup

	mu     sync.Mutex
	live   map[*session]bool
	closed bool
}

func newSockets(most int, open prometheus.Gauge) *sockets {
	return &sockets{most: most, open: open, live: map[*session]bool{}}
}

// add reports whether one more socket may be open.
func (s *sockets) add(one *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.live) >= s.most {
		return false
	}
	s.live[one] = true
	s.open.Inc()
	s.all.Add(1)
	return true
}

func (s *sockets) remove(one *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, one)
	s.open.Dec()
	s.all.Done()
}

// close says goodbye on sockets, after what still waits for them, and waits until
// all are gone. When ctx ends first, the rest is cut.
func (s *sockets) close(ctx context.Context, live []*session) {
	for _, one := range live {
		close(one.leaving)
	}
	gone := make(chan struct{})
	go func() { s.all.Wait(); close(gone) }()
	select {
	case <-gone:
	case <-ctx.Done():
		for _, one := range live {
			one.conn.Close()
		}
		<-gone
	}
}

// shut lets no more sockets in, and returns those that are open.
func (s *sockets) shut() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	live := make([]*session, 0, len(s.live))
	for one := range s.live {
		live = append(live, one)
	}
	return live
}
