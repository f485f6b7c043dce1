package scenario

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/lockviz/lockviz/engine/trace"
)

// ParseStep reads one step of a client's program, for example "work 2s".
func ParseStep(text string) (Step, error) {
	words, err := split(text)
	if err != nil {
		return Step{}, err
	}
	if len(words) == 0 {
		return Step{}, fmt.Errorf("an empty step; the steps are %s", list(stepNames(), "and"))
	}
	for _, doc := range steps {
		if string(doc.Verb) == words[0] {
			return doc.parse(words[1:])
		}
	}
	return Step{}, errors.New(unknown("step", words[0], "", stepNames()))
}

func (doc StepDoc) parse(words []string) (Step, error) {
	s := Step{Verb: doc.Verb}
	var err error
	most := 0
	switch doc.Verb {
	case Acquire:
		most = 1
		if len(words) > 0 {
			s.For, err = someTime(words[0])
		}
	case Work:
		most = 1
		if len(words) == 0 {
			err = errors.New("DURATION is missing")
		} else {
			s.For, err = someTime(words[0])
		}
	case Write:
		most = 1
		if len(words) > 0 {
			s.Value, err = parseValue(words[0])
		}
	}
	if err == nil && len(words) > most {
		err = fmt.Errorf("%s is too much", quote(words[most]))
	}
	if err != nil {
		return Step{}, fmt.Errorf("%s: %w; %s", doc.Verb, err, rightForm(doc.Example))
	}
	return s, nil
}

// String is the step's text form. ParseStep reads it back.
func (s Step) String() string {
	switch {
	case s.For > 0:
		return string(s.Verb) + " " + trace.Dur(s.For)
	case s.Value != "":
		return string(s.Verb) + " " + showValue(s.Value)
	}
	return string(s.Verb)
}

// ParseTrigger reads what stands after "when:" in a script, for example
// "A acquired" or "A acquired 2". Whether it can ever happen is another
// question: see CheckTrigger.
func ParseTrigger(text string) (Trigger, error) {
	words, err := split(text)
	if err != nil {
		return Trigger{}, err
	}
	if len(words) < 2 || len(words) > 3 {
		return Trigger{}, fmt.Errorf("%s is not a lane and an event; write A acquired, or A acquired 2 for the second time", quote(text))
	}
	t := Trigger{Kind: words[1], N: 1}
	if err := readLane(words[0], &t.Lane); err != nil {
		return Trigger{}, fmt.Errorf("%w; write A acquired", err)
	}
	if len(words) == 3 {
		t.N, err = parseCount(words[2], 1)
	}
	return t, err
}

// parseCount reads a whole number from least to MaxCount.
func parseCount(text string, least int) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || int(n) < least || n > MaxCount {
		return 0, fmt.Errorf("%s is not a count; write a whole number from %d to %d", quote(text), least, MaxCount)
	}
	return int(n), nil
}

// String is "3s" for a lab time, "A acquired" or "A acquired 2" for an event.
func (t Trigger) String() string {
	switch {
	case t.Lane == "":
		return trace.Dur(t.At)
	case t.N > 1:
		return fmt.Sprintf("%s %s %d", t.Lane, t.Kind, t.N)
	}
	return t.Lane + " " + t.Kind
}
