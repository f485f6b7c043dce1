package minizk_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/minizk"
)

// Who breaks a limit is refused or closed. B, who was there before, never notices.
func TestLimits(t *testing.T) {
	for _, c := range limited {
		t.Run(c.name, func(t *testing.T) {
			limits := minizk.DefaultLimits()
			c.limit(&limits)
			p := newPlayer(t, startWith(t, limits))
			defer p.end()
			p.do("B connect")
			want := strings.ReplaceAll(c.play, "<100>", strings.Repeat("x", 100))
			if got := p.play(want); got != want {
				t.Error(difference(want, got))
			}
			if said := p.do("B exists =/zookeeper"); strings.Contains(fmt.Sprint(said), "closed") {
				t.Errorf("B is told %q", said)
			}
		})
	}
}

func startWith(t testing.TB, l minizk.Limits) string {
	t.Helper()
	s, err := minizk.Start(minizk.WithLimits(l))
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s.Addr()
}

// Seen on ZooKeeper 3.8 with the counter set in its memory: it would take two
// billion requests to get there.
func TestTheCounterOfChildrenStopsAtItsEnd(t *testing.T) {
	s, err := minizk.Start()
	must(t, err)
	defer s.Close()
	p := newPlayer(t, s.Addr())
	defer p.end()
	p.do("A connect")
	p.do("A create /p -")
	s.SetCreations(p.root+"/p", 2147483646)
	const want = `
A create /p/n- x s
    +3 /p/n-2147483646
A create /p/n- x s
    +4 /p/n-2147483647
A exists /p
    +4 czxid +2 mzxid +2 pzxid +3 version 0 cversion -4 aversion 0 owner none length 0 children 2
A create /p/n- x s
    +5 NodeExists
A create /p/m- x s
    +6 /p/m-2147483647
A exists /p
    +6 czxid +2 mzxid +2 pzxid +3 version 0 cversion -5 aversion 0 owner none length 0 children 3
`
	if got := p.play(want); got != want {
		t.Error(difference(want, got))
	}
}

// Who says nothing does not keep a connection.
func TestAHandshakeEndsInTime(t *testing.T) {
	limits := minizk.DefaultLimits()
	limits.Handshake = time.Millisecond
	addr := startWith(t, limits)
	for _, says := range []string{"", "\x00\x00", "\x00\x00\x00\x2c\x00"} {
		c := open(t, addr)
		_, err := io.WriteString(c, says)
		must(t, err)
		if b, err := io.ReadAll(c); len(b) > 0 || errors.Is(err, patienceOver) {
			t.Errorf("%q is answered with %q, %v", says, b, err)
		}
		c.Close()
	}
}

// A session whose handshake was in time has as much of it as it likes.
func TestASessionOutlivesTheHandshake(t *testing.T) {
	limits := minizk.DefaultLimits()
	limits.Handshake = time.Second
	p := newPlayer(t, startWith(t, limits))
	defer p.end()
	p.do("A connect")
	silent := open(t, p.addr)
	defer silent.Close()
	io.ReadAll(silent) // which lasts as long as a handshake may
	if said := p.do("A ping"); said[0] != "+1 ok" {
		t.Errorf("got %q", said)
	}
}

// A client that does not read what it asks for is let go, and its session kept.
func TestASlowReaderHoldsUpNobody(t *testing.T) {
	limits := minizk.DefaultLimits()
	limits.Queue = 1 << 20
	p := newPlayer(t, startWith(t, limits))
	defer p.end()
	p.do("A connect")
	p.do("B connect")
	p.do("A create /big " + strings.Repeat("x", 100_000))
	p.do("B ls / watch")
	slow := p.clients["A"]
	var get writer
	writePathWatch(p, &get, words{"/big"})
	for err := error(nil); err == nil; { // until the server hangs up
		err = slow.request(verbs["get"].op, get)
		if errors.Is(err, patienceOver) {
			t.Fatal("the server takes whatever a client asks for")
		}
	}
	const want = `
B ls /
    +3 [big]
C attach A
    session of A, 10000 ms
C ls /
    +3 [big]
`
	if got := p.play(want); got != want {
		t.Error(difference(want, got))
	}
}

// Close does not wait for those who do not read, or do not write.
func TestCloseWaitsForNobody(t *testing.T) {
	limits := minizk.DefaultLimits()
	limits.Queue = 64 << 20
	s, err := minizk.Start(minizk.WithLimits(limits))
	must(t, err)
	p := newPlayer(t, s.Addr())
	p.do("A connect")
	p.do("B connect")
	p.do("B create /big " + strings.Repeat("x", 1_000_000))
	var get writer
	writePathWatch(p, &get, words{"/big"})
	for range 30 {
		must(t, p.clients["A"].request(verbs["get"].op, get))
	}
	p.do("C dial")
	must(t, s.Close())
	must(t, s.Close())
	for _, c := range p.clients {
		c.Close()
	}
}

var limited = []struct {
	name  string
	limit func(*minizk.Limits)
	play  string
}{
	{"connections", func(l *minizk.Limits) { l.Connections = 2 }, `
A connect
    session of its own, 10000 ms
C connect
    closed
A close
    +3 ok
A eof
    closed
C connect
    session of its own, 10000 ms
`},
	{"sessions", func(l *minizk.Limits) { l.Sessions = 2 }, `
A connect
    session of its own, 10000 ms
C connect
    closed
A leave
C connect
    closed
A attach A
    session of A, 10000 ms
A close
    +3 ok
C connect
    session of its own, 10000 ms
`},
	{"watches of a connection", func(l *minizk.Limits) { l.Watches = 2 }, `
A connect
    session of its own, 10000 ms
A create /a x
    +3 /a
A exists /b watch
    +3 NoNode
A ls /a watch
    +3 []
A ls /a watch
    +3 []
A exists /c watch
    +3 QuotaExceeded
A get /a watch
    +3 QuotaExceeded
A set-watches +9 exist=/c
    +3 QuotaExceeded
A create /b x
    -1 event NodeCreated in state 3: /b
    +4 /b
A exists /c watch
    +4 NoNode
`},
	{"nodes", func(l *minizk.Limits) { l.Nodes = 6 }, `
A connect
    session of its own, 10000 ms
A create /a x
    +3 /a
A create /b x
    +4 QuotaExceeded
A multi delete /a ; create /b x ; create /c x
    +5 -1 ok ok; -1 ok ok; -1 QuotaExceeded QuotaExceeded; end -1 -1
A ls /
    +5 [a]
A multi delete /a ; create /b x
    +6 2 ok ok; 1 ok /b; end -1 -1
`},
	{"bytes", func(l *minizk.Limits) { l.Bytes = 250 }, `
A connect
    session of its own, 10000 ms
A create /a <100>
    +3 /a
A create /b <100>
    +4 QuotaExceeded
A set /a <100><100>
    +5 QuotaExceeded
A set /a x
    +6 czxid +3 mzxid +6 pzxid +3 version 1 cversion 0 aversion 0 owner none length 1 children 0
A multi create /b <100> ; create /c <100>
    +7 -1 ok ok; -1 QuotaExceeded QuotaExceeded; end -1 -1
A create /b <100>
    +8 /b
`},
	{"bytes of a frame", func(l *minizk.Limits) { l.Frame = 160 }, `
A connect
    session of its own, 10000 ms
A create /a x
    +3 /a
A exists /<100> watch
    +3 NoNode
A exists /a<100> watch
    +3 QuotaExceeded
A exists /a watch
    +3 czxid +3 mzxid +3 pzxid +3 version 0 cversion 0 aversion 0 owner none length 1 children 0
A set /a <100><100>
    closed
`},
}
