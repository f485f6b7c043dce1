package engine

import (
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
)

// A step that asks a live server, and one that does not, as they come in a run of
// each kind of lock: the figure that counts is the slow end.
func BenchmarkStep(b *testing.B) {
	for _, lock := range benchLocks {
		b.Run(string(lock.Kind), func(b *testing.B) {
			l := opened(b, contention(lock, false, 7))
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				err := l.Step()
				took = append(took, time.Since(began))
				if errors.Is(err, ErrEnded) {
					if err := l.Reset(); err != nil {
						b.Fatal(err)
					}
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds()), "p95-µs/step")
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs/step")
		})
	}
}

var benchLocks = []scenario.Lock{oneNode, fiveNode, etcdLock, zooKeeperLock}

func opened(b *testing.B, sc scenario.Scenario) *Lab {
	l, err := OpenOn(shared, sc)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(l.Close)
	return l
}

// Opening a lab and closing it: with Redis nodes of its own, or with a part of a
// service that labs share.
func BenchmarkNewLab(b *testing.B) {
	for _, lock := range benchLocks {
		b.Run(string(lock.Kind), func(b *testing.B) {
			sc := contention(lock, false, 1)
			for b.Loop() {
				l, err := OpenOn(shared, sc)
				if err != nil {
					b.Fatal(err)
				}
				l.Close()
			}
		})
	}
}

// Starting the etcd member, until it can be asked.
func BenchmarkEtcdUp(b *testing.B) {
	for b.Loop() {
		services := NewBackends(BackendOptions{})
		if err := services.Ready(); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		services.Close()
		b.StartTimer()
	}
}

// What a lab with five nodes keeps, once every client has asked every node.
func BenchmarkLabMemory(b *testing.B) {
	const labs = 50
	sc := contention(fiveNode, false, 1)
	for b.Loop() {
		before := heap()
		open := make([]*Lab, labs)
		for i := range open {
			l, err := Open(sc)
			if err != nil {
				b.Fatal(err)
			}
			if err := l.Run(ToEnd); err != nil {
				b.Fatal(err)
			}
			open[i] = l
		}
		b.ReportMetric(float64(heap()-before)/labs/1024, "KiB/lab")
		for _, l := range open {
			l.Close()
		}
	}
}

// heap is what is in use, stacks included.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// Going back and branching runs the lab again up to that event.
func BenchmarkBranch(b *testing.B) {
	l := open(b, pauseNobodySees(false))
	runToEnd(b, l)
	half := l.Head().Seq / 2
	for b.Loop() {
		if err := l.Reset(); err != nil {
			b.Fatal(err)
		}
		if err := l.Run(ToEnd); err != nil {
			b.Fatal(err)
		}
		if err := l.Act(half, "pause B 1s"); err != nil {
			b.Fatal(err)
		}
	}
}
