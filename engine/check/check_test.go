package check_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// For each property there is a story in which it alone is violated: no property
// is another one under a second name.
func TestEachPropertyIsItsOwn(t *testing.T) {
	for property, s := range map[string]*story{
		"mutual-exclusion": tell().takes("A", 1, 9).crashes("A").takes("B", 2, 9),
		"two-believers":    tell().takes("A", 1, 1).takes("B", 2, 9),
		"stale-write":      tell().takes("A", 1, 2).send("A", "write").releases("A").takes("B", 2, 9).writes("B", 2).accepts("A", 1),
		"fenced":           tell().takes("A", 5, 9).writes("A", 5).gives("A").takes("B", 1, 9).refused("B", 1),
		"foreign-release":  tell().takes("A", 1, 1).releases("A").takes("B", 2, 9).deletes("A", "B"),
	} {
		for _, d := range check.Properties {
			got := check.All(s.events())[d.Name]
			if (got.Status == check.Violated) != (d.Name == property) {
				t.Errorf("the story of %s: %s is %s: %s", property, d.Name, got.Status, got.Text)
			}
		}
	}
}

func TestEveryPropertyIsDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range check.Properties {
		if d.Name == "" || d.Doc == "" || seen[d.Name] {
			t.Errorf("%+v has no name or no words, or is there twice", d)
		}
		seen[d.Name] = true
	}
	if all := check.All(nil); len(all) != len(seen) {
		t.Errorf("%d properties have %d verdicts", len(seen), len(all))
	}
}

// anyStory is a random trace of three clients, a node that may break any rule,
// and a store that takes and refuses as it likes.
var anyStory = rapid.Custom(func(t *rapid.T) *story {
	s := tell()
	for range rapid.IntRange(0, 40).Draw(t, "events") {
		client := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "client")
		other := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "other")
		token := rapid.Int64Range(0, 4).Draw(t, "token")
		seconds := rapid.IntRange(-5, 20).Draw(t, "seconds")
		switch rapid.IntRange(0, 13).Draw(t, "what") {
		case 0, 1:
			s.takes(client, token, seconds)
		case 2:
			s.send(client, "set")
		case 3:
			s.executes(client)
		case 4:
			s.learns(client, token, seconds)
		case 5:
			s.releases(client)
		case 6:
			s.deletes(client, other)
		case 7:
			s.released(client)
		case 8:
			s.crashes(client)
		case 9:
			s.add(client, trace.LostLock{})
		case 10:
			s.send(client, "write")
		case 11:
			s.accepts(client, token)
		case 12:
			s.rejects(client, token)
		case 13:
			s.writes(client, token)
		}
	}
	return s
})

// What was violated stays violated, by the same events; and the proof is made of
// events that had happened.
func TestVerdictsOfPrefixes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := anyStory.Draw(t, "story").events()
		j := check.NewJudge()
		for _, e := range events {
			before := j.Verdicts()
			broke := j.See(e)
			after := j.Verdicts()
			if want := newlyViolated(before, after); broke != want {
				t.Fatalf("event %d: it says that a property broke: %v, want %v", e.Seq, broke, want)
			}
			for name, v := range after {
				if was := before[name]; was.Status == check.Violated && (v.Status != check.Violated || !slices.Equal(v.Events, was.Events)) {
					t.Fatalf("event %d: %s was violated by %v and is %s by %v", e.Seq, name, was.Events, v.Status, v.Events)
				}
				checkProof(t, name, v, e.Seq)
			}
		}
	})
}

func newlyViolated(before, after check.Verdicts) bool {
	for name, v := range after {
		if v.Status == check.Violated && before[name].Status != check.Violated {
			return true
		}
	}
	return false
}

func checkProof(t *rapid.T, name string, v check.Verdict, last int) {
	proved := v.Status != check.NotExercised
	if proved != (len(v.Events) > 0) || v.Events == nil {
		t.Fatalf("%s is %s by the events %v", name, v.Status, v.Events)
	}
	for i, seq := range v.Events {
		if seq < 1 || seq > last || (i > 0 && seq <= v.Events[i-1]) {
			t.Fatalf("%s is proved by %v, of %d events", name, v.Events, last)
		}
	}
}

// The verdicts are those of the whole trace, however it was read; and reading it
// again gives the same.
func TestVerdictsDoNotDependOnTheReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := anyStory.Draw(t, "story").events()
		one, two := check.NewJudge(), check.NewJudge()
		for _, e := range events {
			one.See(e)
			two.See(e)
		}
		if !reflect.DeepEqual(one.Changes(), two.Changes()) {
			t.Fatal("two readers of one trace differ")
		}
		for i := range len(events) + 1 {
			if got, want := check.All(events[:i]), asOf(one.Changes(), i); !reflect.DeepEqual(got, want) {
				t.Fatalf("after event %d: all at once gives %v, one by one %v", i, got, want)
			}
		}
	})
}

// asOf is what the changes say of the moment after event seq.
func asOf(changes []check.Change, seq int) (all check.Verdicts) {
	for _, c := range changes {
		if c.Seq <= seq {
			all = c.All
		}
	}
	return all
}

// A change is recorded only where something changed.
func TestChangesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := check.NewJudge()
		for _, e := range anyStory.Draw(t, "story").events() {
			j.See(e)
		}
		changes := j.Changes()
		for i, c := range changes[1:] {
			if before := changes[i]; c.Seq <= before.Seq || reflect.DeepEqual(c.All, before.All) {
				t.Fatalf("change %d, at event %d, is not one from that at event %d", i+1, c.Seq, before.Seq)
			}
		}
	})
}
