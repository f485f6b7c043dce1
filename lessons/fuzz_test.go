package lessons

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// FuzzLoad: no lesson panics. What is refused names a file of the lesson and a line
// in it; what is taken renders as prose, and as nothing that a browser would run.
func FuzzLoad(f *testing.F) {
	f.Add(own, ownScenario)
	for _, c := range slices.Concat(proseCases, stepCases) {
		f.Add(strings.Replace(own, c.old, c.new, 1), ownScenario)
	}
	for _, hostile := range hostileProse {
		f.Add(strings.Replace(own, "Prose.", hostile, 1), ownScenario)
		f.Add(strings.Replace(own, "A's bar.", hostile, 1), ownScenario)
	}
	f.Fuzz(func(t *testing.T, lesson, scenario string) {
		all, err := Load(ownFS(lesson, scenario))
		if err != nil {
			wantPlaces(t, err, map[string]string{"lesson.md": lesson, "scenario.yaml": scenario})
			return
		}
		for _, l := range all {
			wantProse(t, l)
		}
	})
}

// FuzzLoadChallenges is FuzzLoad for challenges.
func FuzzLoadChallenges(f *testing.F) {
	for own, cases := range map[string][]problemCase{ownBreak: breakCases, ownRepair: repairCases} {
		f.Add(own)
		for _, c := range cases {
			f.Add(strings.Replace(own, c.old, c.new, 1))
		}
		for _, hostile := range hostileProse {
			f.Add(strings.Replace(own, "It compares.", hostile, 1))
			f.Add(strings.Replace(own, "What is to be done.", hostile, 1))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := LoadChallenges(challengeFS(text))
		if err != nil {
			wantPlaces(t, err, map[string]string{"challenge.md": text, "scenario.yaml": challengeScenario})
			return
		}
		c := all[0]
		pieces := append([]HTML{c.Intro, c.Explain}, c.Hints...)
		for _, o := range c.Options {
			pieces = append(pieces, o.Say, o.Why)
		}
		for _, piece := range pieces {
			wantInert(t, string(piece))
		}
	})
}

// hostileProse is Markdown that would run in a reader's browser if it came out as it
// is written.
var hostileProse = []string{
	"<script>alert(1)</script>",
	"<img src=x onerror=alert(1)>",
	"<svg/onload=alert(1)>",
	"[x](javascript:alert(1))",
	"[x](JaVaScRiPt:alert(1))",
	"[x](java\tscript:alert(1))",
	"[x](&#106;avascript:alert(1))",
	"[x](<javascript:alert(1)>)",
	"[x](data:text/html,<script>alert(1)</script>)",
	"[x](vbscript:x)",
	"<javascript:alert(1)>",
	"<data:text/html,alert(1)>",
	"[x][1]\n\n[1]: javascript:alert(1)",
	"![x](javascript:alert(1))",
	"[x](https://example.org \"\\\" onmouseover=alert(1) x=\\\"\")",
	"```html\" onload=\"alert(1)\n<b>\n```",
	"| a |\n|---|\n| <b onclick=alert(1)> |",
	"<!-- --!><script>alert(1)</script>",
	"`<script>alert(1)</script>`",
	"\\<script>alert(1)\\</script>",
}

// Hostile Markdown is refused, with its line, or comes out as text.
func TestHostileProse(t *testing.T) {
	for _, hostile := range hostileProse {
		for _, place := range []string{"Prose.", "A's bar.", "It is alone."} {
			lesson := strings.Replace(own, place, strings.ReplaceAll(hostile, "\n", "\n      "), 1)
			all, err := Load(ownFS(lesson, ownScenario))
			if err != nil {
				wantPlaces(t, err, map[string]string{"lesson.md": lesson, "scenario.yaml": ownScenario})
				continue
			}
			wantProse(t, all[0])
		}
	}
}

// wantPlaces wants every error to begin with a file of the lesson and a line in it.
func wantPlaces(t *testing.T, err error, files map[string]string) {
	t.Helper()
	var several interface{ Unwrap() []error }
	if errors.As(err, &several) {
		for _, one := range several.Unwrap() {
			wantPlaces(t, one, files)
		}
		return
	}
	place, line := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "18-own/"), "40-own/"), 0
	name, rest, _ := strings.Cut(place, ":")
	text, known := files[name]
	text = lineEnds.Replace(text)
	if _, scanErr := fmt.Sscanf(rest, "%d:", &line); scanErr != nil || !known || line < 1 || line > strings.Count(text, "\n")+2 {
		t.Errorf("%q does not name a place in the lesson", err)
	}
}

// markup are the elements that prose is made of, and the attributes of each.
var markup = map[string][]string{
	"p": nil, "em": nil, "strong": nil, "code": {"class"}, "pre": nil, "blockquote": nil, "hr": nil, "br": nil,
	"ul": nil, "ol": {"start"}, "li": nil, "a": {"href", "title"}, "h3": {"id"}, "h4": {"id"}, "h5": {"id"}, "h6": {"id"},
	"table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"style", "align"}, "td": {"style", "align"},
}

func wantProse(t *testing.T, l Lesson) {
	t.Helper()
	for _, piece := range pieces(l) {
		wantInert(t, string(piece))
	}
}

// pieces is all HTML of a lesson.
func pieces(l Lesson) []HTML {
	all := []HTML{l.Intro, l.Notes}
	for _, s := range l.Sections {
		all = append(all, s.Prose)
		if s.Step == nil {
			continue
		}
		all = append(append(all, s.Step.Predict.Ask, s.Step.Run, s.Step.Observe, s.Step.Explain), s.Step.Hints...)
		for _, c := range s.Step.Predict.Choices {
			all = append(all, c.Say, c.Why)
		}
	}
	return all
}

// wantInert wants nothing in a piece of HTML but the markup of prose.
func wantInert(t *testing.T, piece string) {
	t.Helper()
	tokens := html.NewTokenizer(bytes.NewReader([]byte(piece)))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return
		case html.CommentToken:
			if raw := string(tokens.Raw()); raw != "<!-- raw HTML omitted -->" {
				t.Errorf("a comment %q in %s", raw, piece)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			wantInertTag(t, tokens.Token(), piece)
		}
	}
}

func wantInertTag(t *testing.T, tag html.Token, piece string) {
	t.Helper()
	may, known := markup[tag.Data]
	if !known {
		t.Errorf("an element %s in %s", tag, piece)
	}
	for _, a := range tag.Attr {
		scheme, _, absolute := strings.Cut(a.Val, ":")
		switch {
		case !slices.Contains(may, a.Key):
			t.Errorf("an attribute %s in %s", a.Key, piece)
		case a.Key == "href" && a.Val == "":
			t.Errorf("a link to nowhere in %s", piece)
		case a.Key == "href" && absolute && !slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(scheme)) && !strings.ContainsAny(scheme, "/#?"):
			t.Errorf("a link to %s in %s", a.Val, piece)
		case a.Key == "style" && !strings.HasPrefix(a.Val, "text-align:"):
			t.Errorf("a style %s in %s", a.Val, piece)
		}
	}
}
