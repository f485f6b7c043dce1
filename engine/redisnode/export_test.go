package redisnode

import "slices"

// Repeatable lists what may come from outside, but for scripts.
func Repeatable() []string {
	var all []string
	for name := range repeatable {
		all = append(all, name)
	}
	all = append(all, "APPEND", "KEYS", "SCAN", "XREAD")
	slices.Sort(all)
	return all
}
