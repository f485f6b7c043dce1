package web

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// leave closes the tab and waits until the site has noticed.
func (s *site) leave(c *tab) {
	c.conn.Close()
	for s.open() > 0 {
		runtime.Gosched()
	}
}

func (s *site) open() int {
	s.sockets.mu.Lock()
	defer s.sockets.mu.Unlock()
	return len(s.sockets.live)
}

// displace makes every lab of this address sleep but one of another visitor, who
// leaves.
func (s *site) displace() {
	s.t.Helper()
	c := s.dial(visitor(99), "free")
	c.hello()
	s.leave(c)
}

// again says hello as a page that holds this log.
func (c *tab) again(held frame) frame {
	c.t.Helper()
	return c.ask(fmt.Sprintf(`"do":"hello","epoch":%q,"seq":%d`, held.Epoch, held.Head.Seq))
}

// A lab of each kind that slept is run again, on live servers, to the same events:
// with its branches, what strangers did in it, its mistakes, and the scenario that
// was loaded into it. The page goes on from there.
func TestALabOfEachKindComesBack(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.LabsPerAddress = 1 })
	for _, kind := range scenario.Kinds {
		if !kind.Served {
			continue
		}
		slug := freeSlug + "/" + string(kind.Kind)
		if kind.Kind == scenario.Redis {
			slug = freeSlug
		}
		t.Run(slug, func(t *testing.T) { comesBack(t, s, slug) })
	}
}

func comesBack(t *testing.T, s *site, slug string) {
	c := s.dial(visitor(1), slug)
	c.t = t
	c.hello()
	c.ask(`"do":"run","to":"write"`)
	c.ask(`"do":"act","seq":4,"text":"pause A 15s"`) // a branch
	last := c.ask(`"do":"run","to":"acquired"`)
	last = c.ask(`"do":"advance","by":3000000000`)
	before := c.ask(`"do":"open","branch":"main"`)
	before = c.ask(`"do":"open","branch":"b2"`)
	if before.Head != last.Head || len(before.Branches) != 2 {
		t.Fatalf("the branch is at %+v, was at %+v", before.Head, last.Head)
	}
	s.leave(c)
	s.displace()

	c = s.dial(visitor(1), slug)
	c.t = t
	after := c.again(before)
	if after.Was != before.Epoch || after.Epoch == before.Epoch || after.Notice == "" || after.Head != before.Head || after.Branch != "b2" {
		t.Fatalf("%+v", after)
	}
	if got, want := trace.Text(after.Events), trace.Text(before.Events); got != want {
		t.Errorf("it came back as\n%s\nand was\n%s", got, want)
	}
	if f := c.ask(`"do":"step"`); f.Epoch != after.Epoch || f.From != before.Head.Seq {
		t.Errorf("it does not go on: %+v", f)
	}
	if f := c.ask(`"do":"open","branch":"main"`); len(f.Branches) != 2 || f.Branch != "main" {
		t.Errorf("the other branch: %+v", f)
	}
	s.leave(c)
}

func TestALoadedScenarioAndItsMistakesComeBack(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Limits.LabsPerAddress = 1 })
	c := s.dial(visitor(1), sandboxSlug)
	c.hello()
	c.load("title: Mine\nlock: {kind: redlock, nodes: 3}\nclients: {A: {steps: [acquire, write, release]}}\n")
	c.ask(`"do":"mistakes","on":["del-release"]`)
	c.ask(`"do":"act","seq":0,"text":"crash redis-2"`)
	before := c.ask(`"do":"run","to":"end"`)
	s.leave(c)
	s.displace()

	c = s.dial(visitor(1), sandboxSlug)
	after := c.again(before)
	on := 0
	for _, m := range after.Lab.Mistakes {
		if m.On {
			on++
		}
	}
	if after.Was != before.Epoch || after.Lab.Kind != "redlock" || on != 1 || after.Head != before.Head {
		t.Errorf("%+v", after)
	}
}
