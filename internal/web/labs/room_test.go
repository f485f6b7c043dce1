package labs

import (
	"errors"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
)

func TestAFreshPageGetsASnapshot(t *testing.T) {
	p := newHouse(t, nil).page("ann", "pause")
	f := p.hello()
	if f.Epoch == "" || f.Lab.Slug != "pause" || f.Lab.Seed != 7 || len(f.Lab.Lanes) != 1 || len(f.Lab.Actions) == 0 {
		t.Errorf("snapshot %+v", f)
	}
	if f.Notice != "" || f.Answered != 0 {
		t.Errorf("a fresh page was told of a past: %+v", f)
	}
}

func TestAStepSendsItsEventsBeforeItsAnswer(t *testing.T) {
	p := newHouse(t, nil).page("ann", "pause")
	epoch := p.hello().Epoch
	for seq := 1; seq <= 3; seq++ {
		f := p.step()
		if f.From != seq-1 || len(f.Events) != 1 || f.Events[0].Seq != seq || f.Head.Seq != seq || f.Epoch != epoch {
			t.Fatalf("step %d: %+v", seq, f)
		}
	}
}

func TestTwoTabsShowTheSameLab(t *testing.T) {
	h := newHouse(t, nil)
	one, two := h.page("ann", "pause"), h.page("ann", "pause")
	one.hello()
	one.step()
	if f := two.hello(); f.Head.Seq != 1 {
		t.Errorf("the second tab begins at %d, want 1", f.Head.Seq)
	}
	two.step()
	if f := one.want("events"); f.Events[0].Seq != 2 {
		t.Errorf("the first tab saw %+v", f)
	}
	if h.Count() != 1 {
		t.Errorf("%d labs, want 1", h.Count())
	}
}

// Whoever edits a lesson's scenario and loads its page again wants the new lab.
func TestALabOfAnotherScenarioIsOpenedAnew(t *testing.T) {
	h := newHouse(t, nil)
	old := h.page("ann", "pause")
	old.hello()
	old.step()
	edited := &page{Seat: h.Sit(Owner{"ann", "127.0.0.1"}, Exercise{Slug: "pause", Title: "A lab", Scenario: scenario.Scenario{Seed: 8}}), t: t}
	if f := edited.hello(); f.Head.Seq != 0 {
		t.Errorf("the lab of the edited file has %d events", f.Head.Seq)
	}
	if f := old.want("ended"); !strings.Contains(f.Text, "its file has changed") {
		t.Errorf("the old page was told %q", f.Text)
	}
}

func TestVisitorsAndSlugsHaveLabsOfTheirOwn(t *testing.T) {
	h := newHouse(t, nil)
	ann := h.page("ann", "pause")
	ann.hello()
	ann.step()
	for _, other := range []*page{h.page("bob", "pause"), h.page("ann", "fencing")} {
		if f := other.hello(); f.Head.Seq != 0 {
			t.Errorf("a lab of somebody else has %d events", f.Head.Seq)
		}
	}
}

func TestAReloadComesBackToItsLab(t *testing.T) {
	h := newHouse(t, nil)
	p := h.page("ann", "pause")
	p.hello()
	p.step()
	p.Leave()
	if f := h.page("ann", "pause").hello(); f.Head.Seq != 1 || len(f.Events) != 1 {
		t.Errorf("after a reload: %+v", f)
	}
}

func TestAReconnectGetsTheTailThatItMisses(t *testing.T) {
	h := newHouse(t, nil)
	other := h.page("ann", "pause")
	p := h.page("ann", "pause")
	epoch := p.hello().Epoch
	p.step()
	p.Leave()
	other.hello()
	other.step()
	other.step()

	back := h.page("ann", "pause")
	id := back.say(`"do":"hello","epoch":"` + epoch + `","seq":1`)
	f := back.want("events")
	back.wantDone(id)
	if f.From != 1 || len(f.Events) != 2 || f.Head.Seq != 3 {
		t.Errorf("tail %+v", f)
	}
	back.step() // and it goes on from there
}

func TestAPageThatMissesNothingIsTold(t *testing.T) {
	h := newHouse(t, nil)
	p := h.page("ann", "pause")
	epoch := p.hello().Epoch
	id := p.say(`"do":"hello","epoch":"` + epoch + `","seq":0`)
	if f := p.want("events"); len(f.Events) != 0 || f.Events == nil {
		t.Errorf("%+v", f)
	}
	p.wantDone(id)
}

func TestALogThatIsNotOursIsReplaced(t *testing.T) {
	h := newHouse(t, nil)
	p := h.page("ann", "pause")
	epoch := p.hello().Epoch
	for name, hello := range map[string]struct {
		fields string
		notice bool
	}{
		"more events than there are": {`"epoch":"` + epoch + `","seq":5`, false},
		"an old log of this lab":     {`"epoch":"` + strings.TrimSuffix(epoch, "0") + `17","seq":0`, false},
		"a log of another lab":       {`"epoch":"beef.0","seq":0`, true},
	} {
		id := p.say(`"do":"hello",` + hello.fields)
		f := p.want("snapshot")
		p.wantDone(id)
		if f.Epoch != epoch || (f.Notice != "") != hello.notice {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestABranchReplacesEveryPagesLog(t *testing.T) {
	h := newHouse(t, nil)
	one, two := h.page("ann", "pause"), h.page("ann", "pause")
	before := one.hello().Epoch
	two.hello()
	one.step()
	two.want("events")

	id := one.say(`"do":"act","seq":0,"text":"pause A 15s"`)
	if f := one.want("snapshot"); f.Epoch == before {
		t.Error("the epoch did not change")
	}
	one.wantDone(id)
	two.want("snapshot")
}

func TestOnlyTheAskingPageHearsOfItsError(t *testing.T) {
	h := newHouse(t, nil)
	one, two := h.page("ann", "pause"), h.page("ann", "pause")
	one.hello()
	two.hello()
	id := one.say(`"do":"act","seq":0,"text":"pause Z 5s"`)
	if f := one.want("error"); f.ID != id || f.Text != "there is no client Z; allowed: A" {
		t.Errorf("%+v", f)
	}
	one.step()
	if f := two.next(); f.Type != "events" {
		t.Errorf("the other page got %+v", f)
	}
}

func TestALabThatBreaksTakesNobodyWithIt(t *testing.T) {
	h := newHouse(t, nil)
	ann, bob := h.page("ann", "pause"), h.page("bob", "pause")
	first := ann.hello().Epoch
	bob.hello()
	ann.say(`"do":"act","seq":0,"text":"panic"`)
	if f := ann.want("ended"); !strings.Contains(f.Text, "broke") {
		t.Errorf("%+v", f)
	}
	bob.step()

	id := ann.say(`"do":"step"`)
	if f := ann.want("error"); f.ID != id || !strings.Contains(f.Text, "hello") {
		t.Errorf("%+v", f)
	}
	ann.say(`"do":"hello","epoch":"` + first + `","seq":0`)
	if f := ann.want("snapshot"); f.Notice == "" || f.Epoch == first {
		t.Errorf("a fresh lab after the broken one: %+v", f)
	}
}

func TestALabThatCannotBeOpenedSaysWhy(t *testing.T) {
	h := newHouse(t, nil)
	h.cfg.Open = func(scenario.Scenario) (Lab, error) { return nil, errors.New("no port is free") }
	p := h.page("ann", "pause")
	p.say(`"do":"hello"`)
	if f := p.want("ended"); !strings.Contains(f.Text, "no port is free") {
		t.Errorf("%+v", f)
	}
}
