package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/internal/web/labs"
)

// These tests run in bubbles with a clock of their own, over pipes without a
// buffer: a peer that does not read blocks its writer at once. The labs are
// fakes, because a live server has no place in a bubble.

// pipes is a listener whose connections are in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// bubble is a site inside a bubble.
type bubble struct {
	t     *testing.T
	site  *Server
	pipes *pipes
	http  *http.Server
}

func newBubble(t *testing.T, change func(*Config)) *bubble {
	t.Helper()
	course, err := builtInCourse()
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Hosts: NewHosts(8080, nil, nil), BasePath: "/", Lessons: course, Limits: Defaults,
		Open: func(scenario.Scenario) (labs.Lab, error) { return &quietLab{}, nil },
	}
	if change != nil {
		change(&cfg)
	}
	b := &bubble{t: t, pipes: newPipes()}
	if b.site, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	b.http = &http.Server{Handler: b.site}
	go b.http.Serve(b.pipes)
	t.Cleanup(b.close)
	return b
}

func (b *bubble) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	b.site.Close(ctx)
	b.http.Close()
}

func (b *bubble) dial(visitor string) *tab {
	b.t.Helper()
	near, far := net.Pipe()
	return b.dialOver(visitor, near, far)
}

// dialOver opens a socket at one end of a line, whose other end is the server's.
func (b *bubble) dialOver(visitor string, near, far net.Conn) *tab {
	b.t.Helper()
	dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) {
		b.pipes.conns <- far
		return near, nil
	}}
	header := http.Header{"Origin": {"http://127.0.0.1:8080"}, "Cookie": {visitorCookie + "=" + visitor}}
	conn, _, err := dialer.Dial("ws://127.0.0.1:8080"+b.site.cfg.BasePath+"labs/socket?lab=free", header)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { conn.Close() })
	return &tab{t: b.t, conn: conn}
}

// quietLab is a lab in which a step is one event, a kilobyte big. Nothing else is
// asked of it.
type quietLab struct {
	labs.Lab
	log trace.Log
}

func (q *quietLab) Attend(func(func()) bool, func()) {}

func (q *quietLab) Scenario() scenario.Scenario { return scenario.Scenario{} }
func (q *quietLab) Lanes() []engine.Lane        { return nil }
func (q *quietLab) Step() error {
	q.log.Append(trace.Event{Lane: "A", Body: trace.Read{Object: "file", Value: tooMuch(500)}})
	return nil
}
func (q *quietLab) Generation() int                  { return 0 }
func (q *quietLab) Head() engine.Head                { return engine.Head{Seq: q.log.Len()} }
func (q *quietLab) Branch() string                   { return "main" }
func (q *quietLab) Branches() []engine.Branch        { return nil }
func (q *quietLab) Events(since int) []trace.Event   { return q.log.Since(since) }
func (q *quietLab) VerdictsSince(int) []check.Change { return nil }
func (q *quietLab) History() engine.History          { return engine.History{} }
func (q *quietLab) Resume(engine.History) error      { return nil }
func (q *quietLab) Close()                           {}

func TestAnIdleSocketIsKeptAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newBubble(t, nil).dial(someVisitor)
		c.hello()
		began, pings := time.Now(), 0
		answer := c.conn.PingHandler()
		c.conn.SetPingHandler(func(data string) error { pings++; return answer(data) })
		c.conn.SetReadDeadline(began.Add(20 * time.Minute))
		_, _, err := c.conn.ReadMessage() // answers the pings, meanwhile
		var timeout net.Error
		if !errors.As(err, &timeout) || !timeout.Timeout() {
			t.Fatalf("after %s: %v", time.Since(began), err)
		}
		if want := int(20*time.Minute/pingEvery) - 1; pings < want {
			t.Errorf("%d pings in 20 minutes, want %d", pings, want)
		}
	})
}

func TestADeadPeerIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, nil)
		c := b.dial(someVisitor)
		c.hello()
		go io.Copy(io.Discard, c.conn.NetConn()) // takes everything, answers nothing
		time.Sleep(readPatience - time.Second)
		if n := b.open(); n != 1 {
			t.Fatalf("%d sockets are open, want 1", n)
		}
		time.Sleep(2 * time.Second)
		if n := b.open(); n != 0 {
			t.Errorf("%d sockets are open, want none", n)
		}
	})
}

func TestAnIdleLabTellsItsPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newBubble(t, nil).dial(someVisitor)
		epoch := c.hello().Epoch
		if f := c.want("ended"); f.Text == "" { // reading answers the pings for half an hour
			t.Errorf("%+v", f)
		}
		f := c.ask(`"do":"hello","epoch":"` + epoch + `","seq":0`)
		if f.Type != "snapshot" || f.Notice == "" || f.Epoch == epoch {
			t.Errorf("began again with %+v", f)
		}
	})
}

// A page that never answers must not keep the server from stopping.
func TestStoppingDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, nil)
		b.dial(someVisitor).hello()
		began := time.Now()
		b.close()
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

func (b *bubble) open() int {
	synctest.Wait()
	b.site.sockets.mu.Lock()
	defer b.site.sockets.mu.Unlock()
	return len(b.site.sockets.live)
}
