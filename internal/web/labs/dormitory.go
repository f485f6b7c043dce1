package labs

import (
	ordered "container/list"

	"github.com/lockviz/lockviz/engine"
)

// sleeper is a lab that has ended and can come back: what it was, without servers.
type sleeper struct {
	key     key
	of      Exercise
	id      string // the room's
	epochs  int    // more than the number of any that it has had
	since   int    // the first of them that names a beginning of its log
	history engine.History
	bytes   int
}

// dormitory keeps the labs that are asleep, bounded in number and bytes: the one
// that fell asleep first is forgotten first. The registry guards it.
type dormitory struct {
	most, mostBytes int
	metrics         *Metrics

	beds  map[key]*ordered.Element
	order *ordered.List // of *sleeper, the one that fell asleep first in front
	bytes int
}

func newDormitory(l Limits, m *Metrics) *dormitory {
	return &dormitory{most: l.Asleep, mostBytes: l.AsleepBytes, metrics: m, beds: map[key]*ordered.Element{}, order: ordered.New()}
}

// takes reports whether a lab of so many bytes can be kept at all. One alone must
// not push out all others.
func (d *dormitory) takes(bytes int) bool { return d.most > 0 && bytes <= d.mostBytes/16 }

// put keeps a lab that takes has said yes to.
func (d *dormitory) put(s *sleeper) {
	d.take(s.key)
	d.beds[s.key] = d.order.PushBack(s)
	d.bytes += s.bytes
	for d.order.Len() > d.most || d.bytes > d.mostBytes {
		d.take(d.order.Front().Value.(*sleeper).key)
		d.metrics.Forgotten.Inc()
	}
	d.count()
}

// take hands over a lab to wake up; nil if there is none.
func (d *dormitory) take(k key) *sleeper {
	bed := d.beds[k]
	if bed == nil {
		return nil
	}
	s := d.order.Remove(bed).(*sleeper)
	delete(d.beds, k)
	d.bytes -= s.bytes
	d.count()
	return s
}

func (d *dormitory) count() {
	d.metrics.Asleep.Set(float64(d.order.Len()))
	d.metrics.AsleepBytes.Set(float64(d.bytes))
}
