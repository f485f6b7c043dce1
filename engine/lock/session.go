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

	heard time.Duration     // when the last answered beat was sent, by the client's monotonic time
	until trace.Time        // the server keeps the session up to here at the least, in lab time
	touch bool              // ZooKeeper: the client is connected, as far as it knows
	over  *sim.Call         // given when the client learns that the session is over
	ended error             // why it is over
	holds map[string]string // the lock that hangs on it, by the client that believes in it
	quiet bool              // mistake ignore-session-loss
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
		ID: id, Name: name, TTL: ttl, heard: sent.client, until: sent.lab.Add(ttl), touch: true,
		over: c.Host.Signal(), holds: map[string]string{},
	}
}

// moment is a point in time as the client and as the lab see it. The client counts
// monotonic time, as its library does: whoever steps its clock changes nothing.
type moment struct {
	client time.Duration
	lab    trace.Time
}

// now is the present.
func (c *Client) now() moment { return moment{c.Host.Elapsed(), c.In(0)} }

// grant is what the client knows of a lock that it has just been granted by a reply.
func (s *Session) grant(key string, token int64, msg int) Grant {
	return Grant{Value: key, Token: token, Until: s.until, Votes: []int{msg}, Needed: 1, Session: s.Name}
}

// live reports whether the session is not known to be over.
func (s *Session) live() bool { return s != nil && s.ended == nil }

// beat notes that a sign of life was answered. The promise counts from when it was
// sent: when it arrived, the client cannot know.
func (s *Session) beat(c *Client, sent moment, msg int) {
	s.heard, s.until, s.touch = sent.client, sent.lab.Add(s.TTL), true
	if held := s.holds[c.Name]; held != "" {
		c.Say(trace.Extended{Lock: held, Until: s.until, Votes: []int{msg}})
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
	if held := s.holds[c.Name]; held != "" {
		c.Lost(held, why)
	}
	s.over.Give(nil)
}

// rest is how long the heart rests before its next beat: there are three in the
// session's time, counted from the last that was answered. One that was not is
// tried again soon.
func (s *Session) rest(c *Client, soon time.Duration) time.Duration {
	third := s.TTL / 3
	return max(third-s.silence(c), min(soon, third))
}

// silence is for how long nothing that the client sent has been answered.
func (s *Session) silence(c *Client) time.Duration { return c.now().client - s.heard }

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

// await waits until a watch fires, the session is over, or the client's patience is
// at an end.
func (s *Session) await(c *Client, told *sim.Call) error {
	calls := []*sim.Call{told, s.over}
	if c.patience != nil {
		calls = append(calls, c.patience)
	}
	switch c.proc.AwaitAny(calls) {
	case 0:
		return nil
	case 1:
		return s.ended
	}
	return errGaveUp
}

// again waits a little before a call that was not answered is repeated, unless the
// session is over or the client's patience at an end.
func (s *Session) again(c *Client, low, high time.Duration, why error) error {
	switch {
	case s.Over() != nil:
		return s.Over()
	case c.Impatient():
		return errGaveUp
	}
	c.WaitAbout(low, high, why.Error())
	return nil
}

// untilAnswered repeats a call that may be repeated until it is answered, the
// session is over, or the client's patience is at an end.
func untilAnswered[R any](c *Client, s *Session, low, high time.Duration, call func() (R, error)) (R, error) {
	for {
		r, err := call()
		if err == nil {
			return r, nil
		}
		if err := s.again(c, low, high, err); err != nil {
			return r, err
		}
	}
}

func lostTouch(c *Client, s *Session, from string) {
	if s.touch {
		s.touch = false
		c.Say(trace.Disconnected{From: from, Why: fmt.Sprintf("no answer for %s", trace.Dur(s.silence(c).Round(time.Millisecond)))})
	}
}
