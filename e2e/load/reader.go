package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/gorilla/websocket"
)

const hello = `{"id":1,"do":"hello"}`

// reader is a page that only reads, with as little ado as it can: the machine is
// the server's, too.
type reader struct {
	conn *websocket.Conn
	gone chan struct{}
	raw  [512]byte // of a frame: its beginning and its end

	mu  sync.Mutex
	seq int
	had []mark
	err error
}

// sit opens a page that only reads, and waits until it has said hello.
func (t *target) sit(visitor, lab string) (*reader, error) {
	conn, err := t.dial(visitor, lab)
	if err != nil {
		return nil, err
	}
	r := &reader{conn: conn, gone: make(chan struct{})}
	conn.SetReadDeadline(time.Now().Add(patience))
	err = errors.Join(conn.WriteMessage(websocket.TextMessage, []byte(hello)), r.next(), r.next()) // the snapshot, and done
	conn.SetReadDeadline(time.Time{})
	go r.read()
	return r, err
}

func (r *reader) read() {
	defer close(r.gone)
	for {
		if err := r.next(); err != nil {
			r.mu.Lock()
			r.err = err
			r.mu.Unlock()
			return
		}
	}
}

func leaveReaders(readers []*reader) {
	for _, r := range readers {
		if r != nil {
			r.conn.Close()
			<-r.gone
		}
	}
}

// next takes one frame.
func (r *reader) next() error {
	_, in, err := r.conn.NextReader()
	if err != nil {
		return err
	}
	frame, err := r.ends(in)
	if err != nil {
		return err
	}
	at := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.take(frame, at)
}

// ends reads a frame. Of a long one it keeps the beginning and the end.
func (r *reader) ends(in io.Reader) ([]byte, error) {
	const begin, end = len(r.raw) / 4, len(r.raw) / 2
	n := 0
	for {
		more, err := in.Read(r.raw[n:])
		n += more
		switch {
		case err == io.EOF:
			return r.raw[:n], nil
		case err != nil:
			return nil, err
		case n == len(r.raw):
			n = begin + copy(r.raw[begin:], r.raw[n-end:])
		}
	}
}

// take notes how long the log is now, and that nothing is missing in it.
func (r *reader) take(frame []byte, at time.Time) error {
	switch {
	case bytes.HasPrefix(frame, []byte(`{"type":"done"`)):
		return nil
	case bytes.HasPrefix(frame, []byte(`{"type":"events"`)):
		if from := number(frame, bytes.Index, `"from":`); from != r.seq {
			return fmt.Errorf("a gap: events after %d, but the page has %d", from, r.seq)
		}
	case bytes.HasPrefix(frame, []byte(`{"type":"snapshot"`)):
	default:
		return fmt.Errorf("a page that reads was sent %s", frame)
	}
	r.seq = number(frame, bytes.LastIndex, `"head":{"seq":`)
	r.had = append(r.had, mark{r.seq, at})
	return nil
}

// number is the one behind a text, found from the beginning or the end; -1 if there
// is none.
func number(frame []byte, find func(in, text []byte) int, text string) int {
	i := find(frame, []byte(text))
	if i < 0 {
		return -1
	}
	digits := frame[i+len(text):]
	n, err := strconv.Atoi(string(digits[:max(0, bytes.IndexAny(digits, ",}"))]))
	if err != nil {
		return -1
	}
	return n
}

// restart forgets when what was there came, and has room for more.
func (r *reader) restart(frames int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.had = make([]mark, 0, frames)
}

// has reports whether the log is so long, or will not be any more.
func (r *reader) has(seq int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seq >= seq || r.err != nil
}

// delivered says how long after each mark the page's log was so long.
func (r *reader) delivered(marks []mark) (all []time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := 0
	for _, m := range marks {
		for i < len(r.had) && r.had[i].seq < m.seq {
			i++
		}
		if i == len(r.had) {
			return nil, fmt.Errorf("event %d did not come: %w", m.seq, r.err)
		}
		all = append(all, r.had[i].at.Sub(m.at))
	}
	return all, nil
}

const (
	stallFor   = 12 * time.Second // longer than the server waits for a page that takes nothing
	stallBytes = 4 << 10          // that the kernel takes for such a page
)

// stall opens pages that say hello and read nothing, again when they have been cut
// off, until the function that it returns is called; that says how often it was.
func (t *target) stall(pages int) (end func() int) {
	var all sync.WaitGroup
	var mu sync.Mutex
	cut, over := 0, make(chan struct{})
	for range pages {
		all.Go(func() {
			for t.stallOnce(over) {
				mu.Lock()
				cut++
				mu.Unlock()
			}
		})
	}
	return func() int { close(over); all.Wait(); return cut }
}

// stallOnce reports whether the server cut the page off.
func (t *target) stallOnce(over <-chan struct{}) bool {
	tiny := net.Dialer{Control: func(_, _ string, c syscall.RawConn) (err error) {
		outer := c.Control(func(fd uintptr) {
			err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, stallBytes)
		})
		return errors.Join(outer, err)
	}}
	conn, err := t.dialOver(&tiny, visitor(0), sandbox)
	if err != nil {
		return false
	}
	defer conn.Close()
	conn.WriteMessage(websocket.TextMessage, []byte(hello))
	select {
	case <-over:
		return false
	case <-time.After(stallFor):
	}
	line := conn.NetConn()
	line.SetReadDeadline(time.Now().Add(patience))
	_, err = io.Copy(io.Discard, line) // what the kernels still have, and then the end
	return !errors.Is(err, os.ErrDeadlineExceeded)
}
