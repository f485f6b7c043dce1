package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lockviz/lockviz/e2e/browser"
)

// first is the first page, as somebody sees who has come some way.
type first struct{ lab }

func openFirst(t testing.TB) first { return first{lab{t, visit(t, 1366, 768, homePath)}} }

// says waits until a lesson of the course says how far one has come.
func (f first) says(slug, text string) {
	f.t.Helper()
	check(f.t, f.UntilText(`[data-progress="`+slug+`"] [data-progress-text]`, text))
}

// open puts a file into the progress that is here.
func (f first) open(text string) {
	f.t.Helper()
	name := filepath.Join(f.t.TempDir(), "progress.json")
	check(f.t, os.WriteFile(name, []byte(text), 0o600))
	check(f.t, f.Do(chromedp.SetUploadFiles(chromedp.CSS("[data-backups-file]"), []string{name})))
}

// saved presses Download, and returns what the file would have.
func (f first) saved() string {
	f.t.Helper()
	check(f.t, f.Do(browser.Script(`const make = URL.createObjectURL;
		URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return make.call(URL, blob); };
		addEventListener("click", event => event.target.download && event.preventDefault(), true);`)))
	f.click("[data-backups-save]")
	f.see("a file", `typeof window.saved === "string"`)
	text, err := browser.Eval[string](f.Page, `window.saved`)
	check(f.t, err)
	return text
}

const slug = "the-pause-nobody-sees"

// Progress goes from a lesson to the first page, into a file, and into another
// browser beside what is there.
func TestProgressIsTakenAlong(t *testing.T) {
	l := lessonLab{openLab(t, 1366, 768, lessonPath)}
	l.next("Take the lock")
	l.predict()
	l.runTo("acquired")
	l.explained()
	l.next("Stop A at the worst moment")
	check(t, l.Open(site.URL+homePath))
	mine := first{l.lab}
	mine.says(slug, "Step 2 of 6")
	check(t, mine.UntilText("[data-continue]", "Continue: Lesson 9, The pause nobody sees, step 2 of 6"))
	check(t, mine.UntilText("[data-tally]", "0 of "))
	file := mine.saved()
	mine.says(slug, "Step 2 of 6")

	other := openFirst(t)
	check(t, other.UntilText("[data-continue]", "Begin with Lesson"))
	other.open(`{"lockviz": "progress", "version": 1, "challenges": {"two-writers": {"tried": true, "solved": true, "best": 4}}}`)
	check(t, other.UntilText("[data-backups-say]", "Nothing was lost."))
	check(t, other.UntilText(`[data-challenge-card="two-writers"]`, "Solved with 4 actions"))
	other.open(file)
	other.says(slug, "Step 2 of 6")
	check(t, other.UntilText(`[data-challenge-card="two-writers"]`, "Solved with 4 actions"))
	keep(t, other.Page, "home under way")
	axe(t, other.Page)
	check(t, other.Open(site.URL+"/challenges"))
	check(t, other.UntilText(`[data-challenge-card="two-writers"]`, "Solved with 4 actions"))
	check(t, other.Open(site.URL+homePath))

	for text, want := range map[string]string{
		"hello":                                "progress.json: This file is not JSON. A file with progress comes from the button Download. Nothing has changed.",
		`{"lockviz":"progress","version":9}`:   "A later lockviz wrote this file",
		strings.Replace(file, "true", "[]", 1): "is not true or false. Nothing has changed.",
	} {
		other.open(text)
		check(t, other.UntilText("[data-backups-say]", want))
	}
	other.says(slug, "Step 2 of 6")

	// Forgetting takes two clicks in a row, and leaves settings alone.
	theme(t, other.Page, "dark")
	other.click("[data-backups-forget]")
	check(t, other.UntilText("[data-backups-forget]", "click once more"))
	other.click("#main h1")
	check(t, other.UntilText("[data-backups-say]", "Nothing was forgotten."))
	other.click("[data-backups-forget]")
	other.click("[data-backups-forget]")
	check(t, other.UntilText("[data-backups-say]", "All progress is forgotten."))
	other.says(slug, "6 steps")
	left, err := browser.Eval[string](other.Page, `Object.keys(localStorage).join(" ")`)
	check(t, err)
	if left = strings.ReplaceAll(left, "lockviz.tour", ""); strings.TrimSpace(left) != "lockviz.theme" {
		t.Errorf("the browser still keeps %s", left)
	}
}

// elsewhere has another document of this browser keep an answer to the step that is open.
func (l lessonLab) elsewhere(choice int) {
	l.t.Helper()
	check(l.t, l.Do(browser.Script(fmt.Sprintf(`const key = "lockviz.lesson.%s";
		const all = JSON.parse(localStorage.getItem(key)), id = document.querySelector("%s").dataset.step;
		const other = document.body.appendChild(document.createElement("iframe")).contentWindow;
		other.localStorage.setItem(key, JSON.stringify({at: 0, steps: {...all.steps, [id]: {choice: %d, locked: true}}}));`, slug, l.open(), choice))))
}

// Two tabs of a lesson take nothing from each other; an answer that is none of the
// choices, as of a lesson that was edited, is asked for again.
func TestTwoTabsOfOneLesson(t *testing.T) {
	l := lessonLab{openLab(t, 1366, 768, lessonPath)}
	l.next("Take the lock")
	const locked = `document.querySelector("[data-step]:not([hidden]) [data-predict][data-locked]") !== null`
	l.elsewhere(1)
	l.see("the answer of the other tab", locked)
	l.elsewhere(99)
	l.see("the question again", "!("+locked+")")
	l.predict()
	l.runTo("acquired")
	l.explained()
	l.elsewhere(0)
	l.see("the answer of the other tab", `document.querySelector("[data-step]:not([hidden]) [data-choice] input").checked`)
	l.next("Stop A at the worst moment")
	kept, err := browser.Eval[int](l.Page, fmt.Sprintf(`JSON.parse(localStorage.getItem("lockviz.lesson.%s")).steps["take-the-lock"].choice`, slug))
	check(t, err)
	if kept != 0 {
		t.Errorf("choice %d is kept, not that of the other tab", kept)
	}
}

// A browser that keeps nothing is told so once, and can do everything else.
func TestABrowserThatKeepsNothing(t *testing.T) {
	f := openFirst(t)
	check(t, f.Before(`Object.defineProperty(window, "localStorage", {get() { throw new DOMException("denied", "SecurityError"); }});`))
	check(t, f.Open(site.URL+homePath))
	check(t, f.UntilText("[data-backups-say]", "This browser keeps nothing for this site"))
	axe(t, f.Page)
	check(t, f.Open(site.URL+lessonPath))
	f.live()
	l := lessonLab{f.lab}
	l.next("Take the lock")
	check(t, l.UntilText("[data-notice-text]", "This browser keeps nothing for this site"))
	l.click("[data-notice-close]")
	l.predict()
	l.runTo("acquired")
	l.explained()
	l.see("no second notice", `document.querySelector("[data-notice]").hidden`)

	s := sandbox{l.lab}
	check(t, s.Open(site.URL+sandboxPath))
	s.live()
	s.says("The lab runs this scenario.")
	s.write(`[data-path="title"]`, "Mine")
	s.text("title: Mine")
}
