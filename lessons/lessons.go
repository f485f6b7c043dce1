// Package lessons loads the course. A lesson is data: a directory NN-slug with
//
//	lesson.md      front matter, prose in Markdown, fenced step blocks in YAML
//	scenario.yaml  the lab that the lesson opens
//	trace.golden   that lab's text timeline, as the live engine gives it
//
// Everything is read strictly and checked at start-up: what is wrong is told
// with file and line, and nothing of a broken lesson is shown. The package
// knows what a lab looks like, but not how one runs; package rehearse plays
// the lessons on live labs.
package lessons

import (
	"embed"

	"github.com/lockviz/lockviz/engine/scenario"
)

// FS holds the built-in lessons.
//
//go:embed [0-9][0-9]-*/lesson.md [0-9][0-9]-*/scenario.yaml [0-9][0-9]-*/trace.golden
var FS embed.FS

// HTML is Markdown from a lesson, rendered without raw HTML in it.
type HTML string

// Lesson is one lesson of the course.
type Lesson struct {
	Entry
	Summary string // one or two sentences, for the list of lessons
	Minutes int    // how long a learner needs
	ByHand  bool   // the lab opens without its script: the learner does it by clicking

	Intro    HTML // what comes before the first section
	Sections []Section
	Notes    HTML // speaker notes; empty when there are none

	Golden string // text of trace.golden; empty when there is none
}

// Opening is the scenario that the lesson's page opens.
func (l Lesson) Opening() scenario.Scenario {
	sc := l.Scenario
	if l.ByHand {
		sc.Script, sc.Expect = nil, nil
	}
	return sc
}

// MistakesOn names the mistakes of the lock that the lesson begins with.
func (l Lesson) MistakesOn() (names []string) {
	for _, m := range l.Scenario.Lock.Mistakes {
		names = append(names, string(m))
	}
	return names
}

// Steps lists the sections' steps in order.
func (l Lesson) Steps() []*Step {
	var steps []*Step
	for _, section := range l.Sections {
		if section.Step != nil {
			steps = append(steps, section.Step)
		}
	}
	return steps
}

// Section is a heading with its prose, and the step that ends it, if one does.
type Section struct {
	ID    string // from the title; unique in its lesson
	Title string
	Prose HTML
	Step  *Step
}

// Step is one round of predict, run, observe, explain.
type Step struct {
	Number   int        `json:"number"` // from 1
	ID       string     `json:"id"`     // of its section
	Predict  Prediction `json:"predict"`
	Run      HTML       `json:"run"`     // what to do
	Goal     Goal       `json:"goal"`    // what is so once it was done; the page checks it
	Observe  HTML       `json:"observe"` // what to look at
	Explain  HTML       `json:"explain"`
	Hints    []HTML     `json:"hints"` // each goes a little further; at least one
	Solution []Op       `json:"solution"`
}

// Prediction is a question that the learner answers before the run.
type Prediction struct {
	Ask     HTML     `json:"ask"`
	Choices []Choice `json:"choices"` // 2 to 5; exactly one is right
}

// Choice is one answer, with the reason why it is right or wrong.
type Choice struct {
	Say   HTML `json:"say"`
	Right bool `json:"right"`
	Why   HTML `json:"why"`
}
