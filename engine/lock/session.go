package lock

import (
	"errors"
	"fmt"
	"time"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// Session is what a lock of etcd or ZooKeeper hangs on: etcd calls it a lease. The
// server keeps it while it hears from the client often enough, and ends it, with
// all that hangs on it, when it does not. Nobody tells the client.
type Session struct {
	ID   int64
	Name string        // as the timeline writes it
	TTL  time.Duration // how long the server waits for a sign of life

	heard time.Duration // client's clock when the last answered beat was sent
	until trace.Time    // the server keeps the session up to here at the least, in lab time
	touch bool          // the client's last calls were answered
	again *sim.Call     // given when the client finds touch again
	over  *sim.Call     // given when the client learns that the session is over
	ended error         // why it is over
	holds string        // the lock that hangs on it and is believed in
	quiet bool          // mistake ignore-session-loss
	heart *sim.Proc
}

var (
	errSessionOver  = errors.New("the session is over")
	errOutOfTouch   = errors.New("disconnected: nobody knows whether the session lives")
	errGaveUp       = errors.New("it took too long; the client gives up")
	errUnanswered   = errors.New("no beat was answered for the lease's whole time to live")
	errUnknownLease = errors.New("etcd does not know the lease any more: it has expired")
	errExpired      = errors.New("ZooKeeper says that the session has expired")
)

// newSession is a session that the server has just granted; sent is when the
// client asked for it.
func newSession(c *Client, id int64, name string, ttl time.Duration, sent moment) *Session {
	return &Session{
		ID: id, Name: name, TTL: ttl, heard: sent.clock, until: sent.lab.Add(ttl), touch: true,
		again: c.Host.Signal(), over: c.Host.Signal(),
	}
}

// moment is a point in time as the client and as the lab see it.
type moment struct {
	clock time.Duration
	lab   trace.Time
}

// now is the present.
func (c *Client) now() moment { return moment{c.Now(), c.In(0)} }

// live reports whether the session is not known to be over.
func (s *Session) live() bool { return s != nil && s.ended == nil }

// beat notes that a sign of life was answered. The promise counts from when it was
// sent: when it arrived, the client cannot know.
func (s *Session) beat(c *Client, sent moment, msg int) {
	s.heard, s.until = sent.clock, sent.lab.Add(s.TTL)
	if s.holds != "" {
		c.Say(trace.Extended{Lock: s.holds, Until: s.until, Votes: []int{msg}})
	}
	if !s.touch {
		s.touch = true
		s.again.Give(nil)
		s.again = c.Host.Signal()
	}
}

// end is the moment at which the client learns that the session is over.
func (s *Session) end(c *Client, why error) {
	if s.ended != nil {
		return
	}
	s.ended = why
	if s.quiet {
		return // mistake ignore-session-loss: log it, and go on
	}
	if s.holds != "" {
		c.Lost(s.holds, why)
	}
	s.over.Give(nil)
}

// rest is how long the heart rests before its next beat: there are three in the
// session's time, counted from the last that was answered. One that was not is
// tried again soon.
func (s *Session) rest(c *Client, soon time.Duration) time.Duration {
	return max(soon, s.TTL/3-s.silence(c))
}

// silence is for how long nothing that the client sent has been answered.
func (s *Session) silence(c *Client) time.Duration { return c.Now() - s.heard }

// close stops the heart; there is nothing to keep alive any more.
func (s *Session) close() {
	s.ended = errSessionOver
	if s.heart != nil {
		s.heart.Stop()
	}
}

// QueueMistakes are known wrong ways to stand in a queue.
type QueueMistakes struct {
	NoRecheck        bool // mistake no-recheck-after-wake: woken means first
	IgnoreLoss       bool // mistake ignore-session-loss: only log that the session is over
	ReleaseOnce      bool // mistake release-once: a release that failed is not tried again
	CancelLeavesNode bool // mistake cancel-leaves-node: who gives up stays in the queue
}

// Sessioned is a lock that hangs on a session.
type Sessioned interface {
	Lock
	// Session is the client's session; nil while it has none.
	Session() *Session
	// Close ends the session, as a program does that comes to its end. What
	// still hangs on it goes with it.
	Close(c *Client)
}

// Over is why the session is known to be over, if it is.
func (s *Session) Over() error {
	if s == nil || s.quiet {
		return nil
	}
	return s.ended
}

// Work works for d, but no longer than until the client learns that its session is
// over: the heart beats beside the work.
func (s *Session) Work(c *Client, d time.Duration) error {
	done := c.Host.After(d)
	c.proc.AwaitAny([]*sim.Call{done, s.over})
	if !done.Over() {
		done.Forget()
		return s.ended
	}
	c.Say(trace.Worked{For: d})
	return nil
}

// Check asks what the client knows of its session. Out of touch, it knows nothing;
// in touch, it knows what was so when the last beat was answered.
func (s *Session) Check(c *Client, name string) error {
	switch left := s.TTL - s.silence(c); {
	case s.ended != nil && !s.quiet:
		return s.ended
	case !s.touch:
		return errOutOfTouch
	case left <= 0:
		return errOver
	default:
		c.Say(trace.Checked{Lock: name, Left: left})
		return nil
	}
}

// await waits until one of the calls is over, the session is over, the client is
// in touch again after it was not, or its patience is at an end.
func (s *Session) await(c *Client, what *sim.Call) error {
	calls := []*sim.Call{what, s.over, s.again}
	if c.patience != nil {
		calls = append(calls, c.patience)
	}
	switch c.proc.AwaitAny(calls) {
	case 0:
		return nil
	case 1:
		return s.ended
	case 2:
		return errAgain
	}
	return errGaveUp
}

// errAgain: the client was out of touch, so what it waited for may have happened
// without it.
var errAgain = errors.New("in touch again: look again")

// untilAnswered repeats a call that may be repeated until it is answered, the
// session is over, or the client's patience is at an end.
func untilAnswered[R any](c *Client, s *Session, low, high time.Duration, call func() (R, error)) (R, error) {
	for {
		r, err := call()
		switch {
		case err == nil:
			return r, nil
		case s != nil && s.Over() != nil:
			return r, s.Over()
		case c.Impatient():
			return r, errGaveUp
		}
		c.WaitAbout(low, high, err.Error())
	}
}

func lostTouch(c *Client, s *Session, from string) {
	if s.touch {
		s.touch = false
		c.Say(trace.Disconnected{From: from, Why: fmt.Sprintf("no answer for %s", trace.Dur(s.silence(c).Round(time.Millisecond)))})
	}
}
