package labs

import (
	"strconv"
	"time"

	"github.com/lockviz/lockviz/engine"
)

// epoch names the log as it now is. Within one epoch events are only added at
// the end.
func (r *room) epoch() string {
	return r.id + "." + strconv.Itoa(r.number())
}

func (r *room) number() int { return r.past + r.lab.Generation() }

// here is the place of a page that holds everything.
func (r *room) here() *place { return &place{r.epoch(), r.lab.Head()} }

// holds is what a page holds that says hello.
func (q request) holds() place {
	p := place{epoch: q.Epoch}
	if q.Seq != nil {
		p.head.Seq = *q.Seq
	}
	return p
}

// continues reports whether the log held by a page is a beginning of ours.
func (r *room) continues(p place) bool {
	return p.epoch == r.epoch() && p.head.Seq <= r.lab.Head().Seq
}

// publish brings every page up to date. Pages that hold the same get the same
// frame, encoded once.
func (r *room) publish() {
	r.dirty, r.shown = false, time.Now()
	frames := map[place][]byte{}
	for s := range r.seats {
		r.show(s, func(p place) []byte {
			if frames[p] == nil {
				frames[p] = r.news(p)
			}
			return frames[p]
		})
	}
}

// show brings one page up to date, with a frame for what it holds.
func (r *room) show(s *Seat, news func(place) []byte) {
	p, now := r.seats[s], r.here()
	if p == nil { // gone meanwhile
		return
	}
	if *p != *now && !s.out.isStale() { // a stale page gets a snapshot when it reads again
		s.out.put(news(*p), 0)
	}
	*p = *now
}

// news is what a page misses that holds this.
func (r *room) news(p place) []byte {
	if r.continues(p) {
		return r.tail(p)
	}
	return r.snapshot(0)
}

// showSoon brings pages up to date that did not ask for what happened: at once,
// unless it was done a moment ago.
func (r *room) showSoon() {
	if !r.dirty {
		return
	}
	if wait := r.registry.cfg.Limits.Batch - time.Since(r.shown); wait > 0 {
		r.batch.Reset(wait)
		return
	}
	r.publish()
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
