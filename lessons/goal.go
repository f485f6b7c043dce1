package lessons

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// Goal is a list of conditions; it is met when all of them are. It is a pure
// function of the log and the verdicts at its end, so that the page can tell
// as well: static/js has the same function, and testdata/goals.json holds the
// cases on which both must agree.
type Goal []Condition

// Condition is either Saw (with Count and After) or Verdict (with Is or Count).
type Condition struct {
	Saw     *Sight       `json:"saw,omitempty"`
	After   *Sight       `json:"after,omitempty"`   // count only what came after the first of these
	Verdict string       `json:"verdict,omitempty"` // a name of check's
	Is      check.Status `json:"is,omitempty"`
	Count   int          `json:"count,omitempty"` // at least so many
	Say     string       `json:"say"`             // the condition in words, for the page
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
	if c.Saw != nil {
		return c.seen(events) >= max(c.Count, 1)
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
		if counting && c.Saw.Is(e) {
			n++
		}
		counting = counting || c.After.Is(e)
	}
	return n
}

// words says the condition plainly, for lessons that do not say it themselves.
func (c Condition) words() string {
	switch {
	case c.Saw == nil && c.Is == "":
		return fmt.Sprintf("verdict %s: at least %d", c.Verdict, c.Count)
	case c.Saw == nil:
		return fmt.Sprintf("verdict %s: %s", c.Verdict, c.Is)
	}
	words := c.Saw.String()
	if c.Count > 1 {
		words += fmt.Sprintf(", %d times", c.Count)
	}
	if c.After != nil {
		words += ", after " + c.After.String()
	}
	return words
}
