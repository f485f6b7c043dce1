package labs

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/scenarios"
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

// Who is to break or repair a lock finds its client as it is, whatever is asked of it.
func TestAChallengeKeepsItsClient(t *testing.T) {
	p := newHouse(t, nil).page("ann", "challenge/pause")
	p.Seat.exercise.Fixed = true
	p.hello()
	for _, on := range []string{`[]`, `["del-release"]`, `["none such"]`} {
		p.say(`"do":"mistakes","on":` + on)
		if f := p.want("error"); !strings.Contains(f.Text, "a challenge keeps its client as it is") {
			t.Errorf("%s: %q", on, f.Text)
		}
	}
	p.step()
}

func (p *page) check(text string) frame {
	p.t.Helper()
	id := p.say(`"do":"check","text":` + quoted(text))
	f := p.want("checked")
	p.wantDone(id)
	if f.ID != id {
		p.t.Errorf("the answer to %d has id %d", id, f.ID)
	}
	return f
}

func TestACheckedFileIsTakenApart(t *testing.T) {
	p := newHouse(t, nil).sandbox("ann")
	p.hello()
	f := p.check("#  Two lines\r\n#of it\n\n# not this\nseed: 7\nlock: {kind: redlock, nodes: 4}\nclients:\n" +
		"  A: {start: 1s, steps: [acquire 5s, 'write \"a \\\" b\"', release]}\n" +
		"script:\n  - {when: A acquired 2, do: 'pause A 15s'}\n  - {at: 3s, do: heal}\nexpect: {fenced: 1, stale-write: accepted}\n")
	if len(f.Errors) > 0 || len(f.Advice) != 1 || len(f.Lanes) != 6 {
		t.Fatalf("%+v", f)
	}
	if want := "#  Two lines\n#of it\ntitle: scenario\nseed: 7\nlock: {kind: redlock, nodes: 4, "; !strings.HasPrefix(f.Text, want) {
		t.Errorf("the text is\n%s", f.Text)
	}
	got, err := json.Marshal(f.Form)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`{"about":" Two lines\nof it","title":"scenario","seed":"7","until":"","lock":{"kind":"redlock","nodes":"4","name":"job","ttl":"10s",`,
		`"parallel":false,"watchdog":false,"wait":"","lag":"","mistakes":[]},"store":{"object":"file","fencing":false,"in":""},"delay":"1ms..4ms"`,
		`{"name":"A","start":"1s","process":"","steps":[{"do":"acquire","with":"5s"},{"do":"write","with":"a \" b"},{"do":"release","with":""}],"mistakes":[]}`,
		`"script":[{"at":"","lane":"A","event":"acquired","count":"2","do":"pause","with":"A 15s"},{"at":"3s","lane":"","event":"","count":"","do":"heal","with":""}]`,
		`"expect":[{"verdict":"fenced","is":"1"},{"verdict":"stale-write","is":"violated"}]}`,
	} {
		if !strings.Contains(string(got), part) {
			t.Errorf("no %s in\n%s", part, got)
		}
	}
}

func TestACheckedFileThatIsWrongSaysWhere(t *testing.T) {
	p := newHouse(t, nil).sandbox("ann")
	p.hello()
	f := p.check("{\n\"lock\": {\n\"kind\": \"redis\",\n\"ttl\": \"soon\"\n},\n\"clients\": {\n\"A\": {}\n}\n}")
	if len(f.Errors) != 1 || f.Form != nil || f.Text != "" || f.Lanes == nil {
		t.Fatalf("%+v", f)
	}
	if e := f.Errors[0]; e.Line != 4 || e.Col != 8 || !strings.HasPrefix(e.Text, `"soon" is not a duration; write `) {
		t.Errorf("%+v", e)
	}
	p.step() // and nothing has changed
}

// What check makes of a scenario means the same, and stays as it is.
func TestCheckedTextIsCanonical(t *testing.T) {
	p := newHouse(t, func(l *Limits) { l.RequestBurst = 1000 }).sandbox("ann")
	p.hello()
	for _, s := range scenarios.All() {
		once := p.check(s.Source)
		if len(once.Errors) > 0 || once.Form.Title != s.Scenario.Title || strings.Join(strings.Fields(once.Form.About), " ") != s.About {
			t.Errorf("%s: %+v", s.Name, once)
		}
		if twice := p.check(once.Text); twice.Text != once.Text {
			t.Errorf("%s: the text changes to\n%s", s.Name, twice.Text)
		}
	}
}
