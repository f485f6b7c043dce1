package check

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/trace"
)

// foreignRelease: a client's release removed a key that another had set.
type foreignRelease struct {
	releasing map[string]int // by client: its latest release
	last      int
	first     *Verdict
}

func (p *foreignRelease) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.Releasing:
		if p.releasing == nil {
			p.releasing = map[string]int{}
		}
		p.releasing[e.Lane] = e.Seq
	case trace.Released:
		p.last = e.Seq
	case trace.KeyGone:
		begun, releasing := p.releasing[b.By]
		if b.Why != trace.Deleted || !releasing {
			return
		}
		p.last = e.Seq // even if its client never learns of it
		if b.By != b.Owner && p.first == nil {
			v := violated(fmt.Sprintf("%s's release removed the lock of %s.", b.By, b.Owner), begun, e.Seq)
			p.first = &v
		}
	}
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
