package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/lockviz/lockviz/engine/trace"
)

// These tests open real labs, with a live Redis node each.

func TestALabOverASocket(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	first := c.hello()
	if first.Branch != "main" || len(first.Branches) != 1 || first.Epoch == "" {
		t.Errorf("snapshot %+v", first)
	}
	if f := c.ask(`"do":"step"`); f.Type != "events" || f.From != first.Head.Seq || len(f.Events) == 0 {
		t.Errorf("step: %+v", f)
	}
	f := c.ask(`"do":"run","to":"acquired"`)
	if _, ok := f.Events[len(f.Events)-1].Body.(trace.Acquired); !ok {
		t.Errorf("ran to %+v", f.Events[len(f.Events)-1])
	}
	now := f.Head.Now
	if f := c.ask(`"do":"advance","by":1000000`); f.Head.Now != now.Add(1_000_000) {
		t.Errorf("advanced from %s to %s", now, f.Head.Now)
	}
	head := c.ask(`"do":"run","to":"end"`).Head
	if !head.Ended {
		t.Errorf("ran to the end, but %+v", head)
	}
}

func TestBranchesOverASocket(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	epoch := c.hello().Epoch
	c.ask(`"do":"run","to":"acquired"`)
	f := c.ask(`"do":"act","seq":3,"text":"pause A 15s"`)
	if f.Type != "snapshot" || f.Epoch == epoch || len(f.Branches) != 2 || f.Branch == "main" {
		t.Fatalf("acting before the head: %+v", f)
	}
	if f := c.ask(`"do":"open","branch":"main"`); f.Branch != "main" {
		t.Errorf("opened %s", f.Branch)
	}
	if f := c.ask(`"do":"reset"`); len(f.Branches) != 1 || f.Head.Now != 0 {
		t.Errorf("reset: %+v", f)
	}
}

func TestTwoTabsAndAReconnect(t *testing.T) {
	s := newSite(t, nil)
	one, two := s.dial(someVisitor, "free"), s.dial(someVisitor, "free")
	epoch := one.hello().Epoch
	if two.hello().Epoch != epoch {
		t.Fatal("two tabs, two labs")
	}
	seen := one.ask(`"do":"run","to":"acquired"`).Head.Seq
	if f := two.want("events"); f.Head.Seq != seen {
		t.Errorf("the other tab is at %d, want %d", f.Head.Seq, seen)
	}
	one.conn.Close()
	two.ask(`"do":"run","to":"write"`)

	back := s.dial(someVisitor, "free")
	id := back.say(`"do":"hello","epoch":"` + epoch + `","seq":2`)
	f := back.want("events")
	if f.From != 2 || f.Events[0].Seq != 3 || back.want("done").ID != id {
		t.Errorf("resumed with %+v", f)
	}
}

// What one page does wrong is told to that page, and reaches nobody else.
func TestWrongRequestsDisturbNobody(t *testing.T) {
	s := newSite(t, nil)
	bad, calm := s.dial(visitor(1), "free"), s.dial(visitor(2), "free")
	bad.hello()
	calm.hello()
	for raw, want := range map[string]string{
		`{"id":1,`:              "ends too early",
		`nonsense`:              "invalid character",
		`{"id":1,"do":"dance"}`: "one of hello, step",
		`{"id":1,"do":"act","seq":0,"text":"explode A"}`:             "explode",
		`{"id":1,"do":"act","seq":0,"text":"pause Z 5s"}`:            "Z",
		`{"id":1,"do":"act","seq":99999,"text":"pause A 5s"}`:        "99999",
		`{"id":1,"do":"act","seq":0,"text":"pause <b>A</b> 5s"}`:     "<b>A</b>",
		`{"id":1,"do":"open","branch":"b77"}`:                        "b77",
		`{"id":1,"do":"advance","by":99999999999999}`:                "an hour",
		`{"id":1,"do":"hello","epoch":{"a":1}}`:                      `"epoch"`,
		`{"id":1,"do":"act","seq":0,"text":"` + tooMuch(3000) + `"}`: "the most is",
	} {
		bad.send(raw)
		if f := bad.want("error"); !strings.Contains(f.Text, want) {
			t.Errorf("%s: %q does not say %q", raw, f.Text, want)
		}
	}
	bad.ask(`"do":"step"`)
	calm.ask(`"do":"step"`)
}

func tooMuch(n int) string { return strings.Repeat("x", n) }

func TestAMessageThatIsTooBig(t *testing.T) {
	s := newSite(t, nil)
	for _, size := range []int{Defaults.RequestBytes + 1, 2 << 20} {
		big, calm := s.dial(visitor(1), "free"), s.dial(visitor(2), "free")
		big.hello()
		calm.hello()
		big.send(tooMuch(size))
		big.wantClose(websocket.CloseMessageTooBig, "a request may have 32768 bytes at the most")
		calm.ask(`"do":"reset"`)
		s.dial(visitor(1), "free").hello() // the lab is still there
	}
	s.counted("size", 2)
}

func TestFramesAreText(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	if err := c.conn.WriteMessage(websocket.BinaryMessage, []byte(`{"id":1,"do":"hello"}`)); err != nil {
		t.Fatal(err)
	}
	c.wantClose(websocket.CloseUnsupportedData, "text")
}

func TestAThousandActionsInASecond(t *testing.T) {
	s := newSite(t, nil)
	flood, calm := s.dial(visitor(1), "free"), s.dial(visitor(2), "free")
	flood.hello()
	calm.hello()
	go func() {
		for range 1000 {
			flood.conn.WriteMessage(websocket.TextMessage, []byte(`{"id":5,"do":"act","seq":0,"text":"pause Z 1s"}`))
		}
	}()
	calm.ask(`"do":"run","to":"acquired"`)
	limited := 0
	for range 1000 {
		if f := flood.want("error"); strings.Contains(f.Text, "the limit is 50 a second and 100 at once") {
			limited++
		}
	}
	if limited < 500 {
		t.Errorf("%d of 1000 were refused for their pace", limited)
	}
	calm.ask(`"do":"step"`)
}

func TestSocketsInAllAreBounded(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.Sockets = 1 })
	s.dial(visitor(1), "free").hello()
	s.dial(visitor(2), "free").wantClose(websocket.CloseTryAgainLater, "too many sockets")
	s.counted("sockets", 1)
}

// counted checks how often something was refused because of a limit.
func (s *site) counted(limit string, times int) {
	s.t.Helper()
	want := fmt.Sprintf("lockviz_requests_refused_total{reason=%q} %d\n", limit, times)
	if _, figures := s.get("/metrics", nil); !strings.Contains(figures, want) {
		s.t.Errorf("the metrics do not say %s", want)
	}
}

// TestMain finds what is left of them.
func TestAHundredLabsLeaveNothingBehind(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.LabsPerAddress = 100 })
	for n := range 100 {
		c := s.dial(visitor(n), "free")
		c.hello()
		c.ask(`"do":"run","to":"acquired"`)
		c.conn.Close()
	}
	if n := s.labs.Count(); n != 100 {
		t.Errorf("%d labs, want 100", n)
	}
}
