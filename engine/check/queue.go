package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// queue follows the keys that hang on sessions, and finds those that their owner
// has forgotten: its session keeps them alive, and it will not remove them.
type queue struct {
	keys     map[place]trace.Event // the event that made each, as it stands
	ending   map[place]bool        // keys whose session nobody keeps alive: they will go by themselves
	believes map[string]bool
	lost     map[place]left
	lives    map[string]int // by client: how often it has crashed
	sent     map[int]int    // by request: in which of its client's lives it was sent
	request  int            // the latest that was carried out
}

func newQueue() *queue {
	return &queue{
		map[place]trace.Event{}, map[place]bool{}, map[string]bool{}, map[place]left{}, map[string]int{}, map[int]int{}, 0,
	}
}

func (q *queue) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.KeySet:
		q.set(e, b)
	case trace.KeyGone:
		delete(q.keys, place{e.Lane, b.Key})
		delete(q.ending, place{e.Lane, b.Key})
		delete(q.lost, place{e.Lane, b.Key})
	case trace.Acquired:
		q.believes[e.Lane] = true
	case trace.Releasing, trace.Finished:
		delete(q.believes, e.Lane)
	case trace.LostLock:
		q.leave(e.Lane)
	case trace.Crashed:
		q.leave(e.Lane)
		q.lives[e.Lane]++
	case trace.Sent:
		q.sent[b.Msg] = q.lives[e.Lane]
	case trace.Executed:
		q.request = b.Msg
	case trace.Step:
		q.goesOn(e)
	}
}

// leave notes that a client does not keep its session alive any more.
func (q *queue) leave(client string) {
	delete(q.believes, client)
	for p, made := range q.keys {
		if made.Body.(trace.KeySet).Owner == client {
			delete(q.keys, p)
			q.ending[p] = true
		}
	}
}

// set notes a key. Two keys of one client on one session are one too many: it did not
// know of the first, or asks for a lock that it has.
func (q *queue) set(e trace.Event, b trace.KeySet) {
	at := place{e.Lane, b.Key}
	if _, known := q.keys[at]; known || q.ending[at] || b.Session == "" {
		return // it only lasts longer, or hangs on no session
	}
	if q.sent[q.request] < q.lives[b.Owner] { // its owner had crashed when the request arrived
		q.ending[at] = true
		return
	}
	for p, made := range q.keys {
		old := made.Body.(trace.KeySet)
		if old.Owner == b.Owner && old.Session == b.Session {
			q.forget(p, made, e.Seq, fmt.Sprintf("%s has two keys in the queue, %s and %s: it waits for itself, or has forgotten one.", b.Owner, old.Key, b.Key))
		}
	}
	q.keys[at] = e
}

// goesOn: a client that begins its next step without believing in a lock has no
// use for a key in the queue.
func (q *queue) goesOn(e trace.Event) {
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

func (q *queue) forget(p place, made trace.Event, since int, why string) {
	if _, known := q.lost[p]; !known {
		q.lost[p] = left{made, since, why}
	}
}

// forgotten is the first key that its owner has forgotten.
func (q *queue) forgotten() (first left, found bool) {
	for _, one := range q.lost {
		if !found || one.set.Seq < first.set.Seq {
			first, found = one, true
		}
	}
	return first, found
}
