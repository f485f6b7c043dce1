package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/challenges"
	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/scenarios"
)

func TestMain(m *testing.M) {
	// Chroma's regular expressions keep a clock for a second after their last use.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"))
}

// site is a server under test, on a real port.
type site struct {
	*Server
	t    testing.TB
	http *httptest.Server
	host string // host:port
}

var builtInCourse = sync.OnceValues(func() ([]lessons.Lesson, error) { return lessons.Load(lessons.FS) })

var builtInChallenges = sync.OnceValue(func() []lessons.Challenge {
	all, err := lessons.LoadChallenges(challenges.FS)
	if err != nil {
		panic(err)
	}
	return all
})

func newSite(t testing.TB, change func(*Config)) *site {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	course, err := builtInCourse()
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Hosts: NewHosts(listener.Addr().(*net.TCPAddr).Port, nil, nil), BasePath: "/",
		Lessons: course, Challenges: builtInChallenges(), Scenarios: scenarios.All(), Limits: Defaults,
	}
	if change != nil {
		change(&cfg)
	}
	server, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{Server: server, t: t, host: listener.Addr().String(),
		http: &httptest.Server{Listener: listener, Config: server.http()}}
	s.http.Start()
	t.Cleanup(func() {
		s.Close(context.Background())
		s.http.Close()
	})
	return s
}

// get asks for a path; change may alter the request.
func (s *site) get(path string, change func(*http.Request)) (*http.Response, string) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, "http://"+s.host+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	if change != nil {
		change(req)
	}
	return s.do(req)
}

// do sends a request and reads the answer; redirects are not followed.
func (s *site) do(req *http.Request) (*http.Response, string) {
	s.t.Helper()
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusSwitchingProtocols {
		return res, ""
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res, string(body)
}

// tab is one page's socket.
type tab struct {
	t    testing.TB
	conn *websocket.Conn
	id   int64
}

const someVisitor = "00112233445566778899aabbccddeeff"

// dial opens a socket as a page of this site does; visitor is its cookie.
func (s *site) dial(visitor, slug string) *tab {
	s.t.Helper()
	header := http.Header{"Origin": {"http://" + s.host}, "Cookie": {visitorCookie + "=" + visitor}}
	conn, res, err := websocket.DefaultDialer.Dial("ws://"+s.host+s.cfg.BasePath+"labs/socket?lab="+slug, header)
	if err != nil {
		s.t.Fatalf("%v (%v)", err, res)
	}
	s.t.Cleanup(func() { conn.Close() })
	return &tab{t: s.t, conn: conn}
}

// visitor makes a cookie of its own for each n.
func visitor(n int) string { return fmt.Sprintf("%032x", n) }

// frame is every kind of frame from a lab at once.
type frame struct {
	Type     string
	ID       int64
	Text     string
	Epoch    string
	From     int
	Events   []trace.Event
	Head     engine.Head
	Verdicts []check.Change
	Branches []engine.Branch
	Branch   string
	Notice   string
	Was      string
	Asleep   bool
	Answered int64
	Lab      struct {
		Scenario string
		Kind     string
		Text     string
		Lanes    []engine.Lane
		Mistakes []struct {
			Name string
			On   bool
		}
		Nodes int
		Drift int64
	}
	Same  int
	Sides [2]engine.Side
}

func (c *tab) say(fields string) int64 {
	c.t.Helper()
	c.id++
	c.send(fmt.Sprintf(`{"id":%d,%s}`, c.id, fields))
	return c.id
}

func (c *tab) send(raw string) {
	c.t.Helper()
	if err := c.conn.WriteMessage(websocket.TextMessage, []byte(raw)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *tab) next() frame {
	c.t.Helper()
	_, raw, err := c.conn.ReadMessage()
	if err != nil {
		c.t.Fatal(err)
	}
	var f frame
	if err := json.Unmarshal(raw, &f); err != nil {
		c.t.Fatalf("%v in %s", err, raw)
	}
	return f
}

func (c *tab) want(kind string) frame {
	c.t.Helper()
	f := c.next()
	if f.Type != kind {
		c.t.Fatalf("got %+v, want a frame of type %q", f, kind)
	}
	return f
}

// ask sends a request, and returns the last frame before its answer.
func (c *tab) ask(fields string) (last frame) {
	c.t.Helper()
	id := c.say(fields)
	for {
		f := c.next()
		switch {
		case f.Type == "error":
			c.t.Fatalf("%s: %s", fields, f.Text)
		case f.Type == "done" && f.ID == id:
			return last
		case f.Type == "snapshot" && f.Answered >= id:
			return f // this tab read too slowly
		case f.Type != "done":
			last = f
		}
	}
}

func (c *tab) hello() frame { c.t.Helper(); return c.ask(`"do":"hello"`) }

// wantClose reads until the socket is closed and checks how.
func (c *tab) wantClose(code int, text string) {
	c.t.Helper()
	for {
		_, _, err := c.conn.ReadMessage()
		if err == nil {
			continue
		}
		if !websocket.IsCloseError(err, code) || !strings.Contains(err.Error(), text) {
			c.t.Fatalf("closed with %v, want %d and %q", err, code, text)
		}
		return
	}
}
