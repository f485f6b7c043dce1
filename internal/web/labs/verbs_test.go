package labs

import (
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

func TestTheLabSaysWhatItIs(t *testing.T) {
	lab := newHouse(t, nil).page("ann", "pause").hello().Lab
	if lab.Kind != scenario.Redis || lab.Nodes != 1 || lab.Drift != 0 || len(lab.Mistakes) == 0 {
		t.Errorf("%+v", lab)
	}
	for _, m := range lab.Mistakes {
		if m.Name == "" || m.Doc == "" || m.On {
			t.Errorf("mistake %+v", m)
		}
	}
}

func TestMistakesAreTurnedOnAndOff(t *testing.T) {
	h := newHouse(t, nil)
	one, two := h.page("ann", "pause"), h.page("ann", "pause")
	epoch := one.hello().Epoch
	two.hello()
	for _, c := range []struct{ on, want string }{{`["del-release"]`, "del-release"}, {`[]`, ""}} {
		id := one.say(`"do":"mistakes","on":` + c.on)
		for _, p := range []*page{one, two} {
			f := p.want("snapshot")
			var on []string
			for _, m := range f.Lab.Mistakes {
				if m.On {
					on = append(on, string(m.Name))
				}
			}
			if strings.Join(on, " ") != c.want || f.Epoch == epoch {
				t.Errorf("%s: %v are on, in epoch %s", c.on, on, f.Epoch)
			}
		}
		one.wantDone(id)
	}
}

func TestOnlyTheAskingPageGetsTheReply(t *testing.T) {
	h := newHouse(t, nil)
	one, two := h.page("ann", "pause"), h.page("ann", "pause")
	one.hello()
	two.hello()
	id := one.say(`"do":"compare","a":"main","b":"b2"`)
	if f := one.want("comparison"); f.ID != id || f.Same != 3 || f.Sides[0].Branch != "main" || f.Sides[1].Branch != "b2" {
		t.Errorf("%+v", f)
	}
	one.wantDone(id)
	id = one.say(`"do":"scenario"`)
	f := one.want("scenario")
	if _, err := scenario.Parse("reply.yaml", []byte(f.Text)); err != nil || f.ID != id {
		t.Errorf("%+v: %v", f, err)
	}
	one.wantDone(id)
	one.step()
	two.want("events") // and nothing before it
}

// A file that could not be read again helps nobody.
func TestAScenarioThatIsTooLongIsNotGiven(t *testing.T) {
	p := newHouse(t, nil).page("ann", "pause")
	p.hello()
	for range scenario.MaxScript + 1 {
		p.Seat.pace.SetLimit(1e9)
		p.step()
	}
	p.say(`"do":"scenario"`)
	if f := p.want("error"); !strings.HasPrefix(f.Text, "what was done here does not fit into a scenario file: ") || !strings.Contains(f.Text, "256") {
		t.Errorf("%q", f.Text)
	}
}

// What a stranger does runs on the room's goroutine and reaches every page.
func TestAStrangerIsHeard(t *testing.T) {
	h := newHouse(t, nil)
	lab := &fakeLab{}
	h.make = func() *fakeLab { return lab }
	one, two := h.page("ann", "pause"), h.page("ann", "pause")
	one.hello()
	two.hello()
	if !lab.post(func() {
		lab.log.Append(trace.Event{Lane: "redis-1", Body: trace.Crashed{}})
		lab.changed()
	}) {
		t.Fatal("not admitted")
	}
	for _, p := range []*page{one, two} {
		if f := p.want("events"); f.Events[0].Lane != "redis-1" {
			t.Errorf("%+v", f)
		}
	}
	h.Close()
	if lab.post(func() { t.Error("run after the end") }) {
		t.Error("admitted after the end")
	}
}

// Strangers that wait do not keep a page's requests out.
func TestStrangersDoNotFillTheMailbox(t *testing.T) {
	m := newMailbox(1)
	for range 3 {
		if m.post(job{kind: jobStranger}) != accepted {
			t.Error("a stranger was turned away")
		}
	}
	if m.post(job{kind: jobAsk}) != accepted || m.post(job{kind: jobAsk}) != full {
		t.Error("of pages, exactly one may wait")
	}
}
