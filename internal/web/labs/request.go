package labs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/scenario"
)

// request is one frame from a page.
type request struct {
	ID int64  `json:"id"`
	Do string `json:"do"`

	Epoch  string      `json:"epoch,omitempty"`  // hello
	Seq    *int        `json:"seq,omitempty"`    // hello, act
	To     engine.Goal `json:"to,omitempty"`     // run
	Lane   string      `json:"lane,omitempty"`   // run
	By     int64       `json:"by,omitempty"`     // advance: ns of lab time
	Text   string      `json:"text,omitempty"`   // act; load and check: a scenario file
	Branch string      `json:"branch,omitempty"` // open
	A      string      `json:"a,omitempty"`      // compare
	B      string      `json:"b,omitempty"`      // compare
	On     *[]string   `json:"on,omitempty"`     // mistakes
}

const (
	doHello = "hello"
	maxBy   = int64(time.Hour)
)

// verb is one thing that a page can ask of a lab: what the request must
// contain, and what is then done. reply is a frame for the page that asked, nil
// when there is nothing to say but that it was done.
type verb struct {
	check func(request) error
	do    func(Lab, request) (reply any, err error)
	kept  func(Exercise) error // why a lab does not allow it; nil: every lab does
}

var verbs = map[string]verb{
	"step":     {check: nothing, do: silent(func(l Lab, _ request) error { return l.Step() })},
	"run":      {check: hasGoal, do: silent(func(l Lab, q request) error { return l.RunOn(q.Lane, q.To) })},
	"advance":  {check: hasBy, do: silent(func(l Lab, q request) error { return l.Advance(time.Duration(q.By)) })},
	"act":      {check: hasAction, do: silent(func(l Lab, q request) error { return l.Act(*q.Seq, q.Text) })},
	"open":     {check: hasBranch, do: silent(func(l Lab, q request) error { return l.OpenBranch(q.Branch) })},
	"mistakes": {check: hasMistakes, do: silent(func(l Lab, q request) error { return l.SetMistakes(*q.On) }), kept: keepsClient},
	"reset":    {check: nothing, do: silent(func(l Lab, _ request) error { return l.Reset() })},
	"compare":  {check: hasTwo, do: compare},
	"scenario": {check: nothing, do: written},
	"load":     {check: hasFile, do: silent(load), kept: keepsScenario},
	"check":    {check: hasFile, do: checkFile, kept: keepsScenario},
}

const verbList = "hello, step, run, advance, act, open, mistakes, reset, compare, scenario, load, check"

// silent is a verb whose effect is all that there is to see.
func silent(do func(Lab, request) error) func(Lab, request) (any, error) {
	return func(l Lab, q request) (any, error) { return nil, do(l, q) }
}

func compare(l Lab, q request) (any, error) {
	c, err := l.Compare(q.A, q.B)
	return comparison{"comparison", q.ID, c.Same, c.Sides}, err
}

// written is the open branch as a scenario file. A page is not given one that
// lockviz would not read again.
func written(l Lab, q request) (any, error) {
	text := l.AsScenario().String()
	if _, err := scenario.Parse("this branch", []byte(text)); err != nil {
		return nil, fmt.Errorf("what was done here does not fit into a scenario file: %w", err)
	}
	return file{"scenario", q.ID, text}, nil
}

// parse reads one frame strictly. When it fails, the request it returns still
// has the id if that could be told.
func parse(frame []byte) (request, error) {
	var q request
	dec := json.NewDecoder(bytes.NewReader(frame))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&q); err != nil {
		return request{ID: idOf(frame)}, fmt.Errorf("cannot read the request: %s", reason(err))
	}
	if _, err := dec.Token(); err != io.EOF {
		return q, errors.New("cannot read the request: one frame holds one JSON object, and nothing after it")
	}
	return q, q.validate()
}

func (q request) validate() error {
	switch v, known := verbs[q.Do]; {
	case q.ID < 1:
		return errors.New(`a request needs an "id": a whole number from 1, counted up`)
	case q.Do == "":
		return errors.New(`a request needs a "do": one of ` + verbList)
	case q.Do == doHello:
		return hasLog(q)
	case !known:
		return fmt.Errorf("cannot do %q: \"do\" is one of %s", clip(q.Do), verbList)
	default:
		return v.check(q)
	}
}

func nothing(request) error { return nil }

func hasLog(q request) error {
	if q.Seq != nil && *q.Seq < 0 {
		return errors.New(`hello: "seq" is the last event that the page holds, 0 for none`)
	}
	return nil
}

func hasGoal(q request) error {
	if err := engine.Goal(clip(string(q.To))).Check(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

func hasBy(q request) error {
	if q.By < 1 || q.By > maxBy {
		return errors.New(`advance: "by" is a number of nanoseconds of lab time, from 1 to an hour`)
	}
	return nil
}

func hasAction(q request) error {
	switch {
	case strings.TrimSpace(q.Text) == "":
		return errors.New(`act: "text" is an action, for example "pause A 15s"`)
	case q.Seq == nil || *q.Seq < 0:
		return errors.New(`act: "seq" is the event right after which the action is done`)
	}
	return nil
}

func hasBranch(q request) error {
	if q.Branch == "" {
		return errors.New(`open: "branch" is the id of a branch`)
	}
	return nil
}

func hasTwo(q request) error {
	if q.A == "" || q.B == "" {
		return errors.New(`compare: "a" and "b" are the ids of two branches`)
	}
	return nil
}

func hasFile(q request) error {
	if strings.TrimSpace(q.Text) == "" {
		return fmt.Errorf("%s: \"text\" is a scenario file", q.Do)
	}
	return nil
}

func hasMistakes(q request) error {
	if q.On == nil {
		return errors.New(`mistakes: "on" lists the mistakes that are to be turned on, [] for none`)
	}
	return nil
}

// idOf finds the id in a frame that is otherwise not understood; 0 if it
// cannot be told.
func idOf(frame []byte) int64 {
	var only struct {
		ID int64 `json:"id"`
	}
	if json.Unmarshal(frame, &only) != nil {
		return 0
	}
	return only.ID
}

// reason words a JSON error for a person: without the names of Go types.
func reason(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Sprintf("%q cannot be %s", kind.Field, article(kind.Value))
	case errors.As(err, &kind):
		return "it is " + article(kind.Value) + ", not an object"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends too early"
	}
	return shorten(strings.TrimPrefix(err.Error(), "json: "), 120) // it may quote a field's name
}

// article puts the right one before a kind of JSON value.
func article(kind string) string {
	if strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

// clip keeps an echo of somebody's input short.
func clip(s string) string { return shorten(s, 40) }

func shorten(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
