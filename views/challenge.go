package views

import (
	"strconv"
	"strings"
)

// ChallengesPage lists the challenges, by level.
type ChallengesPage struct {
	Page
	Groups []ChallengeGroup
}

// ChallengeGroup is the challenges of one level.
type ChallengeGroup struct {
	Title string // "Easy"
	Cards []ChallengeCard
}

// ChallengeCard is one challenge of the list.
type ChallengeCard struct {
	Slug    string // key of the progress kept in the browser
	Number  int
	Title   string
	Lock    string // the kind of lock
	Task    string // one sentence
	Repairs bool
	Best    int
	Href    string
}

// Challenge is the column beside the figure.
type Challenge struct {
	Slug     string // key of the progress kept in the browser
	Number   int
	Title    string
	Level    string
	Lock     string // the kind of lock
	Task     string // the goal in one sentence
	Intro    HTML
	Goals    []Goal // all must be met
	Rules    []Goal // none must be
	Best     int    // actions, or changes
	Repair   *Repair
	Hints    []HTML
	Solution []string // lines of the command bar, or what the changes are
	Explain  HTML
	Wrong    []string // in its files, which have changed; it is shown as it was before
	List     string   // address of the list
	Next     *Link    // the challenge after this one; nil for the last
}

// Repair is what can be chosen in a challenge to repair.
type Repair struct {
	Action  string // address of the challenge: the form goes there
	Options []RepairOption
	Solve   []string // the names of those that solve it
}

// RepairOption is one change of the scenario.
type RepairOption struct {
	Name     string
	Say      HTML
	Why      HTML // shown after the run
	Right    bool // enough by itself
	Chosen   bool // the lab is open with it
	Excludes []string
}

// chosen is how many options the lab is open with.
func (r *Repair) chosen() int {
	n := 0
	for _, o := range r.Options {
		if o.Chosen {
			n++
		}
	}
	return n
}

func (c *Challenge) unit() string {
	if c.Repair != nil {
		return "changes"
	}
	return "actions"
}

// cardUnit is what is counted in a challenge of the list.
func cardUnit(c ChallengeCard) string {
	if c.Repairs {
		return "changes"
	}
	return "actions"
}

func (c ChallengeCard) bestText() string {
	unit := cardUnit(c)
	if c.Best == 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	return "Best known: " + strconv.Itoa(c.Best) + " " + unit
}

func unitTitle(unit string) string { return strings.ToUpper(unit[:1]) + unit[1:] }

func spaced(words []string) string { return strings.Join(words, " ") }
