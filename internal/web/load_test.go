package web

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/scenarios"
)

// load opens a scenario file in the tab's lab.
func (c *tab) load(text string) frame {
	c.t.Helper()
	raw, err := json.Marshal(text)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.ask(`"do":"load","text":` + string(raw))
}

// The sandbox opens whatever the gallery has, one after the other, and runs it on
// live servers.
func TestTheSandboxOpensScenariosOfEveryKind(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, sandboxSlug)
	c.hello()
	seen := map[scenario.LockKind]bool{}
	for _, f := range scenarios.All() {
		kind := f.Scenario.Lock.Kind
		if seen[kind] {
			continue
		}
		seen[kind] = true
		got := c.load(string(f.Source))
		if got.Type != "snapshot" || got.Lab.Kind != string(kind) || got.Head.Seq != 0 {
			t.Fatalf("%s: %+v", f.Name, got)
		}
		golden, err := os.ReadFile("../../scenarios/" + f.Name + ".golden")
		if err != nil {
			t.Fatal(err)
		}
		end := c.ask(`"do":"run","to":"end"`)
		if text := trace.Text(end.Events); !end.Head.Ended || !strings.Contains(string(golden), text) {
			t.Errorf("%s: it ran otherwise:\n%s", f.Name, text)
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %v", seen)
	}
}

func TestLessonsChallengesAndTheGalleryKeepTheirScenario(t *testing.T) {
	s := newSite(t, nil)
	for _, slug := range []string{s.cfg.Lessons[0].Slug, "free", "free/etcd", scenarioSlug(s.cfg.Scenarios[0].Name), "challenge/two-writers", "challenge/two-failovers/wait"} {
		c := s.dial(someVisitor, slug)
		c.hello()
		c.say(`"do":"load","text":"lock: {kind: redis}\nclients: {A: {}}\n"`)
		if f := c.want("error"); !strings.Contains(f.Text, "this lab keeps the scenario") {
			t.Errorf("%s: %q", slug, f.Text)
		}
	}
}
