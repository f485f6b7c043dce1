package engine

import (
	"slices"

	"github.com/lockviz/lockviz/engine/scenario"
)

// History is what a lab is made of: scenario, seed, and the actions of every
// branch. With it the lab can be made again on other servers, event for event.
// It is small, holds no server, and does not change with the lab.
type History struct {
	Scenario scenario.Scenario // with the mistakes that are on

	branches []*branch
	open     string
}

// History is the lab's, up to now.
func (l *Lab) History() History {
	return History{Scenario: l.sc, branches: copies(l.branches), open: l.open.id}
}

func copies(branches []*branch) []*branch {
	all := make([]*branch, len(branches))
	for i, b := range branches {
		one := *b
		one.acts = slices.Clone(b.acts)
		all[i] = &one
	}
	return all
}

// Resume brings a lab that was opened on the history's scenario to where that
// history ends: the same branches, the same one open, at the same event. When it
// cannot be done, the lab is as it was opened.
func (l *Lab) Resume(h History) error {
	before, at := l.branches, l.open
	l.branches = copies(h.branches)
	open, err := l.find(h.open)
	if err == nil {
		if err = l.replay(open); err == nil {
			return nil
		}
	}
	l.branches = before
	return l.backTo(at, err)
}

// Bytes is about how much memory the history takes.
func (h History) Bytes() int {
	const lists = 4 << 10 // what a scenario has beside its text
	return lists + len(h.Scenario.String()) + bytesOf(h.branches)
}

func bytesOf(branches []*branch) (n int) {
	for _, b := range branches {
		n += b.bytes
	}
	return n
}

// bytes is about how much memory an action takes in a history.
func (a act) bytes() int {
	const fixed = 192
	return fixed + len(a.action.Value)
}

// add takes one more action into a branch.
func (b *branch) add(a act) {
	b.acts = append(b.acts, a)
	b.bytes += a.bytes()
}

// hasRoomFor reports whether the lab's histories may have one more action.
func (l *Lab) hasRoomFor(a act) bool {
	n := bytesOf(l.branches) + a.bytes()
	if !slices.Contains(l.branches, l.open) {
		n += l.open.bytes
	}
	return n <= l.limits().Actions
}
