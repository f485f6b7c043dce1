package web

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// The budgets of the server side: one step with a live Redis call, from the
// request on the socket to its answer, and many labs at once.

func BenchmarkStepOverASocket(b *testing.B) {
	c := newSite(b, unhurried).dial(someVisitor, "free")
	c.hello()
	var took latencies
	for b.Loop() {
		took.add(c.timedStep())
	}
	took.report(b)
}

// BenchmarkThousandLabs holds 1,000 labs, of which 300 step once a second. One
// iteration is one second of it.
func BenchmarkThousandLabs(b *testing.B) {
	const open, stepping = 1000, 300
	s := newSite(b, unhurried)
	tabs := make([]*tab, open)
	for i := range tabs {
		tabs[i] = s.dial(visitor(i), "free")
		tabs[i].hello()
	}
	var took latencies
	for b.Loop() {
		var wait sync.WaitGroup
		for i, c := range tabs[:stepping] {
			wait.Go(func() {
				time.Sleep(time.Duration(i) * time.Second / stepping)
				took.add(c.timedStep())
			})
		}
		wait.Wait()
	}
	took.report(b)
}

// BenchmarkOpenLab opens a lab with its node, and closes it.
func BenchmarkOpenLab(b *testing.B) {
	s := newSite(b, unhurried)
	for b.Loop() {
		lab, err := s.cfg.Open(s.content().catalog.free[0].exercise.Scenario)
		if err != nil {
			b.Fatal(err)
		}
		lab.Close()
	}
}

// unhurried lifts the limits that a benchmark is meant to reach.
func unhurried(c *Config) {
	c.Limits.RequestsPerSecond, c.Limits.RequestBurst = 1e6, 1e6
	c.Limits.Labs, c.Limits.LabsPerAddress = 2000, 2000
}

// timedStep steps once and says how long the answer took. A lab that has ended
// begins again, which is not counted.
func (c *tab) timedStep() time.Duration {
	began := time.Now()
	head := c.ask(`"do":"step"`).Head
	took := time.Since(began)
	if head.Ended {
		c.ask(`"do":"reset"`)
	}
	return took
}

// latencies gathers how long things took.
type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, d)
}

func (l *latencies) report(b *testing.B) {
	slices.Sort(l.all)
	for name, share := range map[string]int{"p50-µs": 50, "p95-µs": 95, "p99-µs": 99} {
		b.ReportMetric(float64(l.all[(len(l.all)-1)*share/100].Microseconds()), name)
	}
}
