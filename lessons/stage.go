package lessons

import (
	"slices"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// verdicts are those that a goal can ask for; true: the verdict counts.
func verdicts() (names []string, counts map[string]bool) {
	counts = map[string]bool{}
	for _, v := range scenario.Verdicts {
		if v.Served {
			names = append(names, v.Name)
			counts[v.Name] = v.Counts
		}
	}
	return names, counts
}

// stage is the lanes of a lesson's lab, top to bottom.
type stage struct {
	sc    scenario.Scenario
	lanes []string
	group map[string]trace.Group
}

func newStage(sc scenario.Scenario) *stage {
	s := &stage{sc: sc, group: map[string]trace.Group{}}
	for _, lane := range append(sc.Lanes(), scenario.Lane{Name: scenario.LabLane, Group: trace.AnyLane}) {
		s.lanes = append(s.lanes, lane.Name)
		s.group[lane.Name] = lane.Group
	}
	return s
}

// checkSight reports an event that can never happen in the lesson's lab.
func (r stepReader) checkSight(line int, s Sight) {
	decl, known := trace.Known(s.Kind)
	if !known {
		r.add(line, "there is no kind of event %q; allowed: %s", s.Kind, strings.Join(kinds(), ", "))
		return
	}
	if r.stage == nil {
		return
	}
	group, onStage := r.stage.group[s.Lane]
	switch {
	case !onStage:
		r.add(line, "there is no lane %q in the scenario; allowed: %s", s.Lane, strings.Join(r.stage.lanes, ", "))
	case decl.Group != trace.AnyLane && decl.Group != group:
		r.add(line, "%s happens on %s lanes only; allowed here: %s", s.Kind, decl.Group, strings.Join(r.stage.in(decl.Group), ", "))
	}
}

func (s *stage) in(group trace.Group) []string {
	return slices.DeleteFunc(slices.Clone(s.lanes), func(lane string) bool { return s.group[lane] != group })
}

func kinds() []string {
	var names []string
	for _, d := range trace.Registry {
		names = append(names, string(d.Kind))
	}
	return names
}
