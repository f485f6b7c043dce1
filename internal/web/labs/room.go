package labs

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/trace"
)

// room is one lab and the goroutine that owns it. Fields without a comment on
// sharing are the goroutine's alone.
type room struct {
	id       string // part of every epoch; never used again
	key      key
	address  string // who opened it, for the limit on labs per address
	exercise Exercise
	registry *Registry
	mail     *mailbox      // shared
	stop     chan struct{} // closed by the registry: end the lab
	why      ending        // set before stop is closed

	lab   Lab
	jobs  []job // taken out of the mailbox, not done yet
	seats map[*Seat]*place

	// guarded by the registry
	pages   int
	emptied time.Time // when the last page left
}

// place is what a page holds.
type place struct {
	epoch string
	head  engine.Head
}

// ending is a reason why a lab ends.
type ending struct{ label, text string }

const textGone = "this lab has ended; begin again with a fresh one"

var (
	endIdle     = ending{"idle", "this lab ended, because nobody asked anything of it for %s; begin again with a fresh one"}
	endRoom     = ending{"made-room", "this lab ended to make room for others; begin again with a fresh one"}
	endChanged  = ending{"changed", "this lab ended, because its file has changed; begin again with a fresh one"}
	endShutdown = ending{"shutdown", "the server is stopping"}
	endBroken   = ending{"broken", "this lab broke and was ended: a fault of this program, not yours; begin again with a fresh one"}
	endUnopened = ending{"unopened", "this lab could not be opened: %s"}
)

func (e ending) with(detail any) ending { return ending{e.label, fmt.Sprintf(e.text, detail)} }

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

func (r *room) open() (err error) {
	began := time.Now()
	r.lab, err = r.registry.cfg.Open(r.exercise.Scenario)
	r.registry.metrics.Opening.Observe(time.Since(began).Seconds())
	if err == nil {
		r.lab.Attend(r.admit, r.publish)
	}
	return err
}

// admit queues a stranger's command; false when the lab is ending. It is called
// on the stranger's own goroutine.
func (r *room) admit(run func()) bool {
	return r.mail.post(job{kind: jobStranger, run: run}) == accepted
}

func (r *room) loop() ending {
	idle := time.NewTimer(r.patience())
	defer idle.Stop()
	for {
		select {
		case <-r.stop:
			if r.why == endShutdown {
				r.finish()
			}
			return r.why
		case <-idle.C:
			return endIdle.with(trace.Dur(r.patience()))
		case <-r.mail.ready:
			r.jobs = r.mail.take()
			if r.work() {
				idle.Reset(r.patience())
			}
		}
	}
}

// finish does what was asked before the server began to stop, and brings up to
// date who reads slowly. Whatever comes now is refused.
func (r *room) finish() {
	r.jobs = append(r.jobs, r.mail.close()...)
	r.work()
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

// work does the jobs and reports whether a person was behind one of them: pages
// say hello by themselves, again and again, to see whether the line is alive.
func (r *room) work() (person bool) {
	for len(r.jobs) > 0 && r.registry.patience.Err() == nil {
		j := r.jobs[0]
		r.jobs = r.jobs[1:]
		_, seated := r.seats[j.seat]
		person = person || j.kind != jobCatchUp && !(j.kind == jobHello && seated)
		switch j.kind {
		case jobLeave:
			delete(r.seats, j.seat)
		case jobCatchUp:
			r.catchUp(j.seat)
		case jobHello:
			r.welcome(j.seat, j.req)
		case jobAsk:
			r.answer(j.seat, j.req)
		case jobStranger:
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

// answer carries a request out, shows every page what happened, and then tells
// the one that asked.
func (r *room) answer(s *Seat, req request) {
	before, began := r.lab.Head().Seq, time.Now()
	reply, err := r.do(req)
	r.registry.metrics.Took.WithLabelValues(req.Do).Observe(time.Since(began).Seconds())
	r.publish()
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
	if v.open && !r.exercise.Open {
		return nil, errKept
	}
	return v.do(r.lab, req)
}

func (r *room) count(do string, events int, err error) {
	outcome := "done"
	if err != nil {
		outcome = "error"
	}
	r.registry.metrics.Requests.WithLabelValues(do, outcome).Inc()
	r.registry.metrics.Events.Add(float64(max(events, 0)))
}

// welcome gives a page the tail that it misses, or a snapshot.
func (r *room) welcome(s *Seat, req request) {
	seq := 0
	if req.Seq != nil {
		seq = *req.Seq
	}
	if s.out.isStale() { // a new hello asks for what the page would have got next anyway
		r.seats[s] = &place{}
		r.catchUp(s)
	} else if held := (place{req.Epoch, engine.Head{Seq: seq}}); r.continues(held) {
		r.seats[s] = &held
		s.out.put(r.tail(held), 0)
		held.head = r.lab.Head()
	} else {
		r.seats[s] = r.here()
		s.out.put(r.snapshot(0, r.notice(req.Epoch)), 0)
	}
	r.registry.metrics.Requests.WithLabelValues(doHello, "done").Inc()
	s.out.put(doneFrame(req.ID), req.ID)
}

// end tells the pages why, and gives everything back. That the server stops is
// said by the socket: the page comes back by itself.
func (r *room) end(why ending) {
	r.registry.forget(r)
	for _, j := range slices.Concat(r.jobs, r.mail.close()) {
		r.dismiss(j)
	}
	if why != endShutdown {
		for s := range r.seats {
			s.out.replace(endedFrame(why.text))
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
