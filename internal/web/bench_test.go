package web

import (
	"slices"
	"testing"
	"time"
)

// The budgets of the server side: one step with a live Redis call, from the
// request on the socket to its answer. Many labs at once are e2e/load's business.

func BenchmarkStepOverASocket(b *testing.B) {
	c := newSite(b, unhurried).dial(someVisitor, "free")
	c.hello()
	var took latencies
	for b.Loop() {
		took = append(took, c.timedStep())
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

// latencies are how long things took.
type latencies []time.Duration

func (l latencies) report(b *testing.B) {
	slices.Sort(l)
	for name, share := range map[string]int{"p50-µs": 50, "p95-µs": 95, "p99-µs": 99} {
		b.ReportMetric(float64(l[(len(l)-1)*share/100].Microseconds()), name)
	}
}
