package sim

import "github.com/lockviz/lockviz/engine/trace"

// Timer is something due.
type Timer struct {
	at   trace.Time
	n    uint64 // insertion number: the order among equals
	f    func() // nil: cancelled
	void func() // done instead if the host crashes before; nil: nothing
	host *Host  // on which it is due; nil: on none
	life int    // of the host, in which it was set
}

// Cancel takes it back. Cancelling what is done or cancelled does nothing.
func (t *Timer) Cancel() { t.f = nil }

// voided ends a timer whose host crashed before it was due.
func (t *Timer) voided() {
	if t.f != nil && t.void != nil {
		t.void()
	}
}

// queue orders timers by (time, insertion). Cancelled ones stay until they
// come to the front: lazily removed, never run, never seen.
//
// It is a binary heap, written out here because every event of every lab goes
// through it: the comparison is inlined, which container/heap cannot do.
type queue struct {
	timers []*Timer
	n      uint64
}

func (q *queue) add(at trace.Time, f func()) *Timer {
	q.n++
	t := &Timer{at: at, n: q.n, f: f}
	q.timers = append(q.timers, t)
	q.up(len(q.timers) - 1)
	return t
}

func (q *queue) first() *Timer {
	for len(q.timers) > 0 && q.timers[0].f == nil {
		q.removeFirst()
	}
	if len(q.timers) == 0 {
		return nil
	}
	return q.timers[0]
}

func (q *queue) removeFirst() {
	last := len(q.timers) - 1
	q.timers[0], q.timers[last] = q.timers[last], nil
	q.timers = q.timers[:last]
	q.down(0)
}

func (t *Timer) before(u *Timer) bool { return t.at < u.at || (t.at == u.at && t.n < u.n) }

// up moves the timer at i towards the front until its parent is before it.
func (q *queue) up(i int) {
	t := q.timers[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !t.before(q.timers[parent]) {
			break
		}
		q.timers[i] = q.timers[parent]
		i = parent
	}
	q.timers[i] = t
}

// down moves the timer at i away from the front until it is before its
// children.
func (q *queue) down(i int) {
	if len(q.timers) == 0 {
		return
	}
	t := q.timers[i]
	for {
		child := 2*i + 1
		if child >= len(q.timers) {
			break
		}
		if right := child + 1; right < len(q.timers) && q.timers[right].before(q.timers[child]) {
			child = right
		}
		if !q.timers[child].before(t) {
			break
		}
		q.timers[i] = q.timers[child]
		i = child
	}
	q.timers[i] = t
}
