package labs

import (
	"encoding/json"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/scenarios"
)

// The frames that a lab sends; docs/protocol.md says what each means.
type (
	snapshot struct {
		Type     string          `json:"type"` // "snapshot"
		Epoch    string          `json:"epoch"`
		Lab      about           `json:"lab"`
		Branches []engine.Branch `json:"branches"`
		Branch   string          `json:"branch"`
		Events   []trace.Event   `json:"events"`
		Verdicts []check.Change  `json:"verdicts"`
		Head     engine.Head     `json:"head"`
		Was      string          `json:"was,omitempty"`
		Answered int64           `json:"answered,omitempty"`
		Notice   string          `json:"notice,omitempty"`
	}

	events struct {
		Type     string         `json:"type"` // "events"
		Epoch    string         `json:"epoch"`
		From     int            `json:"from"`
		Events   []trace.Event  `json:"events"`
		Verdicts []check.Change `json:"verdicts"`
		Head     engine.Head    `json:"head"`
	}

	done struct {
		Type string `json:"type"` // "done"
		ID   int64  `json:"id"`
	}

	refusal struct {
		Type string `json:"type"` // "error"
		ID   int64  `json:"id"`
		Text string `json:"text"`
	}

	// comparison answers "compare".
	comparison struct {
		Type  string         `json:"type"` // "comparison"
		ID    int64          `json:"id"`
		Same  int            `json:"same"`
		Sides [2]engine.Side `json:"sides"`
	}

	// file answers "scenario".
	file struct {
		Type string `json:"type"` // "scenario"
		ID   int64  `json:"id"`
		Text string `json:"text"`
	}

	// checked answers "check": either what is wrong with a file, or its text in
	// canonical form, its parts and its lanes.
	checked struct {
		Type   string      `json:"type"` // "checked"
		ID     int64       `json:"id"`
		Errors []fileError `json:"errors"`
		Text   string      `json:"text"`
		Form   *form       `json:"form"` // null if there are errors
		Lanes  []fileLane  `json:"lanes"`
		Advice []string    `json:"advice"`
	}

	fileError struct {
		Line int    `json:"line"` // from 1
		Col  int    `json:"col"`  // in characters, from 1
		Text string `json:"text"`
	}

	fileLane struct {
		ID    string      `json:"id"`
		Group trace.Group `json:"group"`
	}

	ended struct {
		Type   string `json:"type"` // "ended"
		Text   string `json:"text"`
		Asleep bool   `json:"asleep"` // it comes back to where it was
	}
)

// about describes a lab to its page.
type about struct {
	Slug     string            `json:"slug"`
	Title    string            `json:"title"`
	Scenario string            `json:"scenario"`       // its name, if it comes with lockviz
	Text     string            `json:"text,omitempty"` // the scenario as a file, if another can be opened
	Seed     uint64            `json:"seed"`
	TTL      int64             `json:"ttl"` // ns of lab time
	Lock     string            `json:"lock"`
	Kind     scenario.LockKind `json:"kind"`
	Nodes    int               `json:"nodes"` // servers behind the lock
	Parallel bool              `json:"parallel"`
	Watchdog bool              `json:"watchdog"`
	Wait     int               `json:"wait"`
	Drift    int64             `json:"drift"` // ns
	Mistakes []mistake         `json:"mistakes"`
	Fencing  bool              `json:"fencing"`
	Lanes    []engine.Lane     `json:"lanes"`
	Actions  []action          `json:"actions"`
	Limits   pageLimits        `json:"limits"`
}

// mistake is one known wrong variant of the lab's kind of lock.
type mistake struct {
	Name scenario.Mistake `json:"name"`
	Doc  string           `json:"doc"`
	On   bool             `json:"on"`

	Scenario string `json:"scenario"` // the name of one that shows what it costs; "" if none does
}

func mistakes(l scenario.Lock) []mistake {
	all := []mistake{}
	for _, m := range scenario.MistakesOf(l.Kind) {
		all = append(all, mistake{m.Mistake, m.Doc, l.Has(m.Mistake), shownBy(m.Mistake, l.Kind)})
	}
	return all
}

// shownBy names a scenario that turns the mistake on, of this kind of lock if
// there is one.
func shownBy(m scenario.Mistake, kind scenario.LockKind) string {
	other := ""
	for _, f := range scenarios.All() {
		switch {
		case !f.Scenario.Makes(m):
		case f.Scenario.Lock.Kind == kind:
			return f.Name
		case other == "":
			other = f.Name
		}
	}
	return other
}

// action is one entry of the action vocabulary.
type action struct {
	Verb    scenario.Verb `json:"verb"`
	Form    string        `json:"form"`
	Doc     string        `json:"doc"`
	Example string        `json:"example"`
}

func actions() []action {
	all := []action{}
	for _, v := range scenario.Verbs() {
		all = append(all, action(v))
	}
	return all
}

// pageLimits tells a page how fast and how much it may ask.
type pageLimits struct {
	RequestsPerSecond float64 `json:"requestsPerSecond"`
	RequestBurst      int     `json:"requestBurst"`
	RequestBytes      int     `json:"requestBytes"`
	IdleSeconds       int     `json:"idleSeconds"`
}

// encode writes a frame. Frames hold nothing that cannot be written, so a
// failure is a bug of ours.
func encode(frame any) []byte {
	raw, err := json.Marshal(frame)
	if err != nil {
		panic("labs: cannot encode a frame: " + err.Error())
	}
	return raw
}

func doneFrame(id int64) []byte               { return encode(done{"done", id}) }
func errorFrame(id int64, text string) []byte { return encode(refusal{"error", id, text}) }

// list makes an empty JSON list of a nil slice: pages iterate without asking.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
