package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lockviz/lockviz/e2e/browser"
)

// taken is an answer of the page "Which lock?" with three files of code.
const taken = "/which-lock?cost=data&runs=etcd&checks=compares"

var readingPaths = []string{"/glossary", "/comparison", "/beliefs", "/which-lock", taken}

func TestReadingPagesAreAccessibleInEveryTheme(t *testing.T) {
	for _, path := range append(readingPaths, "/which-lock?cost=data") {
		t.Run(path, func(t *testing.T) {
			p := visit(t, 1366, 768, path)
			if path == "/beliefs" {
				answerAll(t, p, "so")
			}
			for _, name := range themes {
				theme(t, p, name)
				axe(t, p)
			}
		})
	}
}

// On a phone as well: nothing but the table and the code scrolls sideways, in
// regions that have a name and take the focus.
func TestReadingPagesAtEverySize(t *testing.T) {
	for _, path := range readingPaths {
		p := visit(t, 1366, 768, path)
		for _, name := range []string{"light", "projector"} {
			theme(t, p, name)
			for _, s := range screens {
				check(t, p.Resize(s.width, s.height))
				noSidewaysScroll(t, p)
				keep(t, p, fmt.Sprintf("%s %s %dx%d", strings.Split(path[1:], "?")[0], name, s.width, s.height))
			}
		}
		check(t, p.Resize(360, 640))
		axe(t, p)
		loose, err := browser.Eval[[]string](p, `[...document.querySelectorAll("main *")].filter((e) =>
			e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowX)
			&& !(e.tabIndex === 0 && e.getAttribute("role") === "region" && (e.ariaLabel || e.getAttribute("aria-labelledby"))))
			.map((e) => e.className)`)
		check(t, err)
		if len(loose) > 0 {
			t.Errorf("%s: these scroll, and cannot be reached by keyboard or have no name: %q", path, loose)
		}
	}
}

// The answers are sent by the form itself; the address that comes of it shows
// the same again.
func TestARecommendationNeedsNoScript(t *testing.T) {
	p := visit(t, 1366, 768, "/which-lock")
	check(t, p.Scripts(false))
	check(t, p.Open(site.URL+"/which-lock"))
	for _, answer := range []string{"cheap", "redis", "cannot"} {
		check(t, p.Click(`input[value="`+answer+`"]`))
	}
	check(t, p.Click(`.ask button`))
	check(t, p.Until("the recommendation", `document.querySelector("#advice-title")?.textContent === "One key in one Redis server"`))
	address, err := browser.Eval[string](p, `location.pathname + location.search + location.hash`)
	check(t, err)
	if address != "/which-lock?cost=cheap&runs=redis&checks=cannot#advice" {
		t.Errorf("the address is %s", address)
	}
}

// Reasons and score need no script either.
func TestBeliefsWithoutAScript(t *testing.T) {
	p := visit(t, 1366, 768, "/beliefs")
	check(t, p.Scripts(false))
	check(t, p.Open(site.URL+"/beliefs"))
	const first = `[data-belief="setnx-then-expire"]`
	wantShown(t, p, first+" .belief__reason", false)
	check(t, p.Click(first+` input[value="so"]`))
	wantShown(t, p, first+" .belief__reason", true)
	wantShown(t, p, first+" .belief__wrong", true)
	wantShown(t, p, first+" .belief__right", false)
	check(t, p.Click(first+` input[value="not-so"]`))
	wantShown(t, p, first+" .belief__wrong", false)
	wantShown(t, p, first+" .belief__right", true)
	wantShown(t, p, "[data-score]", false)
	answerAll(t, p, "so")
	wantShown(t, p, "[data-score]", true)
}

// With the script, answers stay in the browser, the score names what was
// wrong, and one can begin again.
func TestBeliefsAreKeptInTheBrowser(t *testing.T) {
	p := visit(t, 1366, 768, "/beliefs")
	answerAll(t, p, "so")
	want := "6 of 15 right. These were not:"
	for range 2 {
		if got, err := p.Text("[data-score]"); err != nil || got != want {
			t.Errorf("the score is %q, %v; want %q", got, err, want)
		}
		wrong, err := browser.Eval[int](p, `document.querySelectorAll("[data-score-wrong] a").length`)
		check(t, err)
		if wrong != 9 {
			t.Errorf("%d are named as wrong", wrong)
		}
		check(t, p.Do(chromedp.Reload()))
	}
	check(t, p.Click(`button[type="reset"]`))
	check(t, p.Until("a fresh start", `document.querySelectorAll("input:checked").length === 0 && document.activeElement.type === "radio"`))
	wantShown(t, p, "[data-score]", false)
}

// A word of a lesson leads to its entry, and back.
func TestAWordOfALessonLeadsToTheGlossary(t *testing.T) {
	p := visit(t, 1366, 768, lessonPath)
	term, err := browser.Eval[string](p, `new URL(document.querySelector("[data-lesson] a.term").href).hash`)
	check(t, err)
	check(t, p.Do(browser.Script(`document.querySelector("[data-lesson] a.term").click()`)))
	check(t, p.Until("its entry", `location.pathname === "/glossary" && document.querySelector(":target")?.id === `+browser.Quote(term[1:])))
	check(t, p.Do(browser.Script(`document.querySelector(':target a[href="`+lessonPath+`"]').click()`)))
	check(t, p.Until("the lesson", `location.pathname === `+browser.Quote(lessonPath)+` && document.querySelector("[data-link]").dataset.state === "live"`))
}

func answerAll(t testing.TB, p *browser.Page, value string) {
	t.Helper()
	check(t, p.Do(browser.Script(`for (const input of document.querySelectorAll('.belief input[value="`+value+`"]')) input.click()`)))
}

func wantShown(t testing.TB, p *browser.Page, selector string, want bool) {
	t.Helper()
	shown, err := browser.Eval[bool](p, `document.querySelector(`+browser.Quote(selector)+`).getClientRects().length > 0`)
	check(t, err)
	if shown != want {
		t.Errorf("%s: shown %v, want %v", selector, shown, want)
	}
}
