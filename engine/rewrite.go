package engine

import (
	"slices"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// AsScenario is the scenario with the open branch's actions written into its
// script: running it gives the same events, but for who did what. What was
// tried by clicking becomes a file. What the scenario expected of its own script
// alone is left out, once more was done.
func (l *Lab) AsScenario() scenario.Scenario {
	sc := l.sc
	if len(l.open.acts) > 0 {
		sc.Expect = nil
	}
	events := l.Events(0)
	var first, others []scenario.Cue
	for _, a := range l.open.acts {
		cue := scenario.Cue{When: triggerOf(events, a), Do: a.action}
		if a.seq == 0 && a.now == 0 { // before what the script itself does at once
			first = append(first, cue)
			continue
		}
		others = append(others, cue)
	}
	sc.Script = slices.Concat(first, sc.Script, others)
	if sc.Until > 0 && len(l.open.acts) > 0 { // what was done after the end is a part of it
		sc.Until = max(sc.Until, time.Duration(l.Head().Now))
	}
	return sc
}

// triggerOf names the moment of an action: right after its event, the n-th of
// its kind on its lane, or a lab time at which nothing else was due.
func triggerOf(events []trace.Event, a act) scenario.Trigger {
	if a.seq == 0 || a.now > events[a.seq-1].At {
		return scenario.Trigger{At: time.Duration(a.now)}
	}
	last := events[a.seq-1]
	t := scenario.Trigger{Lane: last.Lane, Kind: string(last.Body.Kind())}
	for _, e := range events[:a.seq] {
		if e.Lane == t.Lane && string(e.Body.Kind()) == t.Kind {
			t.N++
		}
	}
	return t
}
