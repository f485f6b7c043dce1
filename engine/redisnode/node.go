// Package redisnode runs one live Redis node in this process: miniredis on a
// loopback port, with redigo connections to it and a clock that the lab
// moves. Anybody can attach with redis-cli and see the same keys.
package redisnode

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gomodule/redigo/redis"
)

// Node is one Redis node. It belongs to one goroutine; strangers' connections
// are served beside it.
type Node struct {
	server *miniredis.Miniredis
	conns  map[string]redis.Conn // by lab client
	clock  time.Time
	handle func(command []string, done <-chan struct{}) (any, error) // strangers
	mine   string                                                    // ends the names of the lab's own connections
	door   net.Listener
	closed chan struct{} // closed when nobody is let in any more
	done   chan struct{} // closed when the node goes down
	addr   string        // while it is up, and the last one while it is down

	scripts map[string]bool // that the live node has kept
	callers atomic.Int64    // connections; shared with the goroutine at the door
}

// Start runs a node on a free loopback port, with its clock at now.
func Start(now time.Time) (*Node, error) {
	n := &Node{server: miniredis.NewMiniRedis(), conns: map[string]redis.Conn{}, scripts: map[string]bool{}, mine: "-" + rand.Text()}
	n.server.Seed(chance)
	n.setTime(now)
	if err := n.listen(anyPort); err != nil {
		return nil, fmt.Errorf("redis node: %w", err)
	}
	return n, nil
}

const anyPort = "127.0.0.1:0"

// Addr is where the node listens, host:port.
func (n *Node) Addr() string { return n.addr }

// SetClock makes the node's wall clock read t, to the millisecond. Redis keeps
// an expiry as an absolute time: stepping the clock forwards expires keys, and
// stepping it backwards lengthens what they have left. miniredis keeps what is
// left, so every move of the clock is given to the keys here.
//
// Redis ends a key when its expiry is past: PX 10 lives at 0 ms and still at
// 10 ms. miniredis ends it when nothing is left, a millisecond before. So each
// move keeps a nanosecond back: what is left reads the same in milliseconds,
// and is above nothing while Redis would keep the key.
func (n *Node) SetClock(t time.Time) {
	moved := t.Truncate(time.Millisecond).Sub(n.clock)
	n.setTime(t)
	if moved != 0 {
		n.server.FastForward(moved - keptBack)
	}
}

// keptBack at each move adds up to less than a millisecond: a lab has at most
// some ten thousand events.
const keptBack = time.Nanosecond

func (n *Node) setTime(t time.Time) {
	n.clock = t.Truncate(time.Millisecond)
	n.server.SetTime(n.clock)
}

// Clock is what the node's wall clock reads.
func (n *Node) Clock() time.Time { return n.clock }

// Do sends a command over the named client's own connection and returns the
// reply: nil, string, int64 or []any. A reply that is an error is a Reply
// value of type error of its own: ErrReply. Any other error means that the node
// could not be reached, which a lab treats as its own fault.
func (n *Node) Do(client string, command ...string) (any, error) {
	n.remember(command)
	c, err := n.conn(client)
	if err != nil {
		return nil, fmt.Errorf("redis node %s: %w", n.addr, err)
	}
	args := make([]any, len(command)-1)
	for i, a := range command[1:] {
		args[i] = a
	}
	reply, err := c.Do(command[0], args...)
	var refused redis.Error
	switch {
	case err == nil:
		return plain(reply), nil
	case errors.As(err, &refused):
		return ErrReply(refused), nil
	}
	c.Close()
	delete(n.conns, client)
	return nil, fmt.Errorf("redis node %s: %w", n.addr, err)
}

// plain gives bytes their form as text, also within lists.
func plain(reply any) any {
	switch r := reply.(type) {
	case []byte:
		return string(r)
	case redis.Error:
		return ErrReply(r)
	case []any:
		for i, item := range r {
			r[i] = plain(item)
		}
	}
	return reply
}

// ErrReply is an error that Redis gave as its reply, for example "WRONGTYPE …".
type ErrReply string

func (e ErrReply) Error() string { return string(e) }

// conn is the client's connection, opened at first use. Redis sees plain
// RESP2 commands: SET … NX PX … and EVAL, as they are shown on the page.
func (n *Node) conn(client string) (redis.Conn, error) {
	if c := n.conns[client]; c != nil {
		return c, nil
	}
	c, err := redis.Dial("tcp", n.addr, redis.DialClientName(ConnPrefix+client+n.mine),
		redis.DialConnectTimeout(patience), redis.DialReadTimeout(patience), redis.DialWriteTimeout(patience))
	if err == nil {
		n.conns[client] = c
	}
	return c, err
}

// patience is how long the node, which is in this process, may take.
const patience = 5 * time.Second

// ConnPrefix starts the CLIENT SETNAME of every lab connection. What ends it
// nobody else knows: a connection without that is a stranger's.
const ConnPrefix = "lockviz-"

// Key is a string key as the node holds it now: its value, and how far the
// node's clock has to go until the key is gone, whole milliseconds, 0 for one
// that does not expire. That is a millisecond more than PTTL says: see SetClock.
// It is a look at the memory, not a command.
func (n *Node) Key(name string) (value string, left time.Duration, exists bool) {
	if !n.server.Exists(name) {
		return "", 0, false
	}
	value, err := n.server.Get(name)
	if err != nil {
		value = "(not a string)"
	}
	if ttl := n.server.TTL(name); ttl > 0 {
		left = ttl.Truncate(time.Millisecond) + time.Millisecond
	}
	return value, left, true
}

// Expire ends a key's time to live now.
func (n *Node) Expire(name string) { n.server.Del(name) }

// Crash stops the node: its port refuses connections. Keys stay, as with an
// append-only file that is synced on every write, unless loseData.
func (n *Node) Crash(loseData bool) {
	n.stop()
	if loseData {
		n.server.FlushAll()
	}
}

// Restart starts a crashed node again, on its old port if that is still free.
func (n *Node) Restart() error {
	n.hangUp() // what was dialled while it was down
	if err := n.listen(n.addr); err != nil {
		if err = n.listen(anyPort); err != nil {
			return fmt.Errorf("redis node: %w", err)
		}
	}
	return nil
}

// chance seeds what SPOP and its like draw: a replay draws the same.
const chance = 1

// Reset makes the node as new, with its clock at now and on the same port.
// Nothing of the run before is left: no key, no script that EVALSHA would find.
func (n *Node) Reset(now time.Time) error {
	n.server.FlushAll()
	n.server.Seed(chance)
	n.setTime(now)
	if n.server.Server() == nil {
		if err := n.Restart(); err != nil {
			return err
		}
	}
	if len(n.scripts) == 0 {
		return nil
	}
	_, err := n.Do(n.anyone(), "SCRIPT", "FLUSH")
	return err
}

// anyone has a connection, if somebody has: one more would be two open files for as
// long as the lab lasts.
func (n *Node) anyone() string {
	for client := range n.conns {
		return client
	}
	return "reset"
}

// Close ends the node.
func (n *Node) Close() {
	if n.server.Server() != nil {
		n.stop()
	}
	n.hangUp()
}

func (n *Node) hangUp() {
	for _, c := range n.conns {
		c.Close()
	}
	clear(n.conns)
}
