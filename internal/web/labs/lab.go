package labs

import (
	"time"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Lab is what a room needs of a lab. Only the room's goroutine calls it.
type Lab interface {
	Scenario() scenario.Scenario
	Lanes() []engine.Lane

	// Attend lets strangers' commands take part. It is called once; post is
	// called on any goroutine, and what it is given is run on the room's.
	Attend(post func(f func()) bool, changed func())

	Step() error
	RunOn(lane string, to engine.Goal) error
	Advance(by time.Duration) error
	Act(seq int, text string) error
	OpenBranch(id string) error
	SetMistakes(names []string) error
	Reset() error
	Load(sc scenario.Scenario) error

	History() engine.History
	Resume(h engine.History) error

	Compare(a, b string) (engine.Comparison, error)
	AsScenario() scenario.Scenario

	Generation() int // changes whenever the log changes other than at its end
	Head() engine.Head
	Branch() string
	Branches() []engine.Branch
	Events(since int) []trace.Event
	VerdictsSince(seq int) []check.Change
	Close()
}

var _ Lab = (*engine.Lab)(nil)

// Exercise is what a lab is opened from.
type Exercise struct {
	Slug     string
	Title    string
	Name     string // of the scenario among those that come with lockviz; may be empty
	Scenario scenario.Scenario
	Open     bool // a page may open another scenario in it
	Fixed    bool // its client stays as it is: no mistake is turned on or off
}

// Opener opens a lab on a scenario.
type Opener func(scenario.Scenario) (Lab, error)

// OpenOn opens real labs, on the services that they share.
func OpenOn(b *engine.Backends) Opener {
	return func(sc scenario.Scenario) (Lab, error) {
		lab, err := engine.OpenOn(b, sc)
		if err != nil {
			return nil, err // not a nil *engine.Lab inside a non-nil Lab
		}
		return lab, nil
	}
}
