package minizk_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"pgregory.net/rapid"
)

// client speaks the protocol word for word, and hides nothing. It does not know
// minizk's own codec: what both get wrong, ZooKeeper would not understand.
type client struct {
	net.Conn
	session  int64
	password []byte
	xid      int32
}

// patience ends a test in which a server does not answer.
const patience = 20 * time.Second

var patienceOver = os.ErrDeadlineExceeded

func open(t rapid.TB, addr string) *client {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	must(t, err)
	must(t, c.SetDeadline(time.Now().Add(patience)))
	return &client{Conn: c}
}

// hello is what a connection starts with.
type hello struct {
	seen    int64 // zxid
	timeout int32 // ms
	old     bool  // a client older than 3.4, which asks for no read-only server
}

// greet asks for a session, or for the one that the client has. A refused
// client is told a session of 0.
func (c *client) greet(h hello) (timeout int32, err error) {
	var w writer
	w.i32(0).i64(h.seen).i32(h.timeout).i64(c.session).bytes(c.password)
	if !h.old {
		w.raw(0)
	}
	if err := c.send(w); err != nil {
		return 0, err
	}
	frame, err := c.receive()
	if err != nil {
		return 0, err
	}
	r := reader{rest: frame}
	version := r.i32()
	timeout, c.session, c.password = r.i32(), r.i64(), r.bytes()
	if !h.old && r.u8() != 0 {
		return 0, errors.New("the server calls itself read-only")
	}
	if r.err != nil || version != 0 || len(c.password) != 16 || len(r.rest) > 0 {
		return 0, fmt.Errorf("not the answer to a ConnectRequest: %x", frame)
	}
	return timeout, nil
}

// request sends a request; its reply is still to be received.
func (c *client) request(op int32, body writer) error {
	xid := c.number(op)
	var w writer
	w.i32(xid).i32(op).raw(body...)
	return c.send(w)
}

// number is the xid of the next request. Some kinds have one of their own.
func (c *client) number(op int32) int32 {
	switch op {
	case 11: // ping
		return -2
	case 100: // auth
		return -4
	case 101: // setWatches
		return -8
	}
	c.xid++
	return c.xid
}

func (c *client) send(frame writer) error {
	_, err := c.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(frame))), frame...))
	return err
}

func (c *client) receive() ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(c, size[:]); err != nil {
		return nil, err
	}
	frame := make([]byte, binary.BigEndian.Uint32(size[:]))
	_, err := io.ReadFull(c, frame)
	return frame, err
}

// writer is a record that grows.
type writer []byte

func (w *writer) raw(b ...byte) *writer { *w = append(*w, b...); return w }
func (w *writer) i32(n int32) *writer   { *w = binary.BigEndian.AppendUint32(*w, uint32(n)); return w }
func (w *writer) i64(n int64) *writer   { *w = binary.BigEndian.AppendUint64(*w, uint64(n)); return w }
func (w *writer) text(s string) *writer { return w.i32(int32(len(s))).raw([]byte(s)...) }

func (w *writer) bytes(b []byte) *writer {
	if b == nil {
		return w.i32(-1)
	}
	return w.text(string(b))
}

func (w *writer) texts(list []string) *writer {
	w.i32(int32(len(list)))
	for _, s := range list {
		w.text(s)
	}
	return w
}

func (w *writer) yes(v bool) *writer {
	if v {
		return w.raw(1)
	}
	return w.raw(0)
}

// reader takes a record apart. What is missing sets err.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.err = io.ErrUnexpectedEOF
		return make([]byte, min(max(n, 0), 8))
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) u8() byte   { return r.take(1)[0] }
func (r *reader) i32() int32 { return int32(binary.BigEndian.Uint32(r.take(4))) }
func (r *reader) i64() int64 { return int64(binary.BigEndian.Uint64(r.take(8))) }

func (r *reader) bytes() []byte {
	n := r.i32()
	if n == -1 {
		return nil
	}
	return append([]byte{}, r.take(int(n))...)
}

func (r *reader) text() string { return string(r.take(int(r.i32()))) }

func (r *reader) texts() (list []string) {
	for range r.i32() {
		if list = append(list, r.text()); r.err != nil {
			return nil
		}
	}
	return list
}
