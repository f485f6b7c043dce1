package engine

import (
	"cmp"
	"fmt"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Limits bound one lab. Reaching one is a LimitError; what was there before stays.
// What is 0 is as usual.
type Limits struct {
	Events   int           // of a branch
	LabTime  time.Duration // of a branch
	Branches int
	Actions  int // bytes, about: what people and strangers did, in all branches
}

// Usual are the limits of a lab, if nobody says otherwise.
var Usual = Limits{Events: 20_000, LabTime: 48 * time.Hour, Branches: 32, Actions: 4 << 20}

func (l Limits) orUsual() Limits {
	return Limits{
		Events: cmp.Or(l.Events, Usual.Events), LabTime: cmp.Or(l.LabTime, Usual.LabTime),
		Branches: cmp.Or(l.Branches, Usual.Branches), Actions: cmp.Or(l.Actions, Usual.Actions),
	}
}

// LimitError says that a lab has reached one of its limits.
type LimitError struct {
	Limit string // one of LimitNames
	text  string
}

func (e *LimitError) Error() string { return e.text }

// LimitNames are the limits that a LimitError can tell.
var LimitNames = []string{"events", "lab-time", "branches", "actions"}

func (l Limits) full() error {
	return &LimitError{"events", fmt.Sprintf("the lab has reached its limit of %d events; go back or reset, and give a scenario whose clients wait for ever an until", l.Events)}
}

func (l Limits) late() error {
	return &LimitError{"lab-time", fmt.Sprintf("the lab has reached its limit of %s of lab time; go back or reset", trace.Dur(l.LabTime))}
}

func (l Limits) forked() error {
	return &LimitError{"branches", fmt.Sprintf("the lab has reached its limit of %d branches; reset to begin again", l.Branches)}
}

func (l Limits) busy() error {
	return &LimitError{"actions", fmt.Sprintf("the lab has reached its limit of %d KiB of actions, in all branches; reset to begin again", l.Actions>>10)}
}
