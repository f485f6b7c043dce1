package lock

import (
	"errors"
)

// What the Redis locks have in common: one key, whose value says whose it is.

// release deletes the key only while it still holds our value. Compare and
// delete must be one step: between a GET and a DEL the lock can change hands.
const release = `-- delete if mine
if redis.call("get", KEYS[1]) == ARGV[1] then
  return redis.call("del", KEYS[1])
end
return 0`

// extend gives the key a new time to live only while it still holds our value.
const extend = `-- extend if mine
if redis.call("get", KEYS[1]) == ARGV[1] then
  return redis.call("pexpire", KEYS[1], ARGV[2])
end
return 0`

// extendOrSet also makes the key anew where it is gone: a node that lost its
// data says yes. That is a mistake, see set-on-extend.
const extendOrSet = `-- extend if mine, set if gone
if redis.call("get", KEYS[1]) == ARGV[1] then
  return redis.call("pexpire", KEYS[1], ARGV[2])
end
if redis.call("set", KEYS[1], ARGV[1], "NX", "PX", ARGV[2]) then
  return 1
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

// KeyMistakes are known wrong ways to mark and to remove a lock's key.
type KeyMistakes struct {
	DelRelease    bool // mistake del-release: DEL, whoever holds the lock
	GetThenDel    bool // mistake get-then-del: compare in the client
	ConstantToken bool // mistake constant-token: the same value for everybody
}

// value marks the key as ours: new for every attempt, never used by anybody
// else.
func (m KeyMistakes) value(c *Client) string {
	if m.ConstantToken {
		return "locked" // mistake constant-token
	}
	return c.NewValue()
}

// remove deletes the key on one node, and returns how many it deleted.
func (m KeyMistakes) remove(c *Client, node, key, value string) (int64, error) {
	if m.DelRelease {
		return c.Ask(node, "DEL", key).Count() // mistake del-release
	}
	if m.GetThenDel {
		found := c.Ask(node, "GET", key)
		if found.Text() != value {
			return 0, found.Err()
		}
		return c.Ask(node, "DEL", key).Count() // mistake get-then-del
	}
	return c.Ask(node, "EVAL", release, "1", key, value).Count()
}

// Why an attempt came to nothing.
var (
	errTaken       = errors.New("lock taken")
	errTooLate     = errors.New("the lock's time was over before the replies were in")
	errOver        = errors.New("by the client's own clock, the lock's time is over")
	errNotExtended = errors.New("the lock was not extended")
	errLost        = errors.New("the key is gone, or somebody else's")
	errNotCopied   = errors.New("the replicas did not get the key in time")
)

// Final reports whether an Extend that failed so need not be tried again: the
// key is gone, or somebody else's.
func Final(err error) bool {
	return errors.Is(err, errLost) || errors.Is(err, errTooLate) || errors.Is(err, errOver)
}
