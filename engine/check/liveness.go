package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// orphans finds keys that never expire and whose owner will not remove them:
// it crashed, or its program came to its end.
type orphans struct {
	forever map[place]trace.Event // keys without expiry: the event that made them
	ends    map[string]end        // the latest end of each client's program
}

type place struct{ server, key string }

// end is a client's crash, or its last step.
type end struct {
	event int
	since bool // it has not begun anew since
}

func newOrphans() orphans { return orphans{map[place]trace.Event{}, map[string]end{}} }

func (o orphans) see(e trace.Event) {
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

// any returns the first key that nobody will remove, and since when.
func (o orphans) any() (set trace.Event, since int, found bool) {
	for _, e := range o.forever {
		at := o.ends[e.Body.(trace.KeySet).Owner]
		if (at.since || at.event > e.Seq) && (!found || e.Seq < set.Seq) {
			set, since, found = e, at.event, true
		}
	}
	return set, since, found
}

// orphan: a lock was left for ever.
type orphan struct {
	orphans
	left  trace.Event // the key of the first orphan
	first *Verdict
	set   int // the last key that expires, or was removed
}

func newOrphan() *orphan { return &orphan{orphans: newOrphans()} }

func (p *orphan) see(e trace.Event) {
	p.orphans.see(e)
	if gone, ok := e.Body.(trace.KeyGone); ok && gone.Why != trace.Lost {
		p.set = e.Seq
	}
	if set, ok := e.Body.(trace.KeySet); ok && p.first != nil && p.expires(set, e.Lane) {
		p.first = nil
	}
	if p.first != nil {
		return
	}
	if set, since, found := p.any(); found {
		p.left = set
		b := set.Body.(trace.KeySet)
		v := violated(fmt.Sprintf("%s has no expiry, and %s, who set it, will not remove it.", b.Key, b.Owner), set.Seq, since)
		p.first = &v
	}
}

// expires reports whether the first orphan got its expiry after all: its owner
// crashed while the command was on its way.
func (p *orphan) expires(now trace.KeySet, lane string) bool {
	left := p.left.Body.(trace.KeySet)
	return lane == p.left.Lane && now.Key == left.Key && now.Value == left.Value && now.Until != 0
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
	asked   map[string]trace.Event   // clients that wait now: when they began
	waited  map[string]time.Duration // longest wait of each client that got it
	got     int                      // the last grant
	blocked *Verdict
}

func newProgress() *progress {
	return &progress{orphans: newOrphans(), asked: map[string]trace.Event{}, waited: map[string]time.Duration{}}
}

func (p *progress) see(e trace.Event) {
	p.orphans.see(e)
	switch b := e.Body.(type) {
	case trace.Step:
		if b.Step == "acquire" {
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
	case trace.Waiting:
		p.waits(e)
	}
}

// waits notices a client that waits for a lock that will never be free.
func (p *progress) waits(e trace.Event) {
	set, since, found := p.any()
	asked, asking := p.asked[e.Lane]
	if p.blocked == nil && found && asking {
		v := violated(fmt.Sprintf("%s waits for a lock that nobody will release.", e.Lane), set.Seq, since, asked.Seq, e.Seq)
		p.blocked = &v
	}
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
	return holds(fmt.Sprintf("Whoever asked got the lock; the longest wait: %s.", list(p.waited, trace.Dur)), p.got)
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
