package rehearse

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lockviz/lockviz/lessons"
)

const guide = "../../docs/writing-lessons.md"

// The lesson that docs/writing-lessons.md builds up is a lesson, and comes out
// as it says.
func TestGuide(t *testing.T) {
	raw, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	const dir = "18-the-release-too-many"
	lesson := fenced(t, string(raw), "````markdown lesson\n", "````\n")
	fsys := fstest.MapFS{
		dir + "/lesson.md":     {Data: []byte(lesson)},
		dir + "/scenario.yaml": {Data: []byte(fenced(t, string(raw), "```yaml scenario\n", "```\n"))},
	}
	course, err := lessons.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if err := Lesson(course[0]); err != nil {
		t.Error(err)
	}

	hints, _, _ := strings.Cut(lesson[strings.Index(lesson, "hints:"):], "solution:")
	fsys[dir+"/lesson.md"].Data = []byte(strings.Replace(lesson, hints, "", 1))
	_, err = lessons.Load(fsys)
	if err == nil || !strings.Contains(string(raw), "my-lessons/"+err.Error()) {
		t.Errorf("the guide shows another message than\n%v", err)
	}
}

// So is the challenge.
func TestGuideChallenge(t *testing.T) {
	raw, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	const dir = "40-the-release-too-many"
	all, err := lessons.LoadChallenges(fstest.MapFS{
		dir + "/challenge.md":  {Data: []byte(fenced(t, string(raw), "````markdown challenge\n", "````\n"))},
		dir + "/scenario.yaml": {Data: []byte(fenced(t, string(raw), "```yaml challenge scenario\n", "```\n"))},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := Challenge(all[0]); err != nil {
		t.Error(err)
	}
}

// fenced is what stands between two lines.
func fenced(t *testing.T, text, open, end string) string {
	t.Helper()
	_, text, found := strings.Cut(text, "\n"+open)
	text, _, closed := strings.Cut(text, "\n"+end)
	if !found || !closed {
		t.Fatalf("%s has no %q", guide, open)
	}
	return text + "\n"
}
