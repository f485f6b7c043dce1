package store_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/store"
)

var anyWrite = rapid.Custom(func(t *rapid.T) store.Write {
	return store.Write{
		Token:       rapid.Int64Range(0, 9).Draw(t, "token"),
		Value:       rapid.SampledFrom([]string{"a", "b", ""}).Draw(t, "value"),
		ReadVersion: rapid.IntRange(0, 9).Draw(t, "read"),
	}
})

// While fencing is on, the tokens of accepted writes never decrease, and a
// refused write changes nothing.
func TestFencing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := store.Store{Fencing: true}
		accepted := int64(0)
		for _, w := range rapid.SliceOf(anyWrite).Draw(t, "writes") {
			before := s.Read()
			after, ok := s.Write(w)
			switch {
			case ok != (w.Token >= accepted):
				t.Fatalf("token %d after %d: accepted %v", w.Token, accepted, ok)
			case !ok && (after != before || s.Read() != before):
				t.Fatalf("a refused write changed %+v to %+v, read as %+v", before, after, s.Read())
			case ok:
				accepted = w.Token
			}
		}
	})
}

// Whether fencing is on or not, versions count the accepted writes, and the
// highest token is remembered: fencing can be turned on at any moment.
func TestTheStoreRemembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s store.Store
		var want store.State
		t.Repeat(map[string]func(*rapid.T){
			"fencing": func(t *rapid.T) { s.Fencing = rapid.Bool().Draw(t, "on") },
			"write": func(t *rapid.T) {
				w := anyWrite.Draw(t, "write")
				if w.Token >= want.Highest || !s.Fencing {
					want = store.State{Version: want.Version + 1, Value: w.Value, Highest: max(want.Highest, w.Token)}
				}
				if got, _ := s.Write(w); got != want {
					t.Fatalf("after %+v: got %+v, want %+v", w, got, want)
				}
			},
			"": func(t *rapid.T) {
				if got := s.Read(); got != want {
					t.Fatalf("it reads %+v, want %+v", got, want)
				}
			},
		})
	})
}

func TestFencingTurnedOnLate(t *testing.T) {
	var s store.Store
	s.Write(store.Write{Token: 34, Value: "new"})
	s.Write(store.Write{Token: 33, Value: "stale"}) // accepted: fencing is off
	s.Fencing = true
	if state, ok := s.Write(store.Write{Token: 33, Value: "stale"}); ok {
		t.Errorf("33 was accepted after 34: %+v", state)
	}
	if state, ok := s.Write(store.Write{Token: 34, Value: "again"}); !ok || state.Value != "again" {
		t.Errorf("the holder may write twice: %+v", state)
	}
}
