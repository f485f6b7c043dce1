package scenario

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// FuzzParse: no input panics; every error has a position inside the file; what
// parses comes back from its canonical form.
func FuzzParse(f *testing.F) {
	f.Add([]byte(example))
	text, _, _ := strings.Cut(example, "expect:")
	f.Add([]byte(text + "\r\n---\n"))
	for _, v := range Verbs() {
		f.Add([]byte("lock: {kind: redis}\nclients: {A: {}}\nscript: [{at: 1s, do: '" + v.Example + "'}]"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz.yaml", data)
		if err != nil {
			checkPositions(t, err, data)
			return
		}
		again, err := Parse("fuzz.yaml", []byte(s.String()))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Fatalf("%v\n%s\nbecame\n%s", err, s, again)
		}
	})
}

func checkPositions(t *testing.T, err error, data []byte) {
	t.Helper()
	all := []error{err}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		all = many.Unwrap()
	}
	lines := strings.Split(string(data), "\n")
	for _, one := range all {
		var e *Error
		if !errors.As(one, &e) {
			t.Fatalf("%T: %v", one, one)
		}
		// One line and one column past the end is where something is missing.
		if e.Line < 1 || e.Line > len(lines)+1 || e.Col < 1 || e.Line <= len(lines) && e.Col > len(lines[e.Line-1])+2 {
			t.Fatalf("%v is outside of the file %q", e, data)
		}
		if strings.ContainsAny(e.Msg, "\n\x00\u202e") {
			t.Fatalf("%q is not one plain line", e.Msg)
		}
	}
}

// FuzzParseAction: no input panics, and what parses comes back.
func FuzzParseAction(f *testing.F) {
	for _, v := range Verbs() {
		f.Add(v.Example)
		f.Add(v.Form)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAction(text)
		if err != nil {
			return
		}
		again, err := ParseAction(a.String())
		if err != nil || again != a {
			t.Fatalf("%q: %#v became %#v, %v", text, a, again, err)
		}
		// The one verb whose text can be as long as the limit.
		if a.Verb == DoWrite && len(a.String()) > len(text) {
			t.Fatalf("%q grew to %q", text, a)
		}
	})
}
