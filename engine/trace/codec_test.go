package trace_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/trace"
)

// fixtures are the events that the JavaScript tests decode too.
func fixtures(t *testing.T) []trace.Event {
	t.Helper()
	raw, err := os.ReadFile("../../static/js/model/fixtures.gen.json")
	if err != nil {
		t.Fatal(err)
	}
	var events []trace.Event
	if err := json.Unmarshal(raw, &events); err != nil {
		t.Fatal(err)
	}
	return events
}

func TestEverySampleRoundTrips(t *testing.T) {
	for _, d := range trace.Registry {
		want := trace.Event{Seq: 3, At: 5_000, Lane: "A", Pos: &trace.Pos{File: "redis.go", Line: 7}, Body: d.Sample}
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatalf("%s: %v", d.Kind, err)
		}
		var got trace.Event
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%s: %v", d.Kind, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", d.Kind, got, want)
		}
	}
}

// A zero field does not show that the field survives, so samples are filled in
// as far as they can be.
func TestSamplesAreFilledIn(t *testing.T) {
	mayBeZero := map[string]bool{
		"crashed.DataLost": true, // the common case
		"key-gone.By":      true, // an expiry has no author
		"sent.Reply":       true, // a request
	}
	for _, d := range trace.Registry {
		v := reflect.ValueOf(d.Sample)
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name := string(d.Kind) + "." + f.Name
			optional := mayBeZero[name] || strings.Contains(f.Tag.Get("json"), ",omitempty")
			if v.Field(i).IsZero() && !optional {
				t.Errorf("%s is zero in its sample", name)
			}
		}
	}
}

func TestFixturesCoverTheRegistry(t *testing.T) {
	events := fixtures(t)
	if len(events) != len(trace.Registry) {
		t.Fatalf("%d fixtures for %d kinds: run make generate", len(events), len(trace.Registry))
	}
	for i, d := range trace.Registry {
		if got := events[i].Body; !reflect.DeepEqual(got, d.Sample) {
			t.Errorf("fixture %d: got %+v, want %+v", i+1, got, d.Sample)
		}
	}
}

func TestBadEventsAreErrors(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"unknown kind", `{"seq":4,"kind":"teleported","data":{}}`, `event 4: unknown kind "teleported"`},
		{"no kind", `{"seq":4}`, `event 4: unknown kind ""`},
		{"wrong payload", `{"seq":4,"kind":"paused","data":{"for":"15s"}}`, "event 4 (paused): "},
		{"not an object", `[]`, "cannot unmarshal"},
	} {
		var e trace.Event
		err := json.Unmarshal([]byte(c.in), &e)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q in it", c.name, err, c.want)
		}
	}
}

func TestDeclarationsAreComplete(t *testing.T) {
	for _, d := range trace.Registry {
		if !strings.HasSuffix(d.Doc, ".") {
			t.Errorf("%s: its doc is not a sentence: %q", d.Kind, d.Doc)
		}
		if d.Sample.Say() == "" || strings.Contains(d.Sample.Say(), "\n") {
			t.Errorf("%s: Say must be one line: %q", d.Kind, d.Sample.Say())
		}
		if got, ok := trace.Known(d.Kind); !ok || got.Kind != d.Kind {
			t.Errorf("%s: not known", d.Kind)
		}
	}
}
