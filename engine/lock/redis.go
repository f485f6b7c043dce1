package lock

import (
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Redis is the lock on a single Redis node: one key that exists while somebody
// holds the lock (Redis docs, "Distributed Locks with Redis", "Correct
// Implementation with a Single Instance").
type Redis struct {
	Node func() string // the server's lane; after a failover it is another
	Name string        // of the lock; its key is "lock:" + Name
	TTL  time.Duration // the key's time to live
	Low  time.Duration // shortest wait between two attempts
	High time.Duration // longest wait between two attempts
	Wait int           // how many replicas must have the key before it counts

	SetnxThenExpire bool // mistake setnx-then-expire: two commands
	PlainIncr       bool // mistake plain-incr: draw the token without a look at the key
	KeyMistakes
}

// Acquire takes the lock, trying again until it is free.
func (l Redis) Acquire(c *Client) (Grant, error) {
	for {
		grant, err := l.try(c)
		switch {
		case err == nil:
			c.Acquired(l.Name, grant)
			return grant, nil
		case c.Impatient():
			return Grant{}, errGaveUp
		}
		c.WaitAbout(l.Low, l.High, err.Error())
	}
}

// try is one attempt.
func (l Redis) try(c *Client) (Grant, error) {
	value := l.value(c)
	end, until := c.Now()+l.TTL, c.In(l.TTL)
	node := l.Node()

	set := l.set(c, node, value)
	if set.Nil() {
		c.Say(trace.Refused{Lock: l.Name, Why: "the key exists"})
		return Grant{}, errTaken
	}
	if MayHaveHappened(set.Err()) {
		return Grant{}, l.undo(c, node, value, set.Err())
	}
	if set.Err() != nil {
		return Grant{}, set.Err()
	}
	token, err := l.draw(c, node, value)
	if err != nil {
		return Grant{}, l.undo(c, node, value, err)
	}
	if token == 0 {
		c.Say(trace.Refused{Lock: l.Name, Why: "the key was gone before the token was drawn"})
		return Grant{}, errTaken
	}
	if l.Wait > 0 {
		if err := l.copied(c, node); err != nil {
			return Grant{}, l.undo(c, node, value, err)
		}
	}
	return Grant{Value: value, Token: token, Deadline: end, Until: until, Votes: []int{set.Msg}, Needed: 1}, nil
}

// set makes the key, with its time to live, unless it exists.
func (l Redis) set(c *Client, node, value string) Reply {
	if l.SetnxThenExpire {
		setnx := c.Ask(node, "SETNX", l.key(), value)
		if setnx.Yes() {
			c.Ask(node, "PEXPIRE", l.key(), ms(l.TTL)) // mistake setnx-then-expire
		}
		return setnx.orNil()
	}
	return c.Ask(node, "SET", l.key(), value, "NX", "PX", ms(l.TTL))
}

// draw takes the fencing token that goes with the grant; 0 if the lock is not
// ours any more.
func (l Redis) draw(c *Client, node, value string) (int64, error) {
	if l.PlainIncr {
		return c.Ask(node, "INCR", l.counter()).Count() // mistake plain-incr
	}
	return c.Ask(node, "EVAL", drawToken, "2", l.key(), l.counter(), value).Count()
}

// copied waits until enough replicas have the key and the counter. That narrows
// the window in which a failover loses them, and does not close it (Redis docs,
// WAIT). Redis is given half of the client's own patience.
func (l Redis) copied(c *Client, node string) error {
	wait := c.Ask(node, "WAIT", itoa(l.Wait), ms(c.Timeout/2))
	if have, err := wait.Count(); err != nil || have < int64(l.Wait) {
		return errNotCopied
	}
	return nil
}

// undo removes what a failed attempt may have left behind: no reply does not
// mean that nothing happened.
func (l Redis) undo(c *Client, node, value string, why error) error {
	_, _ = l.remove(c, node, l.key(), value)
	return why
}

// Extend gives the key its full time to live again, if it is still ours.
func (l Redis) Extend(c *Client, g Grant) (Grant, error) {
	end, until := c.Now()+l.TTL, c.In(l.TTL)
	reply := c.Ask(l.Node(), "EVAL", extend, "1", l.key(), g.Value, ms(l.TTL))
	switch {
	case reply.Err() != nil:
		return g, reply.Err()
	case !reply.Yes():
		return g, errLost
	}
	g.Deadline, g.Until, g.Votes = end, until, []int{reply.Msg}
	c.Say(trace.Extended{Lock: l.Name, Until: g.Until, Votes: g.Votes})
	return g, nil
}

// Release gives the lock back.
func (l Redis) Release(c *Client, g Grant) error {
	c.Say(trace.Releasing{Lock: l.Name})
	removed, err := l.remove(c, l.Node(), l.key(), g.Value)
	if err != nil {
		return err
	}
	c.Say(trace.Released{Lock: l.Name, Removed: removed > 0})
	return nil
}

func (l Redis) key() string     { return "lock:" + l.Name }
func (l Redis) counter() string { return "lock:" + l.Name + ":token" }
