// Package check reads a trace and answers, for each property of a lock, whether
// it held. It knows events and nothing else: no clock, no server, no client.
//
// Each property is one small fold over the events, in a file of its own.
package check

import (
	"maps"
	"slices"

	"github.com/lockviz/lockviz/engine/trace"
)

// Status is the answer for one property.
type Status string

// The three answers.
const (
	Holds        Status = "holds"
	Violated     Status = "violated"
	NotExercised Status = "not-exercised" // nothing happened that could have broken it
)

// Verdict is the answer for one property of one trace.
type Verdict struct {
	Status Status `json:"status"`
	Events []int  `json:"events"`          // sequence numbers that prove it, ascending; never nil
	Count  int    `json:"count,omitempty"` // for verdicts that count
	Text   string `json:"text"`            // one plain sentence
}

// Verdicts maps a property's name to its verdict.
type Verdicts map[string]Verdict

// Change is a set of verdicts that holds from event Seq on, until the next.
type Change struct {
	Seq int      `json:"seq"`
	All Verdicts `json:"all"`
}

// property is a fold over the events of one run.
type property interface {
	see(trace.Event)
	verdict() Verdict
}

// Doc tells what a property means.
type Doc struct {
	Name string
	Doc  string // one sentence
	make func() property
}

// Properties lists what is checked, in the order in which it is shown.
var Properties = []Doc{
	{"mutual-exclusion", "The lock service never had two holders by its own rule at one moment.", func() property { return newMutualExclusion() }},
	{"two-believers", "No two clients believed “I hold it” at one moment.", func() property { return newTwoBelievers() }},
	{"stale-write", "The store accepted no write whose grant was older than one already used.", func() property { return newStaleWrite() }},
	{"fenced", "How many writes the store refused for their token, and whether it was right to.", func() property { return newFenced() }},
	{"lost-update", "No accepted write overwrote one that its writer had not read.", func() property { return &lostUpdate{} }},
	{"foreign-release", "No release removed somebody else's lock.", func() property { return newForeignRelease() }},
	{"orphan", "No lock was left for ever by a client that will not release it.", func() property { return newOrphan() }},
	{"herd", "One release woke no more than one waiter; the count is the most that one woke.", func() property { return newHerd() }},
	{"progress", "Every client that asked for the lock got it or gave up, and nobody waits for a lock that will never be free.", func() property { return newProgress() }},
}

// Judge reads a run event by event.
type Judge struct {
	properties []property
	changes    []Change
}

// NewJudge begins with every property not exercised.
func NewJudge() *Judge {
	j := &Judge{}
	for _, d := range Properties {
		j.properties = append(j.properties, d.make())
	}
	j.changes = []Change{{Seq: 0, All: j.verdicts()}}
	return j
}

// See reads the next event, and reports whether a property became violated.
func (j *Judge) See(e trace.Event) (broke bool) {
	for _, p := range j.properties {
		p.see(e)
	}
	before, after := j.Verdicts(), j.verdicts()
	if maps.EqualFunc(before, after, equal) {
		return false
	}
	j.changes = append(j.changes, Change{Seq: e.Seq, All: after})
	for name, v := range after {
		broke = broke || (v.Status == Violated && before[name].Status != Violated)
	}
	return broke
}

// Verdicts are the answers as of the last event seen.
func (j *Judge) Verdicts() Verdicts { return j.changes[len(j.changes)-1].All }

// Changes lists how the verdicts changed, from the first event on.
func (j *Judge) Changes() []Change { return j.changes }

func (j *Judge) verdicts() Verdicts {
	all := Verdicts{}
	for i, p := range j.properties {
		all[Properties[i].Name] = p.verdict()
	}
	return all
}

func equal(a, b Verdict) bool {
	return a.Status == b.Status && a.Count == b.Count && a.Text == b.Text && slices.Equal(a.Events, b.Events)
}

// All reads a whole trace.
func All(events []trace.Event) Verdicts {
	j := NewJudge()
	for _, e := range events {
		j.See(e)
	}
	return j.Verdicts()
}

func notExercised(why string) Verdict {
	return Verdict{Status: NotExercised, Events: []int{}, Text: why}
}

func holds(text string, events ...int) Verdict { return proved(Holds, text, events) }

func violated(text string, events ...int) Verdict { return proved(Violated, text, events) }

func proved(s Status, text string, events []int) Verdict {
	slices.Sort(events)
	return Verdict{Status: s, Events: append([]int{}, slices.Compact(events)...), Text: text}
}
