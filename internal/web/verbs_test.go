package web

import (
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// These tests ask a live lab for what its page shows beside the timeline.

func TestRunToAKindOfEventOverASocket(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	c.hello()
	for _, run := range []struct{ fields, lane, kind string }{
		{`"to":"key-set"`, "redis-1", "key-set"},
		{`"to":"refused","lane":"B"`, "B", "refused"},
		{`"to":"acquired","lane":"B"`, "B", "acquired"},
	} {
		f := c.ask(`"do":"run",` + run.fields)
		found := false
		for _, e := range f.Events {
			found = found || e.Lane == run.lane && e.Body.Kind() == trace.Kind(run.kind)
		}
		if !found {
			t.Errorf("%s: ran to\n%s", run.fields, trace.Text(f.Events))
		}
	}
	c.say(`"do":"run","to":"key-set","lane":"A"`)
	if f := c.want("error"); f.Text != `"key-set" cannot happen on A: it happens on the lane of a server` {
		t.Errorf("%q", f.Text)
	}
}

func TestMistakesOverASocket(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	c.hello()
	f := c.ask(`"do":"mistakes","on":["del-release","get-then-del"]`)
	var on []string
	for _, m := range f.Lab.Mistakes {
		if m.On {
			on = append(on, m.Name)
		}
	}
	if strings.Join(on, " ") != "del-release get-then-del" || f.Head.Seq != 0 {
		t.Errorf("%v are on, at event %d", on, f.Head.Seq)
	}
	c.say(`"do":"mistakes","on":["no-cleanup"]`)
	if f := c.want("error"); !strings.HasPrefix(f.Text, `there is no mistake "no-cleanup" of a redis lock; allowed: del-release, `) {
		t.Errorf("%q", f.Text)
	}
	if f := c.ask(`"do":"run","to":"released"`); !strings.Contains(trace.Text(f.Events), "DEL lock:job:4471") {
		t.Errorf("A did not make the mistake:\n%s", trace.Text(f.Events))
	}
}

func TestTwoBranchesAreCompared(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	c.hello()
	c.ask(`"do":"run","to":"end"`)
	other := c.ask(`"do":"act","seq":3,"text":"pause A 15s"`)
	c.ask(`"do":"run","to":"end"`)
	f := c.ask(`"do":"compare","a":"main","b":"` + other.Branch + `"`)
	main, paused := f.Sides[0], f.Sides[1]
	if f.Type != "comparison" || f.Same < 3 || main.Branch != "main" || paused.Branch != other.Branch {
		t.Fatalf("%+v", f)
	}
	if main.Event.Seq != f.Same+1 || paused.Event.Body != (trace.Action{Text: "pause A 15s", By: "person"}) {
		t.Errorf("they part at %+v and %+v", main.Event, paused.Event)
	}
	if len(main.Verdicts) == 0 || len(paused.Verdicts) == 0 {
		t.Error("no verdicts")
	}
	if f := c.hello(); f.Branch != other.Branch {
		t.Errorf("afterwards %s is open", f.Branch)
	}
	c.say(`"do":"compare","a":"main","b":"b77"`)
	if f := c.want("error"); !strings.Contains(f.Text, `no branch "b77"`) {
		t.Errorf("%q", f.Text)
	}
}

// What was tried by clicking is a scenario file that does the same.
func TestABranchAsAScenario(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "free")
	c.hello()
	c.ask(`"do":"run","to":"acquired"`)
	c.ask(`"do":"act","seq":3,"text":"pause A 15s"`)
	f := c.ask(`"do":"scenario"`)
	sc, err := scenario.Parse("download.yaml", []byte(f.Text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, f.Text)
	}
	if len(sc.Script) != 1 || sc.Script[0].Do.String() != "pause A 15s" {
		t.Errorf("the file is\n%s", f.Text)
	}
}
