package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// foreignRelease: a client removed a key that another had set, by its release
// or when it tidied up after an attempt that failed.
type foreignRelease struct {
	clients   map[string]bool
	releasing map[string]int // by client: its latest release, until its next step
	last      int
	first     *Verdict
}

func newForeignRelease() *foreignRelease {
	return &foreignRelease{clients: map[string]bool{}, releasing: map[string]int{}}
}

func (p *foreignRelease) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.Started:
		p.clients[e.Lane] = true
	case trace.Step:
		delete(p.releasing, e.Lane)
	case trace.Releasing:
		p.clients[e.Lane] = true
		p.releasing[e.Lane] = e.Seq
	case trace.Released:
		p.last = e.Seq
	case trace.KeyGone:
		if b.Why == trace.Deleted && p.clients[b.By] {
			p.deleted(e, b)
		}
	}
}

func (p *foreignRelease) deleted(e trace.Event, b trace.KeyGone) {
	p.last = e.Seq // even if its client never learns of it
	if b.By == b.Owner || p.first != nil {
		return
	}
	v := violated(fmt.Sprintf("%s removed the lock of %s, without holding it.", b.By, b.Owner), e.Seq)
	if begun, releasing := p.releasing[b.By]; releasing {
		v = violated(fmt.Sprintf("%s's release removed the lock of %s.", b.By, b.Owner), begun, e.Seq)
	}
	p.first = &v
}

func (p *foreignRelease) verdict() Verdict {
	switch {
	case p.first != nil:
		return *p.first
	case p.last == 0:
		return notExercised("Nobody has released the lock yet.")
	}
	return holds("Each release removed its own lock, or nothing.", p.last)
}
