package labs

import (
	"strings"
	"testing"
)

func TestRequestsThatCannotBeUnderstood(t *testing.T) {
	p := newHouse(t, func(l *Limits) { l.RequestBurst = 1000 }).page("ann", "pause")
	p.hello()
	for _, c := range []struct {
		frame string
		id    int64
		text  string // part of the answer
	}{
		{``, 0, "the JSON ends too early"},
		{`{"id":7,"do":"step"`, 0, "the JSON ends too early"},
		{`hello`, 0, "invalid character"},
		{`[]`, 0, "it is an array, not an object"},
		{`{"id":7,"do":"step"} {"id":8,"do":"step"}`, 7, "one JSON object"},
		{`{"id":7,"do":"step","sudo":true}`, 7, `unknown field "sudo"`},
		{`{"id":"7","do":"step"}`, 0, `"id" cannot be a string`},
		{`{"id":7,"do":7}`, 7, `"do" cannot be a number`},
		{`{"do":"step"}`, 0, `needs an "id"`},
		{`{"id":-3,"do":"step"}`, -3, `needs an "id"`},
		{`{"id":7}`, 7, `needs a "do"`},
		{`{"id":7,"do":"explode"}`, 7, `cannot do "explode": "do" is one of hello, step, run`},
		{`{"id":7,"do":"run"}`, 7, `run: cannot run to ""; allowed: acquired, expired, write, violation, end, or a kind of event: action, `},
		{`{"id":7,"do":"run","to":"mars"}`, 7, `cannot run to "mars"`},
		{`{"id":7,"do":"run","to":"acquired","lane":"Z"}`, 7, "there is no lane Z"},
		{`{"id":7,"do":"run","to":"acquired","lane":7}`, 7, `"lane" cannot be a number`},
		{`{"id":7,"do":"mistakes"}`, 7, `mistakes: "on" lists the mistakes that are to be turned on, [] for none`},
		{`{"id":7,"do":"mistakes","on":null}`, 7, `"on" lists the mistakes`},
		{`{"id":7,"do":"mistakes","on":"del-release"}`, 7, `"on" cannot be a string`},
		{`{"id":7,"do":"compare"}`, 7, `compare: "a" and "b" are the ids of two branches`},
		{`{"id":7,"do":"compare","a":"main"}`, 7, `the ids of two branches`},
		{`{"id":7,"do":"compare","a":"main","b":"b9"}`, 7, "no branch b9"},
		{`{"id":7,"do":"advance"}`, 7, "nanoseconds"},
		{`{"id":7,"do":"advance","by":-1}`, 7, "nanoseconds"},
		{`{"id":7,"do":"advance","by":1e30}`, 7, `"by" cannot be a number`},
		{`{"id":7,"do":"act","text":"pause A"}`, 7, `"seq" is the event`},
		{`{"id":7,"do":"act","seq":-1,"text":"pause A"}`, 7, `"seq" is the event`},
		{`{"id":7,"do":"act","seq":0,"text":"  "}`, 7, `"text" is an action`},
		{`{"id":7,"do":"open"}`, 7, "id of a branch"},
		{`{"id":7,"do":"open","branch":"b9"}`, 7, `no branch "b9"`},
		{`{"id":7,"do":"hello","seq":-1}`, 7, "last event that the page holds"},
	} {
		p.Handle([]byte(c.frame))
		f := p.want("error")
		if f.ID != c.id || !strings.Contains(f.Text, c.text) {
			t.Errorf("%s: answered %d %q, want %d and %q", c.frame, f.ID, f.Text, c.id, c.text)
		}
	}
	p.step() // and nothing else was disturbed
}

func TestAnEchoIsKeptShort(t *testing.T) {
	p := newHouse(t, nil).page("ann", "pause")
	p.say(`"do":"` + strings.Repeat("é", 10_000) + `"`)
	if f := p.want("error"); len(f.Text) > 300 {
		t.Errorf("%d bytes: %s", len(f.Text), f.Text)
	}
}

func TestNothingIsAskedBeforeHello(t *testing.T) {
	p := newHouse(t, nil).page("ann", "pause")
	id := p.say(`"do":"step"`)
	if f := p.want("error"); f.ID != id || !strings.Contains(f.Text, `begin with "hello"`) {
		t.Errorf("%+v", f)
	}
}
