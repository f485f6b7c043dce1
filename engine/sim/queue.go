package sim

import (
	"container/heap"

	"github.com/lockviz/lockviz/engine/trace"
)

// Timer is something due.
type Timer struct {
	at   trace.Time
	n    uint64 // insertion number: the order among equals
	f    func() // nil: cancelled
	host *Host  // on which it is due; nil: on none
	life int    // of the host, in which it was set
}

// Cancel takes it back. Cancelling what is done or cancelled does nothing.
func (t *Timer) Cancel() { t.f = nil }

// queue orders timers by (time, insertion). Cancelled ones stay until they
// come to the front: lazily removed, never run, never seen.
type queue struct {
	timers timers
	n      uint64
}

func (q *queue) add(at trace.Time, f func()) *Timer {
	q.n++
	t := &Timer{at: at, n: q.n, f: f}
	heap.Push(&q.timers, t)
	return t
}

func (q *queue) first() *Timer {
	for len(q.timers) > 0 && q.timers[0].f == nil {
		heap.Pop(&q.timers)
	}
	if len(q.timers) == 0 {
		return nil
	}
	return q.timers[0]
}

func (q *queue) removeFirst() { heap.Pop(&q.timers) }

type timers []*Timer

func (ts timers) Len() int { return len(ts) }
func (ts timers) Less(i, j int) bool {
	return ts[i].at < ts[j].at || (ts[i].at == ts[j].at && ts[i].n < ts[j].n)
}
func (ts timers) Swap(i, j int) { ts[i], ts[j] = ts[j], ts[i] }
func (ts *timers) Push(x any)   { *ts = append(*ts, x.(*Timer)) }
func (ts *timers) Pop() any {
	last := len(*ts) - 1
	t := (*ts)[last]
	(*ts)[last] = nil
	*ts = (*ts)[:last]
	return t
}
