package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// orphans finds keys that nobody will remove: keys that never expire and whose
// owner crashed or came to the end of its program; and keys of a queue that their
// owner has forgotten, while its session keeps them alive.
type orphans struct {
	forever map[place]trace.Event // keys without expiry: the event that made them
	ends    map[string]end        // the latest end of each client's program
	queue   *queue
}

type place struct{ server, key string }

// end is a client's crash, or its last step.
type end struct {
	event int
	since bool // it has not begun anew since
}

func newOrphans() orphans {
	return orphans{map[place]trace.Event{}, map[string]end{}, newQueue()}
}

func (o orphans) see(e trace.Event) {
	o.queue.see(e)
	switch b := e.Body.(type) {
	case trace.KeySet:
		delete(o.forever, place{e.Lane, b.Key})
		if b.Until == 0 {
			o.forever[place{e.Lane, b.Key}] = e
		}
	case trace.KeyGone:
		delete(o.forever, place{e.Lane, b.Key})
	case trace.Crashed, trace.Finished:
		o.ends[e.Lane] = end{e.Seq, true}
	case trace.Started:
		// A new process knows nothing of what the old one left behind: what is
		// an orphan stays one.
		o.ends[e.Lane] = end{event: o.ends[e.Lane].event}
	case trace.Promoted: // nobody asks the old primary any more
		maps.DeleteFunc(o.forever, func(p place, _ trace.Event) bool { return p.server == b.From })
	}
}

// left is a key that nobody will remove.
type left struct {
	set   trace.Event // the event that made it
	since int         // the event from which on nobody will
	why   string
}

// any returns the first key that nobody will remove.
func (o orphans) any() (first left, found bool) {
	for _, e := range o.forever {
		b := e.Body.(trace.KeySet)
		at := o.ends[b.Owner]
		if (at.since || at.event > e.Seq) && (!found || e.Seq < first.set.Seq) {
			first, found = left{e, at.event, fmt.Sprintf("%s has no expiry, and %s, who set it, will not remove it.", b.Key, b.Owner)}, true
		}
	}
	if found {
		return first, true
	}
	return o.queue.forgotten()
}

// orphan: a lock was left for ever.
type orphan struct {
	orphans
	left  left // the first orphan
	first *Verdict
	set   int // the last key that expires, or was removed
}

func newOrphan() *orphan { return &orphan{orphans: newOrphans()} }

func (p *orphan) see(e trace.Event) {
	p.orphans.see(e)
	if gone, ok := e.Body.(trace.KeyGone); ok && gone.Why != trace.Lost {
		p.set = e.Seq
	}
	if p.first != nil && p.over(e) {
		p.first = nil
	}
	if p.first != nil {
		return
	}
	if one, found := p.any(); found {
		p.left = one
		v := violated(one.why, one.set.Seq, one.since)
		p.first = &v
	}
}

// over reports whether the first orphan came to an end after all: it got its expiry,
// because its owner crashed while the command was on its way; or it hung on a
// session, and went with it.
func (p *orphan) over(e trace.Event) bool {
	left := p.left.set.Body.(trace.KeySet)
	if e.Lane != p.left.set.Lane {
		return false
	}
	switch b := e.Body.(type) {
	case trace.KeySet:
		return left.Session == "" && b.Key == left.Key && b.Value == left.Value && b.Until != 0
	case trace.KeyGone:
		return left.Session != "" && b.Key == left.Key
	}
	return false
}

func (p *orphan) verdict() Verdict {
	switch {
	case p.first != nil:
		return *p.first
	case p.set == 0:
		return notExercised("No lock has come to its end yet.")
	}
	return holds("Every lock ended by release or by expiry, or will.", p.set)
}

// progress: who waited for the lock, and how long.
type progress struct {
	orphans
	asked   map[string]trace.Event   // clients that ask now: when they began
	waiting map[string]trace.Event   // the latest time that each of them waited
	waited  map[string]time.Duration // longest wait of each client that got it
	gaveUp  bool                     // somebody asked, and gave up
	got     int                      // the last grant
	blocked *Verdict
}

func newProgress() *progress {
	return &progress{orphans: newOrphans(), asked: map[string]trace.Event{}, waiting: map[string]trace.Event{}, waited: map[string]time.Duration{}}
}

func (p *progress) see(e trace.Event) {
	p.orphans.see(e)
	switch b := e.Body.(type) {
	case trace.Step:
		delete(p.asked, e.Lane)
		if strings.HasPrefix(b.Step, "acquire") {
			p.asked[e.Lane] = e
		}
	case trace.Acquired:
		if since, ok := p.asked[e.Lane]; ok {
			p.waited[e.Lane] = max(p.waited[e.Lane], e.At.Sub(since.At))
			delete(p.asked, e.Lane)
		}
		p.got = e.Seq
	case trace.Crashed:
		delete(p.asked, e.Lane)
		delete(p.waiting, e.Lane)
	case trace.Failed:
		if _, ok := p.asked[e.Lane]; ok {
			p.gaveUp = true
			delete(p.asked, e.Lane)
		}
	case trace.Waiting:
		p.waiting[e.Lane] = e
	case trace.Woken:
		delete(p.waiting, e.Lane)
	}
	p.lookFor()
}

// lookFor notices a client that waits for a lock that will never be free.
func (p *progress) lookFor() {
	if p.blocked != nil || len(p.waiting) == 0 {
		return
	}
	one, found := p.any()
	if !found {
		return
	}
	for _, lane := range slices.Sorted(maps.Keys(p.waiting)) {
		waits := p.waiting[lane]
		asked, asking := p.asked[lane]
		if asking && behind(waits, one) {
			v := violated(fmt.Sprintf("%s waits for a lock that nobody will release.", lane), one.set.Seq, one.since, asked.Seq, waits.Seq)
			p.blocked = &v
			return
		}
	}
}

// behind reports whether a client waits for just this key; one that only sleeps
// before its next attempt waits for any, from then on.
func behind(waits trace.Event, one left) bool {
	key := waits.Body.(trace.Waiting).Behind
	if key == "" {
		return waits.Seq > one.since
	}
	return key == one.set.Body.(trace.KeySet).Key
}

func (p *progress) verdict() Verdict {
	switch {
	case p.blocked != nil:
		return *p.blocked
	case len(p.asked) > 0:
		return notExercised(fmt.Sprintf("Not decided: %s.", list(p.asked, func(e trace.Event) string { return "waits since " + e.At.String() })))
	case p.got == 0:
		return notExercised("Nobody has got the lock, and nobody waits for it.")
	}
	asked := "Whoever asked got the lock"
	if p.gaveUp {
		asked += ", or gave up"
	}
	return holds(fmt.Sprintf("%s; the longest wait: %s.", asked, list(p.waited, trace.Dur)), p.got)
}

// list names clients in order, each with something.
func list[T any](of map[string]T, say func(T) string) string {
	var words []string
	for name, x := range of {
		words = append(words, name+" "+say(x))
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}
