package scenario

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

const example = `title: The pause nobody sees
seed: 7
lock: {kind: redis, name: "job:4471", ttl: 10s}
store: {fencing: false}
network: {delay: 1ms..4ms}
clients:
  B: {steps: [acquire, read, work 2s, write "v2", release]}
  A: {start: 3s, steps: [acquire, read, work 2s, write, release]}
script:
  - {when: A acquired, do: pause A 15s}
  - {at: 3s, do: "deliver #41"}
  - when: redis-1 key-gone 2
    do: hold A->store
expect:
  two-believers: violated
  stale-write: accepted
  fenced: 0
`

func TestParseReadsEverything(t *testing.T) {
	got, err := Parse("pause.yaml", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	want := Scenario{
		Title: "The pause nobody sees",
		Seed:  7,
		Lock: Lock{Kind: Redis, Name: "job:4471", TTL: 10 * time.Second,
			Retry: Span{400 * time.Millisecond, 600 * time.Millisecond}, Timeout: 500 * time.Millisecond},
		Store:   Store{Object: "file"},
		Network: Network{Delay: Span{time.Millisecond, 4 * time.Millisecond}},
		Clients: []Client{
			{Name: "B", Steps: []Step{{Verb: Acquire}, {Verb: Read}, {Verb: Work, For: 2 * time.Second}, {Verb: Write, Value: "v2"}, {Verb: Release}}},
			{Name: "A", Start: 3 * time.Second, Steps: []Step{{Verb: Acquire}, {Verb: Read}, {Verb: Work, For: 2 * time.Second}, {Verb: Write}, {Verb: Release}}},
		},
		Script: []Cue{
			{Trigger{Lane: "A", Kind: "acquired", N: 1}, Action{Verb: Pause, Lane: "A", For: 15 * time.Second}},
			{Trigger{At: 3 * time.Second}, Action{Verb: Deliver, Msg: 41}},
			{Trigger{Lane: "redis-1", Kind: "key-gone", N: 2}, Action{Verb: Hold, Lane: "A", To: "store"}},
		},
		Expect: []Expectation{
			{Verdict: "two-believers", Status: Violated},
			{Verdict: "stale-write", Status: Violated},
			{Verdict: "fenced", Count: 0, Counts: true},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func TestDefaults(t *testing.T) {
	got, err := Parse("dir/my pause.yaml", []byte("lock: {kind: redis}\nclients: {A: {}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Scenario{
		Title: "my pause", Seed: 1,
		Lock:    Lock{Kind: Redis, Name: "job", TTL: 10 * time.Second, Retry: DefaultRetry, Timeout: 500 * time.Millisecond},
		Store:   Store{Object: "file"},
		Network: Network{Delay: DefaultDelay},
		Clients: []Client{{Name: "A"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func TestTitleWithoutAUsableFileName(t *testing.T) {
	for _, name := range []string{"", ".yaml", "/", "a\nb.yaml", strings.Repeat("x", 200)} {
		if s := withDefaults(name); s.Title != DefaultTitle {
			t.Errorf("%q: title %q", name, s.Title)
		}
	}
}

// One error is an *Error; several are found by errors.As in order, and errors
// are sorted by position although some are found later than others.
func TestErrorsCarryPositions(t *testing.T) {
	_, err := Parse("x.yaml", []byte("lock: {kind: redis}\nscript:\n  - {at: 1s, do: pause C}\nclients: {A: {steps: [fly]}}\n"))
	var first *Error
	if !errors.As(err, &first) {
		t.Fatalf("%T", err)
	}
	if first.File != "x.yaml" || first.Line != 3 || first.Col != 18 {
		t.Errorf("first is %v", first)
	}
	if n := strings.Count(err.Error(), "\n"); n != 1 {
		t.Errorf("%d line ends in %v", n, err)
	}
}

func TestLanes(t *testing.T) {
	clients := []Client{{Name: "B"}, {Name: "A"}}
	for _, c := range []struct {
		lock    Lock
		servers []string
	}{
		{Lock{Kind: Mutex}, nil},
		{Lock{Kind: Redis}, []string{"redis-1"}},
		{Lock{Kind: RedisReplica}, []string{"redis-1", "redis-2"}},
		{Lock{Kind: Redlock, Nodes: 3}, []string{"redis-1", "redis-2", "redis-3"}},
		{Lock{Kind: Etcd}, []string{"etcd-1"}},
		{Lock{Kind: ZooKeeper}, []string{"zookeeper-1"}},
	} {
		s := Scenario{Lock: c.lock, Clients: clients}
		if !slices.Equal(s.Servers(), c.servers) {
			t.Errorf("%s: %v", c.lock.Kind, s.Servers())
		}
		want := []Lane{{"B", trace.Clients}, {"A", trace.Clients}}
		for _, name := range c.servers {
			want = append(want, Lane{name, trace.Servers})
			if checkName(name) == nil {
				t.Errorf("a client may be called %s", name)
			}
		}
		if want = append(want, Lane{"store", trace.Resource}); !slices.Equal(s.Lanes(), want) {
			t.Errorf("%s: %v", c.lock.Kind, s.Lanes())
		}
	}
}

func TestFailoverNeedsAReplica(t *testing.T) {
	for _, k := range Kinds {
		err := Scenario{Lock: Lock{Kind: k.Kind}}.CheckAction(Action{Verb: Failover})
		if (err == nil) != (k.Kind == RedisReplica) {
			t.Errorf("%s: %v", k.Kind, err)
		}
	}
}

// Each verb's example is an action in its one text form, and so is each step's.
func TestExamplesAreCanonical(t *testing.T) {
	for _, v := range Verbs() {
		a, err := ParseAction(v.Example)
		if err != nil || a.String() != v.Example || a.Verb != v.Verb {
			t.Errorf("%s: %q, %v", v.Example, a, err)
		}
	}
	for _, doc := range Steps() {
		s, err := ParseStep(doc.Example)
		if err != nil || s.String() != doc.Example || s.Verb != doc.Verb {
			t.Errorf("%s: %q, %v", doc.Example, s, err)
		}
	}
}

// The actions of the design, word for word.
func TestVocabulary(t *testing.T) {
	for _, text := range []string{
		"pause A 15s", "pause A", "resume A", "crash A", "restart A",
		"jump redis-3 +12s", "drift redis-3 1.2", "jump A -5s",
		"crash redis-3", "crash redis-3 lose-data", "restart redis-3",
		"cut A redis-4", "cut A redis-4 requests", "cut A redis-4 replies", "heal", "heal A redis-4",
		"hold A->store", "deliver #41", "drop #41", "delay #41 5s", "duplicate #41",
		"expire A", "failover", "fencing on", "fencing off",
		"start B", "acquire B", "release A", `write A "v2"`, "write A",
	} {
		a, err := ParseAction(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if a.String() != text {
			t.Errorf("%s comes back as %s", text, a)
		}
	}
	if a, err := ParseAction("  pause   A  1m30s "); err != nil || a.String() != "pause A 1m30s" {
		t.Errorf("%v, %v", a, err)
	}
}

func TestActionTextIsBounded(t *testing.T) {
	for _, text := range []string{
		"pause A" + strings.Repeat(" ", MaxActionBytes), "pause\tA", "pause\u00a0A", "pause A\n", "pause A\u202e", "\xff",
		`write A "` + strings.Repeat("x", MaxValue+1) + `"`,
	} {
		if a, err := ParseAction(text); err == nil {
			t.Errorf("%q is taken for %v", text, a)
		}
	}
	full := `write A "` + strings.Repeat("x", MaxValue) + `"`
	if _, err := ParseAction(full); err != nil {
		t.Error(err)
	}
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]Verb{"puase": Pause, "Pause": Pause, "relase": DoRelease, "dleay": Delay, "x": "", "": "", "banana": ""} {
		if got, _ := nearest(word, verbNames()); got != want {
			t.Errorf("%q: %q", word, got)
		}
	}
}
