package zknode

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/go-zookeeper/zk"
)

// longest is the session timeout asked for. A server grants 20 of its ticks,
// unless told otherwise.
const longest = time.Hour

// patience is how long one call may take, by the wall clock. Only tests change it.
var patience = 5 * time.Second

// client is go-zookeeper's connection, which finds a server by itself again when it has
// lost one, with what that library keeps to itself: the TCP connection, and what
// is needed to attach to the session by other means.
type client struct {
	addrs  []string
	keeper *client // of the ensemble, which may be this one
	conn   *zk.Conn
	gone   <-chan zk.Event // closed when the library has ended
	over   sync.Once
	done   chan struct{} // closed when nothing of the client runs

	mu      sync.Mutex
	moved   chan struct{} // closed and made anew at every change of what follows
	link    *link         // the newest; nil: none yet
	session answer        // as the server granted it
	zxid    int64         // the last change that the server had carried out, as it said in a reply
	ended   bool          // closed or expired: go-zookeeper is to stop
	buried  bool          // the server has confirmed the close
	trouble error         // why there is no link
	fired   []zk.Event    // events of watches, in the order of the wire
	watches []watch       // that may fire
}

// watch is one that go-zookeeper keeps: it will set it again on a new link.
type watch struct {
	link  *link
	event <-chan zk.Event // holds one when it has fired
}

var (
	errEnded = errors.New("the session has ended")
	errCut   = errors.New("the connection was lost")
)

// note hears what go-zookeeper says, in order: it is called where the packets
// are read, and when the library's state changes.
func (c *client) note(e zk.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.move()
	switch {
	case e.Type > 0:
		c.fired = append(c.fired, e)
	case e.Type != zk.EventSession || c.link == nil:
	case e.State == zk.StateHasSession:
		c.link.up, c.trouble = true, nil
	case e.State == zk.StateDisconnected:
		c.link.up = false
		if c.trouble == nil {
			c.trouble = errCut
		}
	case e.State == zk.StateExpired:
		c.ended = !c.lasts()
		c.link.Close() // go-zookeeper leaves it open
	}
}

// move tells those who await a change. The mutex is held.
func (c *client) move() {
	close(c.moved)
	c.moved = make(chan struct{})
}

// ready waits until requests reach the session, and returns the link that
// carries them. Watches were asked for again on it, if need be, so that what
// they missed comes before the reply to any request made now.
func (c *client) ready(deadline time.Time) (*link, error) {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	for {
		c.mu.Lock()
		l, moved, err := c.link, c.moved, c.trouble
		usable, ended := l != nil && l.up && (l.rewatched || !c.watchedBefore(l)), c.ended
		c.mu.Unlock()
		switch {
		case ended:
			return nil, errEnded
		case usable:
			return l, nil
		}
		select {
		case <-moved:
		case <-timer.C:
			return nil, unanswered(err)
		}
	}
}

func unanswered(err error) error {
	if err == nil {
		err = errors.New("there was no answer")
	}
	return fmt.Errorf("no server answers: %w", err)
}

// watchedBefore reports whether a watch is still to fire that was set on an
// earlier link. The mutex is held.
func (c *client) watchedBefore(l *link) bool {
	c.watches = slices.DeleteFunc(c.watches, func(w watch) bool { return len(w.event) > 0 })
	return slices.ContainsFunc(c.watches, func(w watch) bool { return w.link != l })
}

// watching reports whether a watch may still fire.
func (c *client) watching() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watchedBefore(c.link)
	return len(c.watches) > 0
}

func (c *client) watch(l *link, event <-chan zk.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if event != nil {
		c.watches = append(c.watches, watch{l, event})
	}
}

// try carries out a request. If the connection was lost under it, it is tried
// again, but only if it may be made twice.
func (c *client) try(twice bool, request func(*link) error) error {
	deadline := time.Now().Add(patience)
	for {
		l, err := c.ready(deadline)
		if err != nil {
			return err
		}
		late := time.AfterFunc(time.Until(deadline), func() { c.giveUp(l) })
		slow := c.stirWhenSlow()
		err = request(l)
		late.Stop()
		slow.Stop()
		switch {
		case err == nil && (c.now() == l || !twice):
			return nil
		case err == nil, errors.Is(err, zk.ErrNoServer): // the second was not sent
		case errors.Is(err, zk.ErrSessionExpired), errors.Is(err, zk.ErrSessionMoved):
			l.cut() // attaching again tells what is so
		case !lost(err):
			return err
		case !twice:
			return fmt.Errorf("%w under way; whether it was done is not known: %w", errCut, err)
		}
		if time.Now().After(deadline) {
			return unanswered(err)
		}
	}
}

// giveUp breaks a link that was silent for too long. The keeper's is broken first,
// and so finds out whether a server answers at all.
func (c *client) giveUp(l *link) {
	c.keeper.now().cut()
	l.cut()
}

// lost reports whether an error of go-zookeeper's is about the connection.
func lost(err error) bool {
	var network net.Error
	return errors.Is(err, zk.ErrConnectionClosed) || errors.Is(err, zk.ErrClosing) || errors.As(err, &network)
}

func (c *client) now() *link {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.link
}

func (c *client) isEnded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

func (c *client) state() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.ended:
		return errEnded
	case !c.link.up:
		return unanswered(c.trouble)
	}
	return nil
}

// drop stops go-zookeeper. A session that is attached is closed with it.
func (c *client) drop() {
	c.mu.Lock()
	c.ended = true
	c.move()
	c.mu.Unlock()
	c.over.Do(func() {
		go func() {
			defer close(c.done)
			c.conn.Close()
			if l := c.now(); l != nil {
				l.Close()
			}
			for range c.gone { // until it is closed
			}
		}()
	})
}

func (c *client) wait() { <-c.done }

// close ends the session, and makes sure of it.
func (c *client) close() error {
	defer c.stirWhenSlow().Stop()
	c.drop()
	c.wait()
	c.mu.Lock()
	buried := c.buried
	c.mu.Unlock()
	if buried {
		return nil
	}
	_, err := c.bury()
	return err
}

// bury sees to it that a session that has ended here is no more on the server
// either, and reports whether it still was.
func (c *client) bury() (was bool, err error) {
	defer c.stirWhenSlow().Stop()
	zxid, err := c.granted().bury(c.addrs)
	if err != nil {
		return false, unanswered(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.zxid = max(c.zxid, zxid)
	return zxid != 0, nil
}

// granted is the session as the server granted it.
func (c *client) granted() answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session
}

// reached is the last change that the session's server had carried out when it
// last replied.
func (c *client) reached() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.zxid
}

// catchUp returns when the session's server has carried out a change, and the
// events of that have come: a server fires watches before it says in a reply that
// it is so far. The sync makes it hurry, and is no promise: on a leader it does
// nothing.
func (c *client) catchUp(zxid int64) error {
	for {
		if _, err := c.conn.Sync(base); err != nil || c.reached() >= zxid {
			return err
		}
	}
}

// slowCall is when a call is thought to be slept over. ZooKeeper 3.6.0 to
// 3.8.0 may do that, and wakes at the next request (ZOOKEEPER-4537).
const slowCall = 100 * time.Millisecond

// stirWhenSlow has all servers of the ensemble carry out a request that changes
// nothing, if it is not stopped before.
func (c *client) stirWhenSlow() *time.Timer {
	return time.AfterFunc(slowCall, func() { c.keeper.conn.Create(base, nil, 0, zk.WorldACL(zk.PermAll)) })
}
