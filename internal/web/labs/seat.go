package labs

import (
	"fmt"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// Seat is one page's place in a lab. One goroutine calls Handle and, at the
// end, Leave; another one takes what is to be sent.
type Seat struct {
	registry *Registry
	owner    Owner
	exercise Exercise
	pace     *rate.Limiter
	out      *outbox
	room     atomic.Pointer[room] // nil before the first hello

	// Now says what the lab is opened from as its file is now, which may have been
	// edited while the page is open; false when there is none. Nil: it never changes.
	// Set it before the first Handle.
	Now func() (Exercise, bool)
}

// Handle takes one frame from the page. It never waits for a lab.
func (s *Seat) Handle(frame []byte) {
	req, err := parse(frame)
	switch {
	case !s.pace.Allow():
		l := s.registry.cfg.Limits
		s.refuse(req.ID, "rate", fmt.Sprintf("too many requests: the limit is %v a second and %d at once; wait a moment and ask again",
			l.RequestsPerSecond, l.RequestBurst))
	case err != nil:
		s.refuse(req.ID, "malformed", err.Error())
	case req.Do == doHello:
		s.hello(req)
	default:
		s.ask(req)
	}
}

// hello takes the seat in the visitor's lab, which is opened if need be.
func (s *Seat) hello(req request) {
	was := s.post(job{seat: s, kind: jobHello, req: req})
	if was == closed {
		s.Leave() // the lab that this page was in has ended
		room, err := s.registry.enter(s.owner, s.edition())
		if err != nil {
			s.refuse(req.ID, err.reason, err.text)
			return
		}
		s.room.Store(room)
		was = s.post(job{seat: s, kind: jobHello, req: req})
	}
	s.check(was, req)
}

// edition is what the lab is opened from: as it is now, or as it last was.
func (s *Seat) edition() Exercise {
	if s.Now != nil {
		if ex, ok := s.Now(); ok {
			s.exercise = ex
		}
	}
	return s.exercise
}

func (s *Seat) ask(req request) { s.check(s.post(job{seat: s, kind: jobAsk, req: req}), req) }

// check answers a request that did not get into the mailbox.
func (s *Seat) check(was posted, req request) {
	switch was {
	case full:
		s.refuse(req.ID, "waiting", fmt.Sprintf("this lab is busy: %d requests wait already; ask again when they are answered",
			s.registry.cfg.Limits.Waiting))
	case closed:
		s.refuse(req.ID, "hello", `there is no lab here yet, or it has ended: begin with "hello"`)
	}
}

func (s *Seat) post(j job) posted {
	room := s.room.Load()
	if room == nil {
		return closed
	}
	return room.mail.post(j)
}

// Refused counts something of the page that was not handed over, because of a limit.
func (s *Seat) Refused(limit string) { s.registry.metrics.Refused.WithLabelValues(limit).Inc() }

func (s *Seat) refuse(id int64, limit, text string) {
	s.Refused(limit)
	s.out.put(errorFrame(id, text), id)
}

// Ready receives when Take has something.
func (s *Seat) Ready() <-chan struct{} { return s.out.ready }

// Take returns the frames that are to be sent, in order. If the page was too
// slow and frames were dropped, it asks the lab for a snapshot instead.
func (s *Seat) Take() [][]byte {
	frames, lost := s.out.take()
	if lost {
		s.registry.metrics.Overflows.Inc()
		if room := s.room.Load(); room == nil {
			s.out.mend(func(int64) []byte { return encode(ended{"ended", textGone, false}) })
		} else if room.mail.post(job{seat: s, kind: jobCatchUp}) == closed {
			s.hearOf(room)
		}
	}
	return frames
}

// hearOf says how a room that takes no more jobs has ended. One that is still
// finishing catches up by itself.
func (s *Seat) hearOf(room *room) {
	select {
	case <-room.gone:
		s.out.mend(func(int64) []byte { return room.farewell })
	default:
	}
}

// Leave gives the seat up. The lab stays, for the page to come back to.
func (s *Seat) Leave() {
	if room := s.room.Swap(nil); room != nil {
		room.mail.post(job{seat: s, kind: jobLeave})
		s.registry.leave(room)
	}
}
