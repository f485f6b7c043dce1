package web

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lockviz/lockviz/engine/scenario"
)

const sample = "package lock\n\n// Take <it>.\nfunc take() string {\n\treturn `a\nb & \"c\"`\n}\n"

// The code panel numbers its lines from 1, as events do.
func TestHighlightKeepsEveryLine(t *testing.T) {
	got, err := highlight(fstest.MapFS{"a.go": {Data: []byte(sample)}}, []string{"a.go"})
	if err != nil {
		t.Fatal(err)
	}
	tags := regexp.MustCompile(`</?span[^>]*>`)
	want := strings.Split(strings.TrimSuffix(sample, "\n"), "\n")
	if len(got[0].Lines) != len(want) {
		t.Fatalf("%d lines, want %d: %q", len(got[0].Lines), len(want), got[0].Lines)
	}
	for i, line := range got[0].Lines {
		if text := html.UnescapeString(tags.ReplaceAllString(line, "")); text != want[i] {
			t.Errorf("line %d is %q, want %q", i+1, text, want[i])
		}
		if strings.Count(line, "<span") != strings.Count(line, "</span>") {
			t.Errorf("line %d does not close what it opens: %s", i+1, line)
		}
	}
	if !strings.Contains(got[0].Lines[3], `<span class="kd">func</span>`) || strings.Contains(got[0].Lines[2], "<it>") {
		t.Errorf("%q", got[0].Lines)
	}
}

// A lab shows the code of its own kind of lock, with the lines that a mistake
// changes.
func TestTheCodeIsTheLocksOwn(t *testing.T) {
	for kind, want := range map[scenario.LockKind][]string{
		scenario.Redis:        {"redis.go", "keys.go", "steps.go"},
		scenario.RedisReplica: {"redis.go", "keys.go", "steps.go"},
		scenario.Redlock:      {"redlock.go", "keys.go", "steps.go"},
	} {
		var files []string
		marked := map[string]bool{}
		for _, source := range sources[kind]() {
			files = append(files, source.File)
			for line, mistake := range source.Mistakes {
				marked[mistake] = true
				if !strings.Contains(source.Lines[line-1], "mistake "+mistake) {
					t.Errorf("%s:%d is marked for %s: %s", source.File, line, mistake, source.Lines[line-1])
				}
			}
		}
		if !slices.Equal(files, want) {
			t.Errorf("%s shows %v, want %v", kind, files, want)
		}
		for _, m := range scenario.MistakesOf(kind) {
			if !marked[string(m.Mistake)] {
				t.Errorf("%s: no line is marked for %s", kind, m.Mistake)
			}
		}
	}
}
