package minizk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// conn is one connection. Its reader carries out requests; its writer sends
// what stands in the queue, so that a slow peer holds up nobody but itself.
type conn struct {
	socket net.Conn
	limits Limits

	// Of the server, and under its lock.
	session *session // none before the handshake, and none after another connection took it over
	watches int
	watched int // bytes of the paths that are watched

	mu    sync.Mutex
	some  *sync.Cond // the queue has grown, or ended
	queue []byte
	ended bool
}

func newConn(socket net.Conn, limits Limits) *conn {
	c := &conn{socket: socket, limits: limits}
	c.some = sync.NewCond(&c.mu)
	return c
}

// frame reads one request. Memory grows with what arrives, not with what was announced.
func (c *conn) frame() ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(c.socket, size[:]); err != nil {
		return nil, err
	}
	return c.body(size)
}

func (c *conn) body(size [4]byte) ([]byte, error) {
	n := int32(binary.BigEndian.Uint32(size[:]))
	if n < 0 || int(n) > c.limits.Frame {
		return nil, errors.New("minizk: a frame longer than is allowed")
	}
	var frame bytes.Buffer
	_, err := io.CopyN(&frame, c.socket, int64(n))
	return frame.Bytes(), err
}

// send puts bytes into the queue. If the reader is too far behind, that is the
// end of the connection.
func (c *conn) send(b []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	if len(c.queue)+len(b) > c.limits.Queue {
		c.ended, c.queue = true, nil
		c.socket.Close()
	} else {
		c.queue = append(c.queue, b...)
	}
	c.some.Signal()
}

// finish lets the writer send what is left, for a while, and then hang up.
func (c *conn) finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.socket.SetWriteDeadline(time.Now().Add(time.Second))
	c.some.Signal()
}

// hangUp ends the connection at once.
func (c *conn) hangUp() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended, c.queue = true, nil
	c.socket.Close()
	c.some.Signal()
}

// write sends the queue until it has ended.
func (c *conn) write() {
	defer c.socket.Close()
	for {
		batch := c.next()
		if batch == nil {
			return
		}
		if _, err := c.socket.Write(batch); err != nil {
			c.hangUp()
			return
		}
	}
}

// next waits for the queue and takes all of it; nil is the end.
func (c *conn) next() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.queue) == 0 && !c.ended {
		c.some.Wait()
	}
	batch := c.queue
	c.queue = nil
	return batch
}
