package labs

import (
	"cmp"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"
)

const (
	heapEvery = 5 * time.Second // how often the memory is looked at
	inUse     = time.Minute     // a lab that a person asked something so recently does not end for want of memory
)

// liveHeap is what the last garbage collection found to be in use, in bytes.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// watchHeap sees to it that labs give way when memory is short, until the
// registry closes.
func (g *Registry) watchHeap() {
	tick := time.NewTicker(heapEvery)
	defer tick.Stop()
	for {
		select {
		case <-g.patience.Done():
			return
		case <-tick.C:
			g.relieve()
		}
	}
}

// relieve ends an eighth of the labs, those that nobody has asked anything for the
// longest time, if there is too little memory. It comes again soon: then their
// memory has been collected, and what is left counts.
func (g *Registry) relieve() {
	short := g.overHeap()
	if short {
		runtime.GC() // what ended since the last collection must not count
		short = g.overHeap()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.short = short
	if short {
		g.endIdle(1 + len(g.rooms)/8)
	}
}

func (g *Registry) overHeap() bool { return g.cfg.Heap() > g.cfg.Limits.HeapBytes }

// endIdle ends up to n labs, the longest idle first, and says how many.
func (g *Registry) endIdle(n int) int {
	var idle []*room
	before := time.Now().Add(-inUse).UnixNano()
	for _, r := range g.rooms {
		if r.asked.Load() < before {
			idle = append(idle, r)
		}
	}
	slices.SortFunc(idle, func(a, b *room) int { return cmp.Compare(a.asked.Load(), b.asked.Load()) })
	idle = idle[:min(n, len(idle))]
	for _, r := range idle {
		g.stop(r, endMemory)
	}
	return len(idle)
}
