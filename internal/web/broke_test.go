package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// What broke in tools like this one, as far as the server can see it. The numbers
// are those of docs/architecture.md; the others are tested in static/js and e2e.

// 1. A hub that waits for a slow reader, or throws it out under its lock: everyone
// freezes. Here a queue of its own is dropped, and a snapshot stands for it.
func TestBroke01ASlowReaderHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, func(c *Config) { c.Limits.QueueFrames, c.Limits.RequestBurst, c.Limits.Batch = 4, 1000, 0 })
		slow, quick := b.dial(someVisitor), b.dial(someVisitor)
		slow.hello()
		quick.hello()
		for range 50 {
			quick.ask(`"do":"step"`)
		}
		time.Sleep(writePatience - time.Second)
		slow.conn.SetPingHandler(func(string) error { return nil })
		for {
			f := slow.next()
			if f.Type == "snapshot" {
				if f.Head.Seq != 50 {
					t.Errorf("the snapshot ends at %d, want 50", f.Head.Seq)
				}
				break
			}
		}
		quick.ask(`"do":"step"`)
		if f := slow.want("events"); f.From != 50 {
			t.Errorf("after the snapshot: %+v", f)
		}
	})
}

// 2. Without a deadline for writes, one dead peer holds a goroutine for ever.
func TestBroke02ADeadPeerIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, nil)
		slow, quick := b.dial(someVisitor), b.dial(someVisitor)
		slow.hello()
		quick.hello()
		quick.ask(`"do":"step"`)
		time.Sleep(writePatience + time.Second)
		if n := b.open(); n != 1 {
			t.Errorf("%d sockets are open, want the quick one", n)
		}
		quick.ask(`"do":"step"`)
	})
}

// 4. A proxy cuts sockets that are idle for 60 s, and the page stays silently stale.
func TestBroke04AnIdleSocketOutlivesAProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, func(c *Config) { c.BasePath = "/lockviz/" })
		near, mine := net.Pipe()
		theirs, far := net.Pipe()
		proxy := &idleProxy{patience: time.Minute}
		proxy.start(mine, theirs)
		c := b.dialOver(someVisitor, near, far)
		c.hello()
		c.conn.SetReadDeadline(time.Now().Add(20 * time.Minute))
		var timeout net.Error
		if _, _, err := c.conn.ReadMessage(); !errors.As(err, &timeout) || !timeout.Timeout() { // answers pings meanwhile
			t.Errorf("the proxy cut the socket: %v", err)
		}
		near.Close()
		proxy.end.Wait()
	})
}

// idleProxy passes on what comes, and cuts a line on which nothing came for a while.
type idleProxy struct {
	patience time.Duration
	end      sync.WaitGroup
}

func (p *idleProxy) start(a, b net.Conn) {
	cut := time.AfterFunc(p.patience, func() { a.Close(); b.Close() })
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		p.end.Go(func() {
			defer way[1].Close()
			bytes := make([]byte, 4096)
			for {
				n, err := way[0].Read(bytes)
				cut.Reset(p.patience)
				if err != nil {
					cut.Stop()
					return
				}
				if _, err := way[1].Write(bytes[:n]); err != nil {
					return
				}
			}
		})
	}
}

// 7. A page holds a part of the log, or of another log, and does not know. Its hello
// says what it holds, and is answered with the rest of it or with everything.
func TestBroke07AHelloClosesEveryGap(t *testing.T) {
	s := newSite(t, nil)
	all := s.dial(someVisitor, "free")
	old := all.hello().Epoch
	all.ask(`"do":"run","to":"acquired"`)
	now := all.ask(`"do":"act","seq":2,"text":"pause A 15s"`) // a branch: another log
	head := all.ask(`"do":"step"`).Head.Seq
	for name, hello := range map[string]struct {
		epoch string
		seq   int
		tail  bool
	}{
		"nothing":            {now.Epoch, 0, true},
		"a beginning":        {now.Epoch, 2, true},
		"all":                {now.Epoch, head, true},
		"more than there is": {now.Epoch, head + 1, false},
		"the other branch":   {old, 2, false},
		"another server's":   {"f00d.1", 2, false},
		"no log":             {"", 0, false},
	} {
		f := s.dial(someVisitor, "free").ask(fmt.Sprintf(`"do":"hello","epoch":%q,"seq":%d`, hello.epoch, hello.seq))
		missing := head
		if hello.tail {
			missing -= hello.seq
		}
		if hello.tail != (f.Type == "events") || f.Epoch != now.Epoch || f.Head.Seq != head || len(f.Events) != missing {
			t.Errorf("who holds %s gets %s of %s to %d with %d events, want %d of %s", name, f.Type, f.Epoch, f.Head.Seq, len(f.Events), missing, now.Epoch)
		}
	}
}

// 9. An absolute address breaks below a base path. TestEveryLinkLeadsSomewhere walks
// along every link; here is what a page needs to work, its socket among it.
func TestBroke09ALabWorksBelowABasePath(t *testing.T) {
	s := newSite(t, func(c *Config) { c.BasePath = "/lockviz/" })
	for _, path := range []string{"", "lab", "lessons/" + s.content().catalog.lessons[0].Slug} {
		_, body := s.get("/lockviz/"+path, nil)
		for tag := range tags(body) {
			for _, name := range []string{"href", "src", "action", "data-socket"} {
				if to := attr(tag, name); strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "/lockviz/") {
					t.Errorf("%s: %s=%q leads out of the base path", path, name, to)
				}
			}
		}
	}
	res, _ := s.get("/lockviz/lab", nil)
	if c := res.Cookies(); len(c) != 1 || c[0].Path != "/lockviz/" {
		t.Errorf("cookies %v", c)
	}
	c := s.dial(someVisitor, "free")
	c.hello()
	c.ask(`"do":"run","to":"acquired"`)
}

// 11. A new program whose pages get an old program's scripts from a cache. A page is
// asked for anew each time; scripts are kept for ever, below a version that their
// content makes; another version's are not there.
func TestBroke11NewPagesGetNewScripts(t *testing.T) {
	s := newSite(t, nil)
	res, body := s.get("/lab", nil)
	if got := res.Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("a page may be kept: %q", got)
	}
	scripts := 0
	for tag := range tags(body) {
		src := attr(tag, "src")
		if src == "" {
			continue
		}
		if scripts++; !strings.HasPrefix(src, s.assets.prefix("/")) {
			t.Errorf("%s has no version", src)
		}
		old := strings.Replace(src, s.assets.version, "0123456789ab", 1)
		if res, _ := s.get(old, nil); res.StatusCode != http.StatusNotFound || strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %q", old, res.StatusCode, res.Header.Get("Cache-Control"))
		}
		if res, _ := s.get(src, nil); !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %q", src, res.Header.Get("Cache-Control"))
		}
	}
	if scripts == 0 {
		t.Error("the page has no script")
	}
	TestTheVersionNamesTheContent(t)
}

// 12. A server that just goes shows as 1006, which could be anything.
func TestBroke12StoppingSaysGoodbye(t *testing.T) {
	s := newSite(t, nil)
	one, two := s.dial(visitor(1), "free"), s.dial(visitor(2), "free")
	one.hello()
	two.hello()
	closed := make(chan struct{})
	go func() { s.Close(context.Background()); close(closed) }()
	one.wantClose(websocket.CloseGoingAway, "the server is stopping")
	two.wantClose(websocket.CloseGoingAway, "the server is stopping")
	<-closed
	if n := s.labs.Count(); n != 0 {
		t.Errorf("%d labs are left", n)
	}
	if res, _ := s.get("/readyz", nil); res.StatusCode != 503 {
		t.Errorf("/readyz answers %d", res.StatusCode)
	}
	s.dial(visitor(3), "free").wantClose(websocket.CloseTryAgainLater, "stopping")
}
