package e2e

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// What broke in tools like this one, as far as it takes a browser to see it. The
// numbers are those of docs/architecture.md.

// 4. A proxy serves the site below a path, cuts the lines of its pages, and lets none
// through for a while. The page says so, comes back by itself, and has lost nothing.
func TestBroke04APageOutlivesItsProxy(t *testing.T) {
	p := newProxy(t)
	own, err := server.Start(program, "--base-path", "/lockviz", "--allow-host", p.at())
	check(t, err)
	defer func() { check(t, own.Stop()) }()
	u, err := url.Parse(own.URL)
	check(t, err)
	p.open(u.Host)
	l := lab{t, visit(t, 1366, 768, homePath)}
	check(t, l.Open("http://"+p.at()+"/lockviz"+lessonPath))
	l.live()
	l.must("run acquired")
	_, before := l.seq()
	l.Excuse(connections)
	p.open("") // cut
	l.see("the loss", `document.querySelector("[data-link]").dataset.state !== "live" && !document.querySelector("[data-notice]").hidden`)
	p.open(u.Host)
	l.see("a live lab", `document.querySelector("[data-link]").dataset.state === "live" && document.querySelector("[data-notice]").hidden`)
	if _, after := l.seq(); after != before {
		t.Errorf("the page shows %d events, and had %d", after, before)
	}
	l.step()
	keep(t, l.Page, "behind a proxy")
}

// proxy passes on what comes to a port, as long as it is open.
type proxy struct {
	net.Listener
	all sync.WaitGroup

	mu    sync.Mutex
	to    string // "": closed
	lines map[net.Conn]bool
}

func newProxy(t *testing.T) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	p := &proxy{Listener: listener, lines: map[net.Conn]bool{}}
	p.all.Go(func() {
		for {
			near, err := p.Accept()
			if err != nil {
				return
			}
			p.all.Go(func() { p.pass(near) })
		}
	})
	t.Cleanup(func() { p.Close(); p.open(""); p.all.Wait() })
	return p
}

func (p *proxy) at() string { return p.Addr().String() }

// open cuts every line, and passes on new ones to an address; to none if it is empty.
func (p *proxy) open(to string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to = to
	for line := range p.lines {
		line.Close()
	}
}

func (p *proxy) pass(near net.Conn) {
	defer near.Close()
	far := p.line(near)
	if far == nil {
		return
	}
	p.all.Go(func() { io.Copy(far, near); far.Close() })
	io.Copy(near, far)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.lines, far)
}

// line is the other end of a line; nil if there is none.
func (p *proxy) line(near net.Conn) net.Conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to == "" {
		return nil
	}
	far, err := net.Dial("tcp", p.to)
	if err != nil {
		return nil
	}
	p.lines[far] = true
	return far
}

// 10. Only a window of the event table is in the document, however long the log is.
func TestBroke10TheEventTableIsAWindow(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	rows := func() int {
		n, err := browser.Eval[int](l.Page, `document.querySelectorAll("[data-events] tbody tr").length`)
		check(t, err)
		return n
	}
	l.must("run write")
	l.must("run end")
	_, few := l.seq()
	before := rows()
	for range 20 {
		l.must(`slow redis-1 1ms`)
	}
	if _, many := l.seq(); many < few+20 || few <= before || rows() != before {
		t.Errorf("%d rows for %d events, %d for %d", before, few, rows(), many)
	}
}
