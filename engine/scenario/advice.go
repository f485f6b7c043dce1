package scenario

import "fmt"

// Advice is what is allowed but better otherwise, in plain sentences. It is no
// error: a scenario may want to show just that.
func (s Scenario) Advice() []string {
	var advice []string
	if n := s.Lock.Nodes; s.Lock.Kind == Redlock && n%2 == 0 {
		advice = append(advice, fmt.Sprintf(
			"%d nodes need %d votes and survive %d down, no more than %d: an odd number is better.",
			n, n/2+1, n-(n/2+1), n-1))
	}
	if s.Lock.Kind == Redlock && s.Lock.Timeout*10 > s.Lock.TTL {
		advice = append(advice, fmt.Sprintf(
			"A timeout of %s for each node is long beside a TTL of %s: a node that is down costs much of the lock's time.",
			s.Lock.Timeout, s.Lock.TTL))
	}
	return advice
}
