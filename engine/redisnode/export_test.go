package redisnode

import "slices"

// Repeatable lists what may come from outside, but for scripts.
func Repeatable() []string {
	var all []string
	for name := range repeatable {
		all = append(all, name)
	}
	all = append(all, "APPEND", "KEYS", "SCAN", "SRANDMEMBER", "XREAD")
	slices.Sort(all)
	return all
}

// Memory is what Admit counts.
func (n *Node) Memory() (used, longest int) { return n.memory() }

// ScriptsBetween is after how many scripts the process forgets what it compiled.
const ScriptsBetween = scriptsBetween

// Compiled is how many scripts miniredis keeps compiled.
func Compiled() (n int) {
	parsedScripts.Range(func(any, any) bool { n++; return true })
	return n
}

// Connections is how many the lab's clients have.
func (n *Node) Connections() int { return len(n.conns) }
