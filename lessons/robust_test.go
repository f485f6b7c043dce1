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
	rapid.Check(t, func(t *rapid.T) {
		_, err := Load(ownFS(scrambled(t, own, string(pause)), ownScenario))
		if err != nil {
			checkLocated(t, err)
		}
	})
}

// scrambled is one of the texts with some pieces of it replaced.
func scrambled(t *rapid.T, texts ...string) string {
	pieces := []string{"", "\n", "  ", "- ", ": ", "&a ", "*a", "<<: *a", "{", "}", "[", "]", "|", ">-", "'", `"`, "```", "```step\n", "---\n", "## ", "<b>", "![](x)", "\x00", "\xff", "!!map ", "? ", "~", "0x1f", "\t", "#"}
	text := rapid.SampledFrom(texts).Draw(t, "text")
	for range rapid.IntRange(1, 3).Draw(t, "changes") {
		if text == "" {
			break
		}
		from := rapid.IntRange(0, len(text)-1).Draw(t, "from")
		to := min(len(text), from+rapid.IntRange(0, 40).Draw(t, "length"))
		text = text[:from] + rapid.SampledFrom(pieces).Draw(t, "piece") + text[to:]
	}
	return text
}

var located = regexp.MustCompile(`^(18-own/lesson|40-own/challenge)\.md:[1-9][0-9]*: `)

func checkLocated(t *rapid.T, err error) {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if !located.MatchString(line) {
			t.Errorf("no file and line in %q of\n%v", line, err)
		}
	}
}
