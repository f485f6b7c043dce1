package sim

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/trace"
)

// What is due comes in the order of (time, insertion), and what was cancelled
// does not come.
func TestQueueOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue
		var model []*Timer // in the order of insertion
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				at := trace.Time(rapid.IntRange(0, 9).Draw(t, "at"))
				model = append(model, q.add(at, func() {}))
			},
			"cancel": func(t *rapid.T) {
				if len(model) > 0 {
					i := rapid.IntRange(0, len(model)-1).Draw(t, "which")
					model[i].Cancel()
					model[i].Cancel() // harmless
					model = slices.Delete(model, i, i+1)
				}
			},
			"take": func(t *rapid.T) {
				first := q.first()
				if (first == nil) != (len(model) == 0) {
					t.Fatalf("the queue says %v, %d are due", first, len(model))
				}
				if first == nil {
					return
				}
				q.removeFirst()
				earliest := slices.MinFunc(model, func(a, b *Timer) int { return cmp.Compare(a.at, b.at) })
				if first != earliest { // MinFunc returns the first of equals
					t.Fatalf("got the timer of %d inserted as %d, want %d inserted as %d", first.at, first.n, earliest.at, earliest.n)
				}
				model = slices.DeleteFunc(model, func(t *Timer) bool { return t == first })
			},
		})
	})
}
