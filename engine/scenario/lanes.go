package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/trace"
)

// Lane is one row of the figure.
type Lane struct {
	Name  string
	Group trace.Group // Clients, Servers or Resource
}

// Lanes lists the rows of the figure from top to bottom: the clients in file
// order, the servers, the store.
func (s Scenario) Lanes() []Lane {
	var lanes []Lane
	for _, c := range s.Clients {
		lanes = append(lanes, Lane{c.Name, trace.Clients})
	}
	for _, name := range s.Servers() {
		lanes = append(lanes, Lane{name, trace.Servers})
	}
	return append(lanes, Lane{StoreLane, trace.Resource})
}

// Servers names the servers behind the lock. A mutex has none.
func (s Scenario) Servers() []string {
	switch s.Lock.Kind {
	case Redis:
		return numbered("redis", 1)
	case RedisReplica:
		return numbered("redis", 2)
	case Redlock:
		return numbered("redis", s.Lock.Nodes)
	case Etcd:
		return numbered("etcd", 1)
	case ZooKeeper:
		return numbered("zookeeper", 1)
	}
	return nil
}

func numbered(name string, n int) (names []string) {
	for i := 1; i <= n; i++ {
		names = append(names, name+"-"+strconv.Itoa(i))
	}
	return names
}

// CheckAction says whether the action's lanes exist in this scenario and are
// of the right sort, and if not, which are.
func (s Scenario) CheckAction(a Action) error {
	v, ok := verbNamed(string(a.Verb))
	if !ok {
		return errors.New(unknown("action", string(a.Verb), "", verbNames()))
	}
	if err := s.checkTarget(v, a); err != nil {
		return fmt.Errorf("%s: %w", a.Verb, err)
	}
	return nil
}

func (s Scenario) checkTarget(v verb, a Action) error {
	switch v.target {
	case oneClient:
		return s.expect(a.Lane, trace.Clients)
	case oneServer:
		return s.expect(a.Lane, trace.Servers)
	case clientOrServer:
		return s.checkProcess(a)
	case cable:
		return s.checkCable(a)
	case direction:
		return s.checkDirection(a)
	case replicaOnly:
		if s.Lock.Kind != RedisReplica {
			return fmt.Errorf("a lock of kind %s has no replica to promote; only %s has", s.Lock.Kind, RedisReplica)
		}
	}
	return nil
}

func (s Scenario) checkProcess(a Action) error {
	if err := s.expect(a.Lane, trace.Clients, trace.Servers); err != nil {
		return err
	}
	if group, _ := s.group(a.Lane); a.Verb == Crash && a.Mode != "" && group != trace.Servers {
		return fmt.Errorf("%s is a client and keeps no data; only a server loses data: %s", a.Lane, s.named(trace.Servers))
	}
	return nil
}

func (s Scenario) checkCable(a Action) error {
	if a.Lane == "" { // every cable
		return nil
	}
	if err := s.expect(a.Lane, trace.Clients); err != nil {
		return err
	}
	return s.expect(a.To, trace.Servers, trace.Resource)
}

// checkDirection: one end is a client, the other a server or the store; or both
// are servers, and the first copies to the second.
func (s Scenario) checkDirection(a Action) error {
	from, _ := s.group(a.Lane)
	to, _ := s.group(a.To)
	if s.Lock.Kind == RedisReplica && from == trace.Servers && to == trace.Servers && a.Lane != a.To {
		return nil
	}
	client, other := a.Lane, a.To
	if group, _ := s.group(a.Lane); group == trace.Servers || group == trace.Resource {
		client, other = a.To, a.Lane
	}
	if err := s.expect(client, trace.Clients); err != nil {
		return err
	}
	return s.expect(other, trace.Servers, trace.Resource)
}

// expect says whether the lane exists and belongs to one of the groups.
func (s Scenario) expect(name string, groups ...trace.Group) error {
	group, ok := s.group(name)
	if !ok {
		near := ""
		if n, ok := nearest(name, s.names(groups...)); ok && !reservedRE.MatchString(name) {
			near = fmt.Sprintf("did you mean %s? ", n)
		}
		return fmt.Errorf("there is no lane %s; %sallowed: %s", quote(name), near, s.named(groups...))
	}
	for _, g := range groups {
		if g == group {
			return nil
		}
	}
	return fmt.Errorf("%s is %s; allowed: %s", name, called(group), s.named(groups...))
}

func (s Scenario) group(name string) (trace.Group, bool) {
	for _, l := range s.Lanes() {
		if l.Name == name {
			return l.Group, true
		}
	}
	return "", false
}

func (s Scenario) names(groups ...trace.Group) (names []string) {
	for _, l := range s.Lanes() {
		for _, g := range groups {
			if l.Group == g {
				names = append(names, l.Name)
			}
		}
	}
	return names
}

// named lists the lanes of the groups: "the clients A and B; the server redis-1".
func (s Scenario) named(groups ...trace.Group) string {
	var parts []string
	for _, g := range groups {
		names := s.names(g)
		switch {
		case g == trace.Resource:
			parts = append(parts, "the "+StoreLane)
		case len(names) == 1:
			parts = append(parts, fmt.Sprintf("the %s %s", g, names[0]))
		case len(names) > 1:
			parts = append(parts, fmt.Sprintf("the %ss %s", g, list(names, "and")))
		}
	}
	return strings.Join(parts, "; ")
}

func called(group trace.Group) string {
	if group == trace.Resource {
		return "the protected resource"
	}
	return "a " + string(group)
}

// CheckTrigger says whether the event can happen on the lane, and if not,
// which events can.
func (s Scenario) CheckTrigger(t Trigger) error {
	if t.Lane == "" {
		return nil
	}
	group, ok := s.group(t.Lane)
	if t.Lane == LabLane {
		group, ok = trace.AnyLane, true
	}
	if !ok {
		return s.expect(t.Lane, trace.Clients, trace.Servers, trace.Resource)
	}
	decl, ok := trace.Known(trace.Kind(t.Kind))
	if !ok {
		return errors.New(unknown("event", t.Kind, "", kindsOn(group)))
	}
	if !happensOn(decl, group) {
		return fmt.Errorf("%s %s, not on %s; allowed there: %s", t.Kind, happens(decl.Group), t.Lane, list(kindsOn(group), "or"))
	}
	return nil
}

func happens(group trace.Group) string {
	switch group {
	case trace.AnyLane:
		return "happens on every other lane"
	case trace.Resource:
		return "happens on the " + StoreLane
	}
	return "happens on a " + string(group)
}
