package e2e

import (
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// lessonLab is a lab beside a lesson.
type lessonLab struct{ lab }

func (l lessonLab) open() string { return `[data-step]:not([hidden])` }

// predict picks the right choice, locks it, and checks that it is locked.
func (l lessonLab) predict() { l.t.Helper(); l.predictBy(mouse{l.lab}, `[data-right="true"]`) }

// predictBy picks a choice and locks it with somebody's hands.
func (l lessonLab) predictBy(h hands, choice string) {
	l.t.Helper()
	h.answer(l.open() + ` [data-choice]` + choice)
	l.see("the button that goes on", inside(l.open()+` [data-lock]`))
	h.press(l.open() + ` [data-lock]`)
	l.see("the focus where the button was", `document.activeElement.matches("[data-lock-text]")`)
	l.see("a locked prediction", `document.querySelector("`+l.open()+` [data-predict]").hasAttribute("data-locked")
		&& document.querySelector("`+l.open()+` [data-after]").hidden`)
}

// explained waits until the goals are met, and the answer is open with a reason
// for every choice.
func (l lessonLab) explained() {
	l.t.Helper()
	l.see("all goals met", `[...document.querySelectorAll("`+l.open()+` [data-goal]")].every(g => g.hasAttribute("data-met"))`)
	l.see("the explanation", `!document.querySelector("`+l.open()+` [data-after]").hidden
		&& [...document.querySelectorAll("`+l.open()+` [data-reason]")].every(r => !r.hidden && r.textContent.trim() !== "")`)
	l.see("one's own choice", inside(l.open()+` [data-choice]:has(:checked) label`))
}

// inside says that the element can be seen between the top of the lesson's column
// and the buttons at its foot.
func inside(selector string) string {
	return `(e => e.getBoundingClientRect().top >= document.querySelector(".lesson").getBoundingClientRect().top
		&& e.getBoundingClientRect().bottom <= document.querySelector("[data-lesson-nav]").getBoundingClientRect().top)(document.querySelector('` + selector + `'))`
}

// next goes on to the section whose title begins like this.
func (l lessonLab) next(title string) { l.t.Helper(); l.nextBy(mouse{l.lab}, title) }

func (l lessonLab) nextBy(h hands, title string) {
	l.t.Helper()
	h.press("[data-lesson-next]")
	l.see("the section "+title+", with its title in focus", `(h => h.textContent.startsWith(`+browser.Quote(title)+`) && h === document.activeElement)(document.querySelector("`+l.open()+` h3"))`)
}

// The story of the first lesson, as a participant goes through it.
func TestThePauseNobodySees(t *testing.T) {
	l := lessonLab{openLab(t, 1366, 768, lessonPath)}

	l.next("Take the lock")
	l.predict()
	l.runTo("acquired")
	l.told("A", "believes it holds job:4471 with token 1")
	l.explained()

	l.next("Stop A at the worst moment")
	l.predict()
	l.moveTo(l.step, "A", "has worked for 2s")
	l.onLane("A", `[data-fault="pause"]`)
	l.told("A", "is paused for 15s")
	l.explained()

	l.next("Two believers")
	l.predict()
	l.runTo("acquired")
	l.told("B", "believes it holds job:4471 with token 2")
	l.verdict("two-believers", "violated")
	l.verdict("mutual-exclusion", "holds")
	l.explained()

	l.next("A wakes up")
	l.predict()
	l.runTo("write")
	l.told("store", "write of B with token 2 accepted")
	l.notViolated("stale-write")
	l.runTo("write")
	l.told("store", "write of A with token 1 accepted")
	l.verdict("stale-write", "violated")
	keep(t, l.Page, "lesson stale write")
	l.runTo("end")
	l.told("A", "has finished")
	l.explained()

	l.next("Change one thing")
	l.predict()
	l.branches(1)
	l.moveTo(l.back, "A", "runs again")
	l.notViolated("stale-write")
	l.onLane("store", "[data-fencing]")
	l.branches(2)
	l.runTo("end")
	l.told("store", "write of A with token 1 refused")
	check(t, l.UntilText(`[data-verdict="fenced"]`, "1×"))
	l.verdict("stale-write", "holds")
	l.verdict("two-believers", "violated")
	l.explained()
	noPageScroll(t, l.Page)
	keep(t, l.Page, "lesson fenced")

	// The old branch is still there, and tells what it told.
	l.click(`[data-branch="main"]`)
	l.verdict("stale-write", "violated")
}
