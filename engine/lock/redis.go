package lock

import (
	"errors"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Redis is the lock on a single Redis node: one key that exists while somebody
// holds the lock (Redis docs, "Distributed Locks with Redis", "Correct
// Implementation with a Single Instance").
type Redis struct {
	Node string        // the server's lane
	Name string        // of the lock; its key is "lock:" + Name
	TTL  time.Duration // the key's time to live
	Low  time.Duration // shortest wait between two attempts
	High time.Duration // longest wait between two attempts

	DelRelease bool // mistake: release by DEL, whoever holds the lock
}

// release deletes the key only while it still holds our value. Compare and
// delete must be one step: between a GET and a DEL the lock can change hands.
const release = `-- delete if mine
if redis.call("get", KEYS[1]) == ARGV[1] then
  return redis.call("del", KEYS[1])
end
return 0`

// drawToken counts up only while the key still holds our value, so that a later
// grant always gets a higher number. Redis has no token of its own: this
// counter is worth as much as the node that keeps it.
const drawToken = `-- next token if mine
if redis.call("get", KEYS[1]) == ARGV[1] then
  return redis.call("incr", KEYS[2])
end
return 0`

var errTaken = errors.New("lock taken")

// Acquire takes the lock, trying again until it is free.
func (l Redis) Acquire(c *Client) Grant {
	for {
		grant, err := l.try(c)
		if err == nil {
			c.Say(trace.Acquired{Lock: l.Name, Token: grant.Token, Until: grant.Until, Votes: grant.Votes})
			return grant
		}
		c.WaitAbout(l.Low, l.High, err.Error())
	}
}

// try is one attempt.
func (l Redis) try(c *Client) (Grant, error) {
	value := c.NewValue()
	until := c.In(l.TTL)

	set := c.Ask(l.Node, "SET", l.key(), value, "NX", "PX", ms(l.TTL))
	if set.Nil() {
		c.Say(trace.Refused{Lock: l.Name, Why: "the key exists"})
		return Grant{}, errTaken
	}
	if set.Err() != nil {
		l.undo(c, value)
		return Grant{}, set.Err()
	}

	draw := c.Ask(l.Node, "EVAL", drawToken, "2", l.key(), l.counter(), value)
	if draw.Err() != nil {
		l.undo(c, value)
		return Grant{}, draw.Err()
	}
	if draw.Int() == 0 {
		c.Say(trace.Refused{Lock: l.Name, Why: "the key expired before the token was drawn"})
		return Grant{}, errTaken
	}
	return Grant{Value: value, Token: draw.Int(), Until: until, Votes: []int{set.Msg}}, nil
}

// undo removes what a failed attempt may have left behind: no reply does not
// mean that nothing happened.
func (l Redis) undo(c *Client, value string) {
	c.Ask(l.Node, "EVAL", release, "1", l.key(), value)
}

// Release gives the lock back.
func (l Redis) Release(c *Client, g Grant) error {
	c.Say(trace.Releasing{Lock: l.Name})
	var reply Reply
	if l.DelRelease {
		reply = c.Ask(l.Node, "DEL", l.key())
	} else {
		reply = c.Ask(l.Node, "EVAL", release, "1", l.key(), g.Value)
	}
	if reply.Err() != nil {
		return reply.Err()
	}
	c.Say(trace.Released{Lock: l.Name, Removed: reply.Int() > 0})
	return nil
}

func (l Redis) key() string     { return "lock:" + l.Name }
func (l Redis) counter() string { return "lock:" + l.Name + ":token" }
