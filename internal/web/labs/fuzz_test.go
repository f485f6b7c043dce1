package labs

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzParse: no frame panics. What is refused is answered in one short plain text;
// what is taken names a verb, comes back from its own JSON, and can be put to a lab.
func FuzzParse(f *testing.F) {
	for _, do := range strings.Split(verbList, ", ") {
		f.Add([]byte(`{"id":1,"do":"` + do + `"}`))
	}
	for _, rest := range []string{
		`"do":"hello","epoch":"a.0","seq":3`, `"do":"run","to":"acquired","lane":"A"`, `"do":"advance","by":1500000000`,
		`"do":"act","seq":3,"text":"pause A 15s"`, `"do":"open","branch":"main"`, `"do":"mistakes","on":["del-release"]`,
		`"do":"compare","a":"main","b":"b1"`, `"do":"load","text":"lock: {kind: redis}\nclients: {A: {}}"`,
		`"do":"\u202e"`, `"\u0000":1`, `"id":2,"do":"step","do":"reset"`, `"do":"act","seq":null,"text":"x"`,
	} {
		f.Add([]byte(`{"id":1,` + rest + `}`))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		q, err := parse(frame)
		if err != nil {
			wantPlain(t, err.Error())
			return
		}
		again, err := parse(encode(q))
		if err != nil || !reflect.DeepEqual(again, q) {
			t.Fatalf("%+v became %+v, %v", q, again, err)
		}
		if q.Do != doHello && q.Text != "panic" {
			verbs[q.Do].do(&fakeLab{}, q)
		}
	})
}

// wantPlain wants a text that can be shown on one line.
func wantPlain(t *testing.T, text string) {
	t.Helper()
	odd := func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
	if len(text) > 600 || !utf8.ValidString(text) || strings.ContainsFunc(text, odd) {
		t.Errorf("not one short plain text: %q", text)
	}
}

// Whatever somebody sends, the refusal stays short: it goes to the page and into no log.
func TestRefusalsAreShort(t *testing.T) {
	long := strings.Repeat("x", 30_000)
	for _, field := range []string{"do", "to", "branch", long} {
		raw, err := json.Marshal(map[string]any{"id": 1, "do": "run", field: long + "\u202e"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parse(raw); err != nil {
			wantPlain(t, err.Error())
		}
	}
}
