// Package trace is the record of a lab: an append-only list of events, each at
// one moment of lab time on one lane. Everything a person sees (timeline,
// narration, verdicts, goldens) is a reading of it, and nothing else.
//
// Every kind of event is declared once, in kinds.go, with its payload and one
// sentence of documentation. The registry there generates the browser's
// constants (static/js/model/events.gen.js) and docs/events.md.
package trace

import (
	"encoding/json"
	"fmt"
	"time"
)

//go:generate go run ./gen -root ../..

// Time is lab time: nanoseconds since the lab began. It stands still between
// steps and has nothing to do with the wall clock.
type Time int64

// Add returns the moment d later.
func (t Time) Add(d time.Duration) Time { return t + Time(d) }

// Sub returns the duration from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// String prints seconds with microseconds, for example "12.003417 s".
func (t Time) String() string {
	micro := int64(t) / int64(time.Microsecond)
	sign := ""
	if micro < 0 {
		sign, micro = "-", -micro
	}
	return fmt.Sprintf("%s%d.%06d s", sign, micro/1e6, micro%1e6)
}

// Pos is the line of engine/lock on which a client stands. It is taken from
// the running program, so it is part of the JSON form and not of the text form:
// editing a comment must not change a golden.
type Pos struct {
	File string `json:"file"` // base name, for example "redis.go"
	Line int    `json:"line"` // from 1
}

// Event is one thing that happened.
type Event struct {
	Seq  int    // 1, 2, 3… within one run, without gaps
	At   Time   // lab time; never less than that of the event before
	Lane string // the client, server or store it happened on, or "lab"
	Pos  *Pos   // where the client stands; nil off the client lanes
	Body Body   // what happened
}

// Body is the payload of one kind of event.
type Body interface {
	// Kind names the event in scenario files, JSON and the text timeline.
	Kind() Kind
	// Say tells what happened in plain words, as the rest of a sentence that
	// began with the lane's name: "A" + " " + "sends SET … to redis-1".
	Say() string
}

// Kind is the name of a kind of event, for example "acquired".
type Kind string

// wire is the JSON form of an event.
type wire struct {
	Seq  int             `json:"seq"`
	At   Time            `json:"at"`
	Lane string          `json:"lane"`
	Kind Kind            `json:"kind"`
	Pos  *Pos            `json:"pos,omitempty"`
	Say  string          `json:"say"`
	Data json.RawMessage `json:"data"`
}

// MarshalJSON writes {"seq","at","lane","kind","pos","say","data"}; at is in
// nanoseconds of lab time.
func (e Event) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(e.Body)
	if err != nil {
		return nil, fmt.Errorf("event %d: %w", e.Seq, err)
	}
	return json.Marshal(wire{e.Seq, e.At, e.Lane, e.Body.Kind(), e.Pos, e.Body.Say(), data})
}

// UnmarshalJSON reads what MarshalJSON writes. An unknown kind is an error.
func (e *Event) UnmarshalJSON(raw []byte) error {
	var w wire
	if err := json.Unmarshal(raw, &w); err != nil {
		return err
	}
	decl, ok := byKind[w.Kind]
	if !ok {
		return fmt.Errorf("event %d: unknown kind %q", w.Seq, w.Kind)
	}
	body, err := decl.decode(w.Data)
	if err != nil {
		return fmt.Errorf("event %d (%s): %w", w.Seq, w.Kind, err)
	}
	*e = Event{Seq: w.Seq, At: w.At, Lane: w.Lane, Pos: w.Pos, Body: body}
	return nil
}

// Log is the trace of one run.
type Log struct {
	events []Event
}

// Append adds an event and gives it its sequence number.
func (l *Log) Append(e Event) Event {
	e.Seq = len(l.events) + 1
	l.events = append(l.events, e)
	return e
}

// Len is the number of events, and the sequence number of the last one.
func (l *Log) Len() int { return len(l.events) }

// Since returns the events after sequence number seq. The slice is shared and
// must not be changed; appending to the log leaves it intact.
func (l *Log) Since(seq int) []Event {
	return l.events[seq:len(l.events):len(l.events)]
}
