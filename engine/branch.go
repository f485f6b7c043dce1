package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Branch is one history of a lab.
type Branch struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Parent string `json:"parent"` // "" for the first
	Fork   int    `json:"fork"`   // the event after which it left its parent
	Head   int    `json:"head"`   // its last event
	Ended  bool   `json:"ended"`
}

// branch is a history and what makes it again: a scenario, a seed and these
// actions always give the same events.
type branch struct {
	id, name, parent string
	fork             int
	acts             []act
	bytes            int // what acts takes up, about
	head             Head
}

// act is a person's action and the moment at which it was done.
type act struct {
	seq    int        // right after this event
	now    trace.Time // at this lab time, which may be later than the event's
	action scenario.Action
}

const mainBranch = "main"

// Reset begins again: the scenario as it is written, and no other branch.
func (l *Lab) Reset() error {
	main := &branch{id: mainBranch, name: mainBranch}
	if err := l.replay(main); err != nil {
		return err
	}
	l.branches = []*branch{main}
	return nil
}

// Act does an action, written in the action vocabulary, right after event seq.
// At the head it is simply done. Before the head it starts a new branch, which
// is then open. If the action makes no sense, nothing changes.
func (l *Lab) Act(seq int, text string) error {
	a, err := scenario.ParseAction(text)
	if err != nil {
		return err
	}
	if err := l.sc.CheckAction(a); err != nil {
		return err
	}
	switch head := l.Head().Seq; {
	case seq < 0 || seq > head:
		return fmt.Errorf("cannot act after event %d: the events are 0 to %d", seq, head)
	case seq < head:
		return l.actInThePast(seq, a)
	}
	return l.actNow(a)
}

func (l *Lab) actNow(a scenario.Action) error {
	if l.Head().Seq >= l.limits().Events {
		return l.limits().full()
	}
	at := act{seq: l.Head().Seq, now: l.Head().Now, action: a}
	if !l.hasRoomFor(at) {
		return l.limits().busy()
	}
	if err := l.world.act(a); err != nil {
		return err
	}
	l.open.add(at)
	l.open.head = l.Head()
	return l.world.fault
}

// actInThePast branches. The old branch stays; if the action cannot be done at
// that moment, it stays open too.
func (l *Lab) actInThePast(seq int, a scenario.Action) error {
	if len(l.branches) >= l.limits().Branches {
		return l.limits().forked()
	}
	old := l.open
	b := l.fork(seq)
	err := l.replay(b)
	b.fork = b.head.Seq // a step can record several events: the fork is after them all
	if err == nil {
		err = l.actNow(a)
	}
	if err != nil {
		return l.backTo(old, err)
	}
	b.name = fmt.Sprintf("%s, after #%d", a, b.fork)
	l.branches = append(l.branches, b)
	return nil
}

// fork is the open branch's history up to event seq.
func (l *Lab) fork(seq int) *branch {
	b := &branch{id: fmt.Sprintf("b%d", len(l.branches)+1), parent: l.open.id, fork: seq, head: Head{Seq: seq}}
	for _, a := range l.open.acts {
		if a.seq < seq {
			b.add(a)
		}
	}
	return b
}

// backTo opens a branch again because another could not be opened, which err says.
func (l *Lab) backTo(old *branch, err error) error {
	if back := l.replay(old); back != nil {
		return back
	}
	return err
}

// OpenBranch shows another branch, at its head. If it cannot be run again, the one that
// is open stays open.
func (l *Lab) OpenBranch(id string) error {
	b, err := l.find(id)
	if err != nil || b == l.open {
		return err
	}
	old := l.open
	if err := l.replay(b); err != nil {
		return l.backTo(old, err)
	}
	return nil
}

func (l *Lab) find(id string) (*branch, error) {
	for _, b := range l.branches {
		if b.id == id {
			return b, nil
		}
	}
	ids := make([]string, len(l.branches))
	for i, b := range l.branches {
		ids[i] = b.id
	}
	return nil, fmt.Errorf("no branch %q; the branches are %v", id, ids)
}

// Branch is the id of the branch that is open.
func (l *Lab) Branch() string { return l.open.id }

// Branches lists the histories, oldest first.
func (l *Lab) Branches() []Branch {
	out := make([]Branch, len(l.branches))
	for i, b := range l.branches {
		out[i] = Branch{ID: b.id, Name: b.name, Parent: b.parent, Fork: b.fork, Head: b.head.Seq, Ended: b.head.Ended}
	}
	return out
}

// replay opens a branch by running the scenario again from the start, with the
// branch's actions, to its head. If that fails, the branch is as long as it was: it may
// be tried again.
func (l *Lab) replay(b *branch) error {
	target := b.head
	if err := l.runAgain(b, target); err != nil {
		b.head = target
		return err
	}
	b.head = l.Head()
	return nil
}

func (l *Lab) runAgain(b *branch, target Head) error {
	if l.world != nil {
		l.world.close()
	}
	w, err := newWorld(l.sc, l.servers)
	if err != nil {
		return err
	}
	l.world, l.open = w, b
	l.opened++
	for _, a := range b.acts {
		if err := l.catchUp(a.seq, a.now); err != nil {
			return err
		}
		if err := w.act(a.action); err != nil {
			return fmt.Errorf("replaying %s after event %d: %w", a.action, a.seq, err)
		}
	}
	return l.catchUp(target.Seq, target.Now)
}

// catchUp steps to the moment right after event seq, or to lab time now if that
// is later.
func (l *Lab) catchUp(seq int, now trace.Time) error {
	for l.Head().Seq < seq {
		if err := l.one(); err != nil {
			return err
		}
	}
	if now > l.Head().Now {
		return l.advanceTo(now)
	}
	return nil
}

// SetMistakes begins again with exactly these mistakes turned on. They must be
// mistakes of the lab's kind of lock.
func (l *Lab) SetMistakes(names []string) error {
	old := l.sc
	on, err := mistakes(old.Lock.Kind, names)
	if err != nil {
		return err
	}
	l.sc.Lock.Mistakes = on
	if err := l.Reset(); err != nil {
		l.sc = old
		return err
	}
	return nil
}

// mistakes are those named, in the order in which they are documented.
func mistakes(kind scenario.LockKind, names []string) (on []scenario.Mistake, err error) {
	var allowed []string
	for _, m := range scenario.MistakesOf(kind) {
		allowed = append(allowed, string(m.Mistake))
		if slices.Contains(names, string(m.Mistake)) {
			on = append(on, m.Mistake)
		}
	}
	for _, name := range names {
		if !slices.Contains(allowed, name) {
			return nil, fmt.Errorf("there is no mistake %q of a %s lock; allowed: %s", name, kind, strings.Join(allowed, ", "))
		}
	}
	return on, nil
}
