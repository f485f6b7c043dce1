package views

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The markup of the pages to read, below their common head, as files: what
// changes in them is read.
func TestReadingPagesKeepTheirMarkup(t *testing.T) {
	for name, c := range readingPages() {
		path := filepath.Join("testdata", name+".html")
		got := pretty(render(t, c))
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s has changed; if that is meant, run go test ./views -update and read the diff. Got:\n%s", path, got)
		}
	}
}

var blockStart = regexp.MustCompile(`<(?:/?(?:html|head|body|header|main|section|nav|ul|form|fieldset|table|thead|tbody|dl|figure|article|details)|title|meta|link|script|h[1-6]|p|li|tr|th|td|div|legend|label|pre|figcaption|dt|dd|summary)[ >]`)

// pretty is a page's main part with each block on a line of its own, so that a
// diff shows what changed.
func pretty(html string) string {
	_, html, _ = strings.Cut(html, "</header>")
	html, _, _ = strings.Cut(html, "</body>")
	return strings.TrimPrefix(blockStart.ReplaceAllString(html, "\n$0"), "\n") + "\n"
}

func readingPages() map[string]templ.Component {
	lab := Link{Href: "/base/scenarios/pause", Kind: "Scenario", Text: "The pause nobody sees"}
	source := Origin{Text: "Kleppmann 2016", Href: "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html"}
	return map[string]templ.Component{
		"glossary": Glossary(GlossaryPage{Page: page, Terms: []Term{
			{ID: "fencing-token", Term: "fencing token", Means: "A number that <em>rises</em>.", Source: &source, Shows: []Link{lab},
				Lessons: []Link{{Href: "/base/lessons/the-pause", Kind: "Lesson 9", Text: "The pause"}}},
			{ID: "orphan", Term: "orphan", Means: "A lock without a client."},
		}}),
		"comparison": Comparison(ComparisonPage{Page: page, Choice: "/base/which-lock", Columns: []string{"What holds it"}, Rows: []ComparisonRow{
			{ID: "redis", Name: "Redis", Here: true, Cells: []HTML{"A <code>key</code>."}, Shows: []Link{lab}, Sources: []Origin{source}},
			{ID: "chubby", Name: "Chubby", Cells: []HTML{"A file."}, Sources: []Origin{source}},
		}}),
		"beliefs":          Beliefs(BeliefsPage{Page: page, Beliefs: storyBeliefs}),
		"which-lock":       WhichLock(whichLock(nil)),
		"which-lock-taken": WhichLock(whichLock(&storyAdvice)),
	}
}

func whichLock(advice *Advice) WhichLockPage {
	m := WhichLockPage{Page: page, Action: "/base/which-lock", Comparison: "/base/comparison", Questions: storyQuestions, Advice: advice,
		All: []Link{{Href: "/base/which-lock?cost=data#advice", Text: "One key in one Redis server"}}}
	m.Open = advice == nil
	return m
}
