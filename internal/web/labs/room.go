package labs

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/trace"
)

// room is one lab and the goroutine that owns it. Fields without a comment on
// sharing are the goroutine's alone.
type room struct {
	id       string // part of every epoch; another lab never has it, this one keeps it in its sleep
	key      key
	address  string // who opened it, for the limit on labs per address
	exercise Exercise
	registry *Registry
	mail     *mailbox      // shared
	stop     chan struct{} // closed by the registry: end the lab
	why      ending        // set before stop is closed

	after *room         // of the same key, still ending; nil: none was
	gone  chan struct{} // closed when this one is in bed, or will not be

	lab   Lab
	jobs  []job // taken out of the mailbox, not done yet
	seats map[*Seat]*place
	dirty bool        // something happened that not all pages were shown
	shown time.Time   // when they last were
	batch *time.Timer // when they are to be

	left time.Time // when the last page was

	past     int    // more than the number of any epoch that it had before it slept
	since    int    // the first of them that names a beginning of the log with which it woke
	woke     int    // the generation of that log; -1: it never slept
	word     string // what the first page is told of it
	farewell []byte // the last frame; set before gone is closed

	asked atomic.Int64 // when a person last wanted something, Unix ns; shared

	// guarded by the registry
	pages   int
	emptied time.Time // when the last page left
}

// place is what a page holds.
type place struct {
	epoch string
	head  engine.Head
}

// ending is a reason why a lab ends. When asleep is not empty the lab can come
// back, and that is what its pages are told.
type ending struct{ label, text, asleep string }

const textGone = "This lab has ended; begin again with a fresh one"

const comesBack = "; it comes back to where it was as soon as you go on"

var (
	endIdle = ending{"idle", "This lab ended, because nobody asked anything of it for %s; begin again with a fresh one",
		"This lab fell asleep, because nobody asked anything of it for %s" + comesBack}
	endRoom = ending{"made-room", "This lab ended to make room for others; begin again with a fresh one",
		"This lab fell asleep to make room for others" + comesBack}
	endMemory = ending{"memory", "This lab ended, because the server is short of memory; begin again with a fresh one",
		"This lab fell asleep, because the server is short of memory" + comesBack}
	endChanged  = ending{label: "changed", text: "This lab ended, because its file has changed; begin again with a fresh one"}
	endShutdown = ending{label: "shutdown", text: "the server is stopping"}
	endBroken   = ending{label: "broken", text: "This lab broke and was ended: a fault of this program, not yours; begin again with a fresh one"}
	endUnopened = ending{label: "unopened", text: "This lab could not be opened: %s"}
)

func (e ending) with(detail any) ending {
	e.text = fmt.Sprintf(e.text, detail)
	if e.asleep != "" {
		e.asleep = fmt.Sprintf(e.asleep, detail)
	}
	return e
}

// live is the room's goroutine.
func (r *room) live() {
	r.end(r.serve())
}

// serve does jobs until the lab is to end. A panic is a broken invariant in one
// lab: that lab ends, and the others do not notice.
func (r *room) serve() (why ending) {
	defer func() {
		if p := recover(); p != nil {
			slog.Error("a lab broke", "lab", r.exercise.Slug, "panic", p, "stack", string(debug.Stack()))
			why = endBroken
		}
	}()
	if err := r.open(); err != nil {
		slog.Error("a lab could not be opened", "lab", r.exercise.Slug, "err", err)
		return endUnopened.with(err)
	}
	return r.loop()
}

// open opens the lab, or brings back the one that is asleep.
func (r *room) open() (err error) {
	if r.after != nil {
		<-r.after.gone
		r.after = nil
	}
	began, sc := time.Now(), r.exercise.Scenario
	s := r.registry.wake(r.key, r.exercise)
	if s != nil {
		sc = s.history.Scenario
	}
	r.lab, err = r.registry.cfg.Open(sc)
	r.registry.metrics.Opening.Observe(time.Since(began).Seconds())
	if err != nil {
		if s != nil {
			r.registry.putBack(s)
		}
		return err
	}
	r.lab.Attend(r.admit, func() { r.dirty = true })
	if s != nil {
		r.resume(s)
	}
	return nil
}

// admit queues a stranger's command; false when the lab is ending. It is called
// on the stranger's own goroutine.
func (r *room) admit(run func()) bool {
	return r.mail.post(job{kind: jobStranger, run: run}) == accepted
}

func (r *room) loop() ending {
	idle := time.NewTimer(r.patience())
	defer idle.Stop()
	r.batch = time.NewTimer(time.Hour)
	defer r.batch.Stop()
	for {
		select {
		case <-r.stop:
			if r.why == endShutdown {
				r.finish()
			}
			return r.why
		case <-idle.C:
			return endIdle.with(trace.Dur(r.patience()))
		case <-r.batch.C:
			r.showSoon()
		case <-r.mail.ready:
			r.jobs = r.mail.take()
			if r.work() {
				r.asked.Store(time.Now().UnixNano())
			}
			idle.Reset(time.Until(r.bedtime()))
			r.showSoon()
		}
	}
}

// finish does what was asked before the server began to stop, and brings up to
// date who reads slowly. Whatever comes now is refused.
func (r *room) finish() {
	r.jobs = append(r.jobs, r.mail.close()...)
	r.work()
	r.publish()
	for s := range r.seats {
		r.catchUp(s)
	}
}

// patience is how long the lab is kept while nobody asks anything of it.
func (r *room) patience() time.Duration {
	if len(r.seats) > 0 {
		return r.registry.cfg.Limits.IdleShown
	}
	return r.registry.cfg.Limits.Idle
}

// bedtime is when the lab is to sleep if nobody asks anything of it until then.
func (r *room) bedtime() time.Time {
	since := time.Unix(0, r.asked.Load())
	if len(r.seats) == 0 && r.left.After(since) {
		since = r.left
	}
	return since.Add(r.patience())
}

// work does the jobs and reports whether a person was behind one of them: pages
// say hello by themselves, again and again, to see whether the line is alive, and on
// a new line with the log that they hold.
func (r *room) work() (person bool) {
	for len(r.jobs) > 0 && r.registry.patience.Err() == nil {
		j := r.jobs[0]
		r.jobs = r.jobs[1:]
		switch j.kind {
		case jobLeave:
			delete(r.seats, j.seat)
			r.left = time.Now()
		case jobCatchUp:
			r.catchUp(j.seat)
		case jobHello:
			person = person || !r.continues(j.req.holds())
			r.welcome(j.seat, j.req)
		case jobAsk:
			person = true
			r.answer(j.seat, j.req)
		case jobStranger:
			person = true
			r.hear(j.run)
		}
	}
	return person
}

// hear does a stranger's command; the lab shows it to every page.
func (r *room) hear(run func()) {
	before := r.lab.Head().Seq
	run()
	r.count("stranger", r.lab.Head().Seq-before, nil)
}

// answer carries a request out, shows the page that asked what happened, and then
// tells it so. Other pages are shown soon.
func (r *room) answer(s *Seat, req request) {
	before, began := r.lab.Head().Seq, time.Now()
	reply, err := r.do(req)
	r.registry.metrics.Took.WithLabelValues(req.Do).Observe(time.Since(began).Seconds())
	r.dirty = true
	r.show(s, r.news)
	r.count(req.Do, r.lab.Head().Seq-before, err)
	switch {
	case err != nil:
		s.out.put(errorFrame(req.ID, err.Error()), req.ID)
		return
	case reply != nil:
		s.out.put(encode(reply), 0)
	}
	s.out.put(doneFrame(req.ID), req.ID)
}

func (r *room) do(req request) (reply any, err error) {
	v := verbs[req.Do]
	if v.kept != nil {
		if err := v.kept(r.exercise); err != nil {
			return nil, err
		}
	}
	return v.do(r.lab, req)
}

func (r *room) count(do string, events int, err error) {
	m, outcome := r.registry.metrics, "done"
	if err != nil {
		outcome = "error"
	}
	var limit *engine.LimitError
	if errors.As(err, &limit) {
		m.Limits.WithLabelValues(limit.Limit).Inc()
	}
	m.Requests.WithLabelValues(do, outcome).Inc()
	m.Events.Add(float64(max(events, 0)))
}

// welcome gives a page the tail that it misses, or a snapshot.
func (r *room) welcome(s *Seat, req request) {
	if s.out.isStale() { // a new hello asks for what the page would have got next anyway
		r.seats[s] = &place{}
		r.catchUp(s)
	} else if p := req.holds(); r.continues(p) {
		r.seats[s] = r.here()
		s.out.put(r.tail(p), 0)
	} else {
		r.seats[s] = r.here()
		s.out.put(r.greeting(req.Epoch), 0)
	}
	r.registry.metrics.Requests.WithLabelValues(doHello, "done").Inc()
	s.out.put(doneFrame(req.ID), req.ID)
}

// end tells the pages why, and gives everything back. That the server stops is
// said by the socket: the page comes back by itself.
func (r *room) end(why ending) {
	s, text := r.bed(why), why.text
	if s != nil {
		text = why.asleep
	}
	r.farewell = encode(ended{"ended", text, s != nil})
	r.registry.forget(r, s)
	for _, j := range slices.Concat(r.jobs, r.mail.close()) {
		r.dismiss(j)
	}
	if why != endShutdown {
		for s := range r.seats {
			s.out.replace(r.farewell)
		}
	}
	r.registry.working.Done()
	if r.lab != nil {
		r.lab.Close()
	}
	r.registry.metrics.Ended.WithLabelValues(why.label).Inc()
	r.registry.running.Done()
}

// dismiss sees to it that the page behind a job that will not be done hears
// of the end, if it is still there.
func (r *room) dismiss(j job) {
	switch j.kind {
	case jobLeave:
		delete(r.seats, j.seat)
	case jobHello:
		r.seats[j.seat] = &place{}
	}
}
