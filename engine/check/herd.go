package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/engine/trace"
)

// herd: how many waiters one end of a key woke. Only one of them can be next; the
// others are woken for nothing.
type herd struct {
	ended trace.Event    // the last key that went
	woken map[string]int // whom that woke: the events of their watches
	most  map[string]int // of all ends, those that woke the most
	by    trace.Event    // and the key that went then
}

func newHerd() *herd { return &herd{} }

func (p *herd) see(e trace.Event) {
	switch b := e.Body.(type) {
	case trace.KeyGone:
		p.ended, p.woken = e, map[string]int{}
	case trace.WatchFired:
		if p.ended.Seq == 0 || p.ended.At != e.At || p.ended.Lane != e.Lane {
			return // somebody came, nobody went
		}
		p.woken[b.Watcher] = e.Seq
		if len(p.woken) > len(p.most) {
			p.most, p.by = p.woken, p.ended
		}
	}
}

func (p *herd) verdict() Verdict {
	names := slices.Sorted(maps.Keys(p.most))
	events := append(slices.Collect(maps.Values(p.most)), p.by.Seq)
	var v Verdict
	switch len(names) {
	case 0:
		return notExercised("No waiter has been woken by the end of a key.")
	case 1:
		v = holds(fmt.Sprintf("No end of a key woke more than one waiter; the first woke %s.", names[0]), events...)
	default:
		v = violated(fmt.Sprintf("The end of one key woke %d waiters: %s and %s. One of them could be next.",
			len(names), strings.Join(names[:len(names)-1], ", "), names[len(names)-1]), events...)
	}
	v.Count = len(names)
	return v
}
