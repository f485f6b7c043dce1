package zknode_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// proxy is a way to a server that the test can break.
type proxy struct {
	t      testing.TB
	addr   string
	target string

	mu    sync.Mutex
	door  net.Listener // nil: connections are refused
	conns map[net.Conn]bool
	gate  chan struct{} // while it is open, nothing new passes
	mute  bool          // what the server says is lost
	all   sync.WaitGroup
}

func through(t testing.TB, target string) *proxy {
	t.Helper()
	target, _, _ = strings.Cut(target, ",")
	p := &proxy{t: t, target: target, addr: "127.0.0.1:0", conns: map[net.Conn]bool{}, gate: make(chan struct{})}
	close(p.gate)
	p.listen()
	t.Cleanup(func() {
		p.refuse()
		p.all.Wait()
	})
	return p
}

func (p *proxy) listen() {
	p.t.Helper()
	door, err := net.Listen("tcp", p.addr)
	must(p.t, err)
	p.mu.Lock()
	p.door, p.addr, p.mute = door, door.Addr().String(), false
	p.mu.Unlock()
	p.all.Go(func() {
		for {
			conn, err := door.Accept()
			if err != nil {
				return
			}
			p.all.Go(func() { p.carry(conn) })
		}
	})
}

func (p *proxy) carry(client net.Conn) {
	p.mu.Lock()
	gate := p.gate
	p.conns[client] = true
	p.mu.Unlock()
	defer client.Close()
	<-gate
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		return
	}
	p.mu.Lock()
	p.conns[server] = true
	p.mu.Unlock()
	p.all.Go(func() {
		defer server.Close()
		io.Copy(server, client)
	})
	io.Copy(listener{client, p}, server)
}

// listener is a client that hears nothing while the proxy is mute.
type listener struct {
	net.Conn
	p *proxy
}

func (l listener) Write(b []byte) (int, error) {
	l.p.mu.Lock()
	mute := l.p.mute
	l.p.mu.Unlock()
	if mute {
		return len(b), nil
	}
	return l.Conn.Write(b)
}

// silence loses what the server says from now on.
func (p *proxy) silence(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mute = on
}

// cut breaks all connections. New ones wait until it is mended.
func (p *proxy) cut() (mend func()) {
	p.mu.Lock()
	p.gate = make(chan struct{})
	gate := p.gate
	p.mu.Unlock()
	p.breakAll()
	return func() { close(gate) }
}

// refuse breaks all connections and takes no new ones.
func (p *proxy) refuse() {
	p.mu.Lock()
	p.door.Close()
	p.mu.Unlock()
	p.breakAll()
}

func (p *proxy) breakAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
	}
	clear(p.conns)
}
