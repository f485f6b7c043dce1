package labs

import (
	"encoding/json"
	"strings"
	"testing"
)

const loadable = "title: Mine\nlock: {kind: redis}\nclients: {Q: {steps: [acquire]}}\n"

func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func (h *house) sandbox(visitor string) *page {
	p := h.page(visitor, "sandbox")
	p.Seat.exercise.Open = true
	return p
}

func TestAnotherScenarioIsOpenedOnEveryPage(t *testing.T) {
	h := newHouse(t, nil)
	one, two := h.sandbox("ann"), h.sandbox("ann")
	before := one.hello()
	two.hello()
	one.step()
	two.want("events")
	id := one.say(`"do":"load","text":` + quoted(loadable))
	for _, p := range []*page{one, two} {
		f := p.want("snapshot")
		if f.Epoch == before.Epoch || f.Head.Seq != 0 || f.Lab.Title != "Mine" || !strings.HasPrefix(f.Lab.Text, "title: Mine\n") {
			t.Errorf("%+v", f)
		}
	}
	one.wantDone(id)
}

func TestAFileThatIsWrongLeavesTheLabAsItWas(t *testing.T) {
	p := newHouse(t, nil).sandbox("ann")
	p.hello()
	p.step()
	for text, want := range map[string]string{
		"lock: {kind: redsi}\nclients: {A: {}}\n": `1:14: unknown lock kind "redsi"; did you mean redis? allowed: `,
		"lock: {kind: redis, ttl: 1}\nclient: {}": "1:26: \"1\" is not a duration; write a number with a unit, for example 15s, 1.5s or 400ms\n2:1: unknown field \"client\"",
		"\t":                                     `load: "text" is a scenario file`,
		"lock: {kind: etcd}\nclients: {A: {}}\n": "the scenario cannot be opened, and the lab is as it was: etcd does not start",
	} {
		id := p.say(`"do":"load","text":` + quoted(text))
		if f := p.want("error"); f.ID != id || !strings.Contains(f.Text, want) {
			t.Errorf("%q: answered %q", text, f.Text)
		}
	}
	if f := p.step(); f.From != 1 || f.Head.Seq != 2 {
		t.Errorf("the log was lost: %+v", f)
	}
}

func TestOnlySomeLabsOpenAnotherScenario(t *testing.T) {
	p := newHouse(t, nil).page("ann", "pause")
	if f := p.hello(); f.Lab.Text != "" || f.Lab.Title != "A lab" {
		t.Errorf("%+v", f.Lab)
	}
	p.say(`"do":"load","text":` + quoted(loadable))
	if f := p.want("error"); !strings.Contains(f.Text, "this lab keeps the scenario") || !strings.Contains(f.Text, "sandbox") {
		t.Errorf("%q", f.Text)
	}
	p.step()
}
