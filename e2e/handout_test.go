package e2e

import (
	"path"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// paper is the width of an A4 page between margins of 15 mm, in CSS pixels.
const paper = 680

// Each lesson's handout fits on A4: nothing is cut off at the right.
func TestHandoutsFitOnPaper(t *testing.T) {
	p := visit(t, 1366, 768, homePath)
	lessons, err := browser.Eval[[]string](p, `[...new Set([...document.querySelectorAll('a[href^="/lessons/"]')].map(a => a.pathname))].filter(path => path.split("/").length === 3)`)
	check(t, err)
	if len(lessons) < 10 {
		t.Fatalf("the first page leads to %q", lessons)
	}
	check(t, p.Resize(paper, 960))
	check(t, p.Paper())
	for _, lesson := range lessons {
		check(t, p.Open(site.URL+"/handouts/"+path.Base(lesson)))
		cut, err := browser.Eval[[]string](p, `[...document.querySelectorAll("main *")]
			.filter(e => e.getClientRects().length && getComputedStyle(e).position !== "absolute" && e.getBoundingClientRect().right > innerWidth + 1)
			.map(e => e.tagName + ": " + e.textContent.slice(0, 60))`)
		check(t, err)
		if len(cut) > 0 {
			t.Errorf("%s: %d elements are cut off: %q", lesson, len(cut), cut)
		}
	}
}

func TestAHandoutIsAccessibleInEveryTheme(t *testing.T) {
	p := visit(t, 1366, 768, "/handouts/the-pause-nobody-sees")
	for _, name := range themes {
		theme(t, p, name)
		axe(t, p)
	}
	check(t, p.Resize(360, 640))
	noSidewaysScroll(t, p)
}
