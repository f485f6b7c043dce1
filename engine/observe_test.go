package engine

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// An observer is told of each call of a lab's clients that a live server carries
// out, under the technology's name.
func TestCallsAreObserved(t *testing.T) {
	for kind, technology := range map[scenario.LockKind]string{
		scenario.Redis: "redis", scenario.Redlock: "redis", scenario.RedisReplica: "redis",
		scenario.Etcd: "etcd", scenario.ZooKeeper: "zookeeper", scenario.Mutex: "",
	} {
		sc, err := scenario.Parse("observed", []byte("lock: {kind: "+string(kind)+"}\nclients: {A: {steps: [acquire, release]}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		told := map[string]int{}
		b := NewBackends(BackendOptions{})
		b.Observe(func(technology string, took time.Duration) {
			if told[technology]++; took <= 0 {
				t.Errorf("%s: a call took %v", kind, took)
			}
		})
		l, err := OpenOn(b, sc)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Run(ToEnd); err != nil {
			t.Fatal(err)
		}
		executed := 0
		for _, e := range l.Events(0) {
			if x, ok := e.Body.(trace.Executed); ok && x.From == "A" {
				executed++
			}
		}
		if told[technology] < executed || len(told) > 1 || (technology == "") != (len(told) == 0) {
			t.Errorf("%s: told %v, but A had %d calls carried out", kind, told, executed)
		}
		l.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
