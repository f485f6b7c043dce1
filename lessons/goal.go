package lessons

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// Goal is a list of conditions; it is met when all of them are. It is a pure
// function of the log and the verdicts at its end, so that the page can tell
// as well: static/js has the same function, and testdata/goals.json holds the
// cases on which both must agree.
type Goal []Condition

// Condition is one of Saw (with With, Count and After), Did (with Count) and
// Verdict (with Is or Count).
type Condition struct {
	Saw     *Sight         `json:"saw,omitempty"`
	With    map[string]any `json:"with,omitempty"`  // fields of the event's payload, as JSON has them: string, float64 or bool
	After   *Sight         `json:"after,omitempty"` // count only what came after the first of these
	Did     []string       `json:"did,omitempty"`   // actions of a person that begin like one of these
	Verdict string         `json:"verdict,omitempty"`
	Is      check.Status   `json:"is,omitempty"`
	Count   int            `json:"count,omitempty"` // at least so many
	Never   bool           `json:"never,omitempty"` // and it is the opposite that must be so
	Say     string         `json:"say"`             // the condition in words, for the page
}

// Sight is a kind of event on a lane: "A acquired".
type Sight struct {
	Lane string     `json:"lane"`
	Kind trace.Kind `json:"kind"`
}

// String is the form that Sight has in a lesson.
func (s Sight) String() string { return s.Lane + " " + string(s.Kind) }

// Is reports whether e is such an event.
func (s Sight) Is(e trace.Event) bool { return e.Lane == s.Lane && e.Body.Kind() == s.Kind }

// Met reports whether every condition holds for this log and the verdicts at
// its end. A goal without conditions is not met.
func (g Goal) Met(events []trace.Event, verdicts check.Verdicts) bool {
	for _, c := range g {
		if !c.Met(events, verdicts) {
			return false
		}
	}
	return len(g) > 0
}

// Met reports whether the condition holds for this log and the verdicts at its
// end.
func (c Condition) Met(events []trace.Event, verdicts check.Verdicts) bool {
	return c.is(events, verdicts) != c.Never
}

func (c Condition) is(events []trace.Event, verdicts check.Verdicts) bool {
	switch {
	case c.Saw != nil:
		return c.seen(events) >= max(c.Count, 1)
	case len(c.Did) > 0:
		return c.done(events) >= max(c.Count, 1)
	}
	v, ok := verdicts[c.Verdict]
	if !ok {
		return false
	}
	return (c.Is == "" || v.Status == c.Is) && v.Count >= c.Count
}

func (c Condition) seen(events []trace.Event) int {
	n, counting := 0, c.After == nil
	for _, e := range events {
		if counting && c.Saw.Is(e) && c.fits(e.Body) {
			n++
		}
		counting = counting || c.After.Is(e)
	}
	return n
}

// fits reports whether the payload has the fields that are asked for.
func (c Condition) fits(body trace.Body) bool {
	if len(c.With) == 0 {
		return true
	}
	has := payload(body)
	for name, value := range c.With {
		if has[name] != value {
			return false
		}
	}
	return true
}

// payload is the scalar fields of a body as they are in JSON.
func payload(body trace.Body) map[string]any {
	fields := map[string]any{}
	raw, err := json.Marshal(body)
	if err == nil {
		err = json.Unmarshal(raw, &fields)
	}
	if err != nil {
		panic("lessons: an event without a JSON form: " + err.Error())
	}
	for name, value := range fields {
		switch value.(type) {
		case string, float64, bool:
		default:
			delete(fields, name)
		}
	}
	return fields
}

func (c Condition) done(events []trace.Event) int {
	n := 0
	for _, text := range Acts(events) {
		if slices.ContainsFunc(c.Did, func(pattern string) bool { return begins(text, pattern) }) {
			n++
		}
	}
	return n
}

// Acts are the actions that a person did, in order.
func Acts(events []trace.Event) (all []string) {
	for _, e := range events {
		if a, ok := e.Body.(trace.Action); ok && a.By == "person" {
			all = append(all, a.Text)
		}
	}
	return all
}

// begins reports whether an action's words begin with those of the pattern; a *
// at the end of a pattern's word stands for any rest of that word.
func begins(text, pattern string) bool {
	words, want := strings.Fields(text), strings.Fields(pattern)
	if len(words) < len(want) {
		return false
	}
	for i, w := range want {
		if rest, open := strings.CutSuffix(w, "*"); words[i] != w && !(open && strings.HasPrefix(words[i], rest)) {
			return false
		}
	}
	return true
}

// words says the condition plainly, for lessons that do not say it themselves.
func (c Condition) words() string {
	if c.Never {
		c.Never = false
		return "never: " + c.words()
	}
	switch {
	case len(c.Did) > 0:
		return "done: " + strings.Join(c.Did, " or ") + times(c.Count)
	case c.Saw == nil && c.Is == "":
		return fmt.Sprintf("verdict %s: at least %d", c.Verdict, c.Count)
	case c.Saw == nil:
		return fmt.Sprintf("verdict %s: %s", c.Verdict, c.Is)
	}
	words := c.Saw.String()
	for i, name := range slices.Sorted(maps.Keys(c.With)) {
		words += fmt.Sprintf("%s %s %v", []string{" with", ","}[min(i, 1)], name, c.With[name])
	}
	words += times(c.Count)
	if c.After != nil {
		words += ", after " + c.After.String()
	}
	return words
}

func times(n int) string {
	if n < 2 {
		return ""
	}
	return ", " + strconv.Itoa(n) + " times"
}
