package lessons

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Challenge is a task of which there are two sorts. To break a lock, the learner
// is the scheduler, the clock and the network: the fewest actions win. To repair
// one, the scenario's script breaks it and the learner chooses among changes of
// the scenario: the fewest changes win. It is a directory NN-slug with a
// challenge.md and a scenario.yaml.
type Challenge struct {
	Entry
	Level Level
	Task  string // the goal in one sentence

	Intro    HTML
	Goal     Goal
	Rules    []Rule
	Hints    []HTML // each goes a little further; at least one
	Best     int    // the fewest actions, or changes, that anybody is known to have needed
	Solution []Op   // to break
	Explain  HTML   // shown when it is solved

	Options []Option // to repair; empty for a challenge to break
	Choose  []string // the names of those that repair it with the fewest changes
}

// Level says how hard a challenge is.
type Level string

// The levels, from easy to hard.
const (
	Easy   Level = "easy"
	Medium Level = "medium"
	Hard   Level = "hard"
)

// Levels lists them in order.
var Levels = []Level{Easy, Medium, Hard}

// Rule is what must not be so. Cheat meets the goal by breaking it: the tests
// see to it that it is caught. A rule that every challenge of its sort has comes
// without one.
type Rule struct {
	Condition
	Cheat []Op
}

// byHand is the rule of every repair.
var byHand = Rule{Condition: Condition{Did: []string{"*"}, Say: "What happens is the script's: nothing is done by hand."}}

// LoadChallenges reads every challenge of fsys, in the order of their numbers. Its
// errors are like those of Load.
func LoadChallenges(fsys fs.FS) ([]Challenge, error) { return challengeShelf.load(fsys, "") }

// LoadChallengesDir is LoadChallenges for a directory on disk.
func LoadChallengesDir(dir string) ([]Challenge, error) { return challengeShelf.loadDir(dir) }

// JoinChallenges puts more challenges after the ones that are there.
func JoinChallenges(these, more []Challenge) ([]Challenge, error) {
	return challengeShelf.join(these, more)
}

var challengeShelf = shelf[Challenge]{
	kind: "challenge", parts: "front matter, prose, a challenge block",
	entry: func(c *Challenge) *Entry { return &c.Entry },
	fill:  readChallenge,
}

// Repairs reports whether the challenge is to repair, not to break.
func (c Challenge) Repairs() bool { return len(c.Options) > 0 }

// Opening is the scenario that its page opens with some of its options chosen.
// An error names an option that it does not have, or two that do not go together.
func (c Challenge) Opening(chosen []string) (scenario.Scenario, error) {
	sc := c.Scenario
	if len(chosen) > 0 {
		picked, err := c.pick(chosen)
		if err != nil {
			return sc, err
		}
		if sc, err = changed(c.Source, picked); err != nil {
			return sc, err
		}
	}
	sc.Expect = nil
	return sc, nil
}

// InOrder are the names of options in the order in which they are written; what
// is no name of one comes last.
func (c Challenge) InOrder(chosen []string) []string {
	rank := func(name string) int {
		if i := slices.IndexFunc(c.Options, func(o Option) bool { return o.Name == name }); i >= 0 {
			return i
		}
		return len(c.Options)
	}
	chosen = slices.Clone(chosen)
	slices.SortStableFunc(chosen, func(a, b string) int { return rank(a) - rank(b) })
	return slices.Compact(chosen)
}

// Option is the option of that name, which it must have.
func (c Challenge) Option(name string) Option {
	return c.Options[slices.IndexFunc(c.Options, func(o Option) bool { return o.Name == name })]
}

// pick are the chosen options, in the order in which they are written.
func (c Challenge) pick(chosen []string) (picked []Option, err error) {
	for _, name := range chosen {
		if !slices.ContainsFunc(c.Options, func(o Option) bool { return o.Name == name }) {
			return nil, fmt.Errorf("there is no option %q", name)
		}
	}
	for _, o := range c.Options {
		if !slices.Contains(chosen, o.Name) {
			continue
		}
		for _, other := range picked {
			if o.Excludes(other) {
				return nil, fmt.Errorf("the options %q and %q change the same thing", other.Name, o.Name)
			}
		}
		picked = append(picked, o)
	}
	return picked, nil
}

// Solved reports whether the goal is met and no rule is broken; a repair is
// judged at the end of its run.
func (c Challenge) Solved(events []trace.Event, verdicts check.Verdicts, ended bool) bool {
	return (ended || !c.Repairs()) && c.Goal.Met(events, verdicts) && len(c.Broken(events, verdicts)) == 0
}

// Broken are the rules that were broken, in words.
func (c Challenge) Broken(events []trace.Event, verdicts check.Verdicts) (all []string) {
	for _, r := range c.Rules {
		if r.Met(events, verdicts) {
			all = append(all, r.Say)
		}
	}
	return all
}

// ChosenFrom splits the text form of a choice, "fencing+ttl"; "" is none.
func ChosenFrom(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "+")
}
