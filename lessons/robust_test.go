package lessons

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever stands in a lesson.md, loading it gives a lesson, or an error whose
// every line names file and line. It does not panic.
func TestAnyLessonMD(t *testing.T) {
	pause, err := fs.ReadFile(FS, "09-the-pause-nobody-sees/lesson.md")
	if err != nil {
		t.Fatal(err)
	}
	pieces := []string{"", "\n", "  ", "- ", ": ", "&a ", "*a", "<<: *a", "{", "}", "[", "]", "|", ">-", "'", `"`, "```", "```step\n", "---\n", "## ", "<b>", "![](x)", "\x00", "\xff", "!!map ", "? ", "~", "0x1f", "\t", "#"}
	rapid.Check(t, func(t *rapid.T) {
		lesson := []byte(rapid.SampledFrom([]string{own, string(pause)}).Draw(t, "lesson"))
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			from := rapid.IntRange(0, len(lesson)-1).Draw(t, "from")
			to := min(len(lesson), from+rapid.IntRange(0, 40).Draw(t, "length"))
			piece := rapid.SampledFrom(pieces).Draw(t, "piece")
			lesson = append(append(append([]byte{}, lesson[:from]...), piece...), lesson[to:]...)
			if len(lesson) == 0 {
				return
			}
		}
		_, err := Load(ownFS(string(lesson), ownScenario))
		if err != nil {
			checkLocated(t, err)
		}
	})
}

var located = regexp.MustCompile(`^18-own/lesson\.md:[1-9][0-9]*: `)

func checkLocated(t *rapid.T, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if !located.MatchString(line) {
			t.Errorf("no file and line in %q of\n%v", line, err)
		}
	}
}
