package engine

import (
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
)

// Technologies are what can be behind a lock, by the names that an Observer is told.
var Technologies = []string{string(scenario.Redis), string(scenario.Etcd), string(scenario.ZooKeeper)}

// Observer is told of every call that a live server has carried out for a lab, and
// how long that took by the wall clock. It is called on labs' goroutines, and does
// not block.
type Observer func(technology string, took time.Duration)

// backend names the technology behind a kind of lock.
func backend(kind scenario.LockKind) string {
	switch kind {
	case scenario.Etcd, scenario.ZooKeeper:
		return string(kind)
	}
	return string(scenario.Redis)
}

// Observe has an observer told from now on. It is called before the first lab is
// opened.
func (b *Backends) Observe(o Observer) { b.observer = o }

// timed tells how long a live server takes. A lab knows nothing of it: its own time
// does not depend on the wall clock.
type timed struct {
	server
	backend string
	tell    Observer
}

// Serve carries out a call on the live server, now.
func (t timed) Serve(from string, msg int, request sim.Payload) sim.Payload {
	began := time.Now()
	defer func() { t.tell(t.backend, time.Since(began)) }()
	return t.server.Serve(from, msg, request)
}

// observed is what listens on a server's lane.
func (w *world) observed(s server) sim.Server {
	if tell := w.servers.backends.observer; tell != nil {
		return timed{s, backend(w.sc.Lock.Kind), tell}
	}
	return s
}
