package sim_test

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// The budget is 300 ns for one event of the kernel, no server asked (design
// §10): docs/performance.md has the figures. Each benchmark reports ns/event,
// where an event is one line of the trace with all that led to it. A run is as
// long as a lesson's, so that the figure is not one of a log that grows for
// ever.
const eventsOfOneRun = 500

// perEvent runs labs, each to the length of one, until b.N events happened.
func perEvent(b *testing.B, build func(*sim.Kernel)) {
	b.ReportAllocs()
	events := 0
	for events < b.N {
		k := sim.New(1, nil)
		build(k)
		for k.Log().Len() < min(eventsOfOneRun, b.N-events) && k.Step() {
		}
		events += k.Log().Len()
		k.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
}

// Something becomes due, and is recorded.
func BenchmarkEventTimer(b *testing.B) {
	perEvent(b, func(k *sim.Kernel) {
		var tick func()
		tick = func() {
			k.Emit("lab", trace.Started{})
			k.At(k.Now().Add(time.Millisecond), tick)
		}
		k.At(0, tick)
	})
}

// A process says something and sleeps.
func BenchmarkEventProcess(b *testing.B) {
	perEvent(b, func(k *sim.Kernel) {
		for _, name := range []string{"A", "B", "C"} {
			k.Host(name).Go(func(p *sim.Proc) {
				for {
					p.Emit(trace.Started{})
					p.Sleep(time.Millisecond)
				}
			})
		}
	})
}

// A process asks, and an answer travels back: sent, sent, received.
func BenchmarkEventMessage(b *testing.B) {
	perEvent(b, func(k *sim.Kernel) {
		n := k.Network(time.Millisecond, 4*time.Millisecond)
		n.Listen(k.Host("server"), echo{})
		for _, name := range []string{"A", "B", "C"} {
			k.Host(name).Go(func(p *sim.Proc) {
				for {
					p.Await(p.Ask(n, "server", sim.Payload{Text: "ping"}, time.Second))
				}
			})
		}
	})
}

// echo answers every request with the request.
type echo struct{}

func (echo) Serve(_ string, _ int, request sim.Payload) sim.Payload { return request }
