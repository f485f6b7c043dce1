package web

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
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
