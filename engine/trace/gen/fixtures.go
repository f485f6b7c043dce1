package main

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// renderFixtures writes one event of every kind in its JSON wire form, one a
// line, so that a change of one kind is a diff of one line.
func renderFixtures() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("[\n")
	for i, e := range samples() {
		if i > 0 {
			b.WriteString(",\n")
		}
		raw, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		b.WriteString("  ")
		b.Write(raw)
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}

// samples makes an event of every kind. They are numbered and timed like one
// run, though no run would contain them in this order.
func samples() []trace.Event {
	var events []trace.Event
	for i, d := range trace.Registry {
		e := trace.Event{
			Seq:  i + 1,
			At:   trace.Time(i+1) * trace.Time(1_000_417*time.Nanosecond),
			Lane: laneOf(d),
			Body: d.Sample,
		}
		if e.Lane == "A" {
			e.Pos = &trace.Pos{File: "redis.go", Line: 20 + i}
		}
		events = append(events, e)
	}
	return events
}

// laneOf picks a lane on which the sample could have happened.
func laneOf(d trace.Decl) string {
	switch d.Group {
	case trace.Servers:
		return "redis-1"
	case trace.Resource:
		return "store"
	}
	switch d.Sample.(type) {
	case trace.Action:
		return "lab"
	case trace.Held, trace.Clock: // the sample's message comes from A; clocks are told of servers
		return "redis-1"
	}
	return "A"
}
