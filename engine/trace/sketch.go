package trace

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Sketch draws a whole run as a small space-time diagram in text: one row a
// lane, lab time from left to right in width columns of equal length. What is
// short may share a column with what follows; a mark takes the next free one.
func Sketch(events []Event, width int) string {
	if len(events) == 0 {
		return ""
	}
	s := sketch{end: max(events[len(events)-1].At, 1), width: width, rows: map[string]*row{}}
	for _, e := range events {
		s.see(e)
	}
	return s.String()
}

// Legend explains the sketch.
const Legend = `- runs  . waits  = believes it holds the lock  ~ paused  ≈ paused and believes  # down  |  A: A's key, or A's write  x: a write refused`

type sketch struct {
	end   Time
	width int
	rows  map[string]*row
	order []string
}

// row is one lane: what it is at the moment, drawn up to column drawn.
type row struct {
	cells                            []rune
	drawn                            int
	alive, waits, holds, stops, dead bool
	keys                             map[string]KeySet // a server's
	marks                            []mark
	group                            Group // the first that an event shows
}

type mark struct {
	column int
	rune   rune
}

func (s *sketch) column(at Time) int { return int(at * Time(s.width-1) / s.end) }

func (s *sketch) see(e Event) {
	if _, action := e.Body.(Action); action {
		return
	}
	r := s.rows[e.Lane]
	if r == nil {
		r = &row{cells: []rune(strings.Repeat(" ", s.width)), keys: map[string]KeySet{}}
		s.rows[e.Lane] = r
		s.order = append(s.order, e.Lane)
	}
	if d, _ := Known(e.Body.Kind()); r.group == "" && d.Group != AnyLane {
		r.group = d.Group
	}
	at := s.column(e.At)
	r.fill(at)
	if r.change(e.Body) {
		r.cells[at] = r.now() // even what lasts less than a column is seen
		r.drawn = max(r.drawn, at+1)
	}
	switch b := e.Body.(type) {
	case Accepted:
		r.marks = append(r.marks, mark{at, initial(b.Writer)})
	case Rejected:
		r.marks = append(r.marks, mark{at, 'x'})
	}
}

// fill draws what the lane has been until now.
func (r *row) fill(to int) {
	for ; r.drawn < to; r.drawn++ {
		r.cells[r.drawn] = r.now()
	}
}

// change takes in an event, and reports whether the lane looks different now.
func (r *row) change(body Body) bool {
	before := r.now()
	switch b := body.(type) {
	case Started:
		r.alive, r.waits, r.holds = true, false, false
	case Step:
		r.waits = strings.HasPrefix(b.Step, "acquire")
	case Acquired:
		r.waits, r.holds = false, true
	case Releasing, LostLock:
		r.holds = false
	case Paused:
		r.stops = true
	case Resumed:
		r.stops = false
	case Finished:
		r.alive, r.waits, r.holds = false, false, false
	case Crashed:
		r.dead, r.alive, r.waits, r.holds, r.stops = true, false, false, false, false
	case Restarted:
		r.dead = false
	case KeySet:
		r.keys[b.Key] = b
	case KeyGone:
		delete(r.keys, b.Key)
	}
	return r.now() != before
}

func (r *row) now() rune {
	switch {
	case r.dead:
		return '#'
	case r.stops && r.holds:
		return '≈'
	case r.stops:
		return '~'
	case r.holds:
		return '='
	case r.waits:
		return '.'
	case r.alive:
		return '-'
	}
	return r.holder()
}

// holder is the initial of the owner of the server's key; of several in a queue, of
// the one that is first in order.
func (r *row) holder() rune {
	first, found := KeySet{}, false
	for _, k := range r.keys {
		if !found || k.Order < first.Order {
			first, found = k, true
		}
	}
	if !found {
		return ' '
	}
	return initial(first.Owner)
}

func initial(name string) rune {
	first, _ := utf8.DecodeRuneInString(name)
	return first
}

func (s *sketch) String() string {
	names := 0
	for _, name := range s.order {
		names = max(names, utf8.RuneCountInString(name))
	}
	var b strings.Builder
	end := s.end.String()
	fmt.Fprintf(&b, "%-*s  0 s%*s\n", names, "", s.width-3, end)
	for _, name := range s.lanes() {
		fmt.Fprintf(&b, "%-*s  %s\n", names, name, strings.TrimRight(string(s.rows[name].whole()), " "))
	}
	b.WriteString(Legend + "\n")
	return b.String()
}

// whole is the row to its end, with its marks on it.
func (r *row) whole() []rune {
	r.fill(len(r.cells))
	free := 0
	for _, m := range r.marks {
		at := max(m.column, free)
		if at < len(r.cells) {
			r.cells[at] = m.rune
		}
		free = at + 1
	}
	return r.cells
}

// lanes puts clients before servers before the store, each in the order in
// which they first had to do with the run.
func (s *sketch) lanes() []string {
	order := []Group{Clients, Servers, Resource, ""}
	group := func(name string) int { return slices.Index(order, s.rows[name].group) }
	lanes := slices.Clone(s.order)
	slices.SortStableFunc(lanes, func(a, b string) int { return group(a) - group(b) })
	return lanes
}
