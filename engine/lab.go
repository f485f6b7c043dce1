// Package engine is the only door to a lab: open one from a scenario, step it,
// act on it, go back and branch, read its trace and verdicts.
package engine

import (
	"errors"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// ErrEnded says that nothing more can happen in the lab by itself.
var ErrEnded = errors.New("the lab has ended: nothing more can happen by itself; go back, act, or reset")

// Goal is what Run runs to.
type Goal string

// The goals.
const (
	ToAcquired  Goal = "acquired"
	ToExpired   Goal = "expired"
	ToWrite     Goal = "write"
	ToViolation Goal = "violation"
	ToEnd       Goal = "end"
)

// Lane is one row of the figure.
type Lane struct {
	ID    string      `json:"id"`
	Group trace.Group `json:"group"`
	Addr  string      `json:"addr,omitempty"` // host:port of a live server
}

// Head is the present of the branch that is open.
type Head struct {
	Seq   int        `json:"seq"`   // last event
	Now   trace.Time `json:"now"`   // lab time; may be later than the last event
	Ended bool       `json:"ended"` // nothing more can happen by itself
}

// Branch is one history of a lab.
type Branch struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent"`
	Fork   int    `json:"fork"` // the event after which it left its parent
	Head   int    `json:"head"` // its last event
	Ended  bool   `json:"ended"`
}

// Lab is one lab. It belongs to one goroutine.
type Lab struct{}

func Open(sc scenario.Scenario) (*Lab, error)       { return nil, errors.New("not built yet") }
func (l *Lab) Scenario() scenario.Scenario          { return scenario.Scenario{} }
func (l *Lab) Lanes() []Lane                        { return nil }
func (l *Lab) Step() error                          { return nil }
func (l *Lab) Run(to Goal) error                    { return nil }
func (l *Lab) Advance(d time.Duration) error        { return nil }
func (l *Lab) Act(seq int, text string) error       { return nil }
func (l *Lab) OpenBranch(id string) error           { return nil }
func (l *Lab) Reset() error                         { return nil }
func (l *Lab) Generation() int                      { return 0 }
func (l *Lab) Head() Head                           { return Head{} }
func (l *Lab) Branch() string                       { return "main" }
func (l *Lab) Branches() []Branch                   { return nil }
func (l *Lab) Events(since int) []trace.Event       { return nil }
func (l *Lab) VerdictsSince(seq int) []check.Change { return nil }
func (l *Lab) Close()                               {}
