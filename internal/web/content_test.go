package web

import "testing"

// A page is told what is wrong in its own directory, and in no other that is named
// alike or stands above it.
func TestWhatIsWrongIsToldWhereItIs(t *testing.T) {
	for line, want := range map[string]bool{
		"lessons/90-own/lesson.md:3: broken":           true,
		"/srv/a/9-own/scenario.yaml:1:2: broken":       true,
		`lessons\90-own\lesson.md:3: broken`:           true,
		"challenges/091-own/challenge.md:1: broken":    true,
		"lessons/91-my-own/lesson.md:3: broken":        false,
		"lessons/91-own-too/lesson.md:3: broken":       false,
		"/srv/90-own/lessons/91-other/lesson.md:3: no": false,
		"lessons: open /srv/90-own: no such directory": false,
	} {
		c := content{wrong: []string{line}}
		if got := len(c.wrongWith("own")) == 1; got != want {
			t.Errorf("%s: told %v, want %v", line, got, want)
		}
	}
}
