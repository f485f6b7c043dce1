package check

import (
	"fmt"
	"maps"

	"github.com/lockviz/lockviz/engine/trace"
)

// queue follows the keys that hang on sessions, and finds those that their owner
// has forgotten: its session keeps them alive, and it will not remove them.
type queue struct {
	keys     map[place]trace.Event // the event that made each, as it stands
	believes map[string]bool
	lost     map[place]left
}

func newQueue() queue {
	return queue{map[place]trace.Event{}, map[string]bool{}, map[place]left{}}
}

func (q queue) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.KeySet:
		q.set(e, b)
	case trace.KeyGone:
		delete(q.keys, place{e.Lane, b.Key})
		delete(q.lost, place{e.Lane, b.Key})
	case trace.Acquired:
		q.believes[e.Lane] = true
	case trace.Releasing, trace.Finished:
		delete(q.believes, e.Lane)
	case trace.LostLock, trace.Crashed: // its session is not kept alive any more
		delete(q.believes, e.Lane)
		maps.DeleteFunc(q.keys, func(_ place, made trace.Event) bool { return made.Body.(trace.KeySet).Owner == e.Lane })
	case trace.Step:
		q.goesOn(e)
	}
}

// set notes a key. Two keys of one client on one session are one too many: it
// made the second because it did not know of the first.
func (q queue) set(e trace.Event, b trace.KeySet) {
	at := place{e.Lane, b.Key}
	if b.Session == "" {
		return
	}
	if _, known := q.keys[at]; known {
		return // it lasts longer
	}
	for p, made := range q.keys {
		old := made.Body.(trace.KeySet)
		if old.Owner == b.Owner && old.Session == b.Session {
			q.forget(p, made, e.Seq, fmt.Sprintf("%s has made a second key and does not know that %s is its own, too.", b.Owner, old.Key))
		}
	}
	q.keys[at] = e
}

// goesOn: a client that begins its next step without believing in a lock has no
// use for a key in the queue.
func (q queue) goesOn(e trace.Event) {
	if q.believes[e.Lane] {
		return
	}
	for p, made := range q.keys {
		b := made.Body.(trace.KeySet)
		if b.Owner == e.Lane {
			q.forget(p, made, e.Seq, fmt.Sprintf("%s has gone on and left %s in the queue; its session keeps it there.", e.Lane, b.Key))
		}
	}
}

func (q queue) forget(p place, made trace.Event, since int, why string) {
	if _, known := q.lost[p]; !known {
		q.lost[p] = left{made, since, why}
	}
}

// forgotten is the first key that its owner has forgotten.
func (q queue) forgotten() (first left, found bool) {
	for _, one := range q.lost {
		if !found || one.set.Seq < first.set.Seq {
			first, found = one, true
		}
	}
	return first, found
}
