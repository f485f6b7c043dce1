package labs

import (
	"strconv"
	"time"

	"github.com/lockviz/lockviz/engine"
)

// epoch names the log as it now is. Within one epoch events are only added at
// the end.
func (r *room) epoch() string {
	return r.id + "." + strconv.Itoa(r.past+r.lab.Generation())
}

// here is the place of a page that holds everything.
func (r *room) here() *place { return &place{r.epoch(), r.lab.Head()} }

// continues reports whether the log held by a page is a beginning of ours.
func (r *room) continues(p place) bool {
	return p.epoch == r.epoch() && p.head.Seq <= r.lab.Head().Seq
}

// publish brings every page up to date.
func (r *room) publish() {
	now := r.here()
	for s, p := range r.seats {
		switch {
		case *p == *now || s.out.isStale(): // a stale page gets a snapshot when it reads again
		case r.continues(*p):
			s.out.put(r.tail(*p), 0)
		default:
			s.out.put(r.snapshot(0), 0)
		}
		*p = *now
	}
}

// catchUp replaces what a slow page lost.
func (r *room) catchUp(s *Seat) {
	if _, here := r.seats[s]; !here || !s.out.isStale() {
		return // gone, or caught up already
	}
	r.seats[s] = r.here()
	s.out.mend(func(answered int64) []byte { return r.snapshot(answered) })
}

func (r *room) tail(p place) []byte {
	return encode(events{
		Type: "events", Epoch: p.epoch, From: p.head.Seq,
		Events:   list(r.lab.Events(p.head.Seq)),
		Verdicts: list(r.lab.VerdictsSince(p.head.Seq)),
		Head:     r.lab.Head(),
	})
}

// snapshot is everything; it stands for the answers up to a request, too.
func (r *room) snapshot(answered int64) []byte {
	all := r.all()
	all.Answered = answered
	return encode(all)
}

func (r *room) all() snapshot {
	return snapshot{
		Type: "snapshot", Epoch: r.epoch(), Lab: r.about(),
		Branches: list(r.lab.Branches()), Branch: r.lab.Branch(),
		Events: list(r.lab.Events(0)), Verdicts: list(r.lab.VerdictsSince(0)),
		Head: r.lab.Head(),
	}
}

func (r *room) about() about {
	sc, l := r.lab.Scenario(), r.registry.cfg.Limits
	title, text := r.exercise.Title, ""
	if r.exercise.Open {
		title, text = sc.Title, sc.String()
	}
	return about{
		Slug: r.exercise.Slug, Title: title, Scenario: r.exercise.Name, Text: text, Seed: sc.Seed,
		TTL: sc.Lock.TTL.Nanoseconds(), Lock: sc.Lock.Name, Kind: sc.Lock.Kind,
		Nodes: len(sc.Servers()), Parallel: sc.Lock.Parallel, Watchdog: sc.Lock.Watchdog, Wait: sc.Lock.Wait,
		Drift: engine.Drift(sc.Lock).Nanoseconds(), Mistakes: mistakes(sc.Lock),
		Fencing: sc.Store.Fencing, Lanes: list(r.lab.Lanes()), Actions: actions(),
		Limits: pageLimits{
			RequestsPerSecond: l.RequestsPerSecond, RequestBurst: l.RequestBurst,
			RequestBytes: l.RequestBytes, IdleSeconds: int(l.IdleShown / time.Second),
		},
	}
}
