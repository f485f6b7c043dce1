package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/lessons/rehearse"
)

// Every lesson can be gone through by clicking, from the first page and back to it:
// what a solution does, the page has something to press for.
func TestEveryLessonByMouse(t *testing.T) {
	for _, l := range course(t) {
		t.Run(l.Slug, func(t *testing.T) {
			p := begin(t, l, func(l lab) hands { return mouse{l} })
			p.namesWhatIsThere()
			p.goThrough()
			p.end()
			for _, line := range p.typed {
				if !strings.HasPrefix(line, "advance ") { // a length of time has to be written anyway
					t.Errorf("nothing on the page stands for %s", line)
				}
			}
		})
	}
}

// And without a mouse.
func TestALessonByKeyboard(t *testing.T) {
	for _, l := range course(t) {
		if l.Slug != "redlock-five-steps" {
			continue // to save time: the others can be gone through like this as well
		}
		t.Run(l.Slug, func(t *testing.T) {
			p := begin(t, l, func(l lab) hands { return keys{l} })
			p.goThrough()
			p.end()
			p.see("no mouse", `sessionStorage.getItem("mouse") === null`)
		})
	}
}

func course(t testing.TB) []lessons.Lesson {
	t.Helper()
	all, err := lessons.Load(lessons.FS)
	check(t, err)
	return all
}

// begin opens a lesson from the first page. The page notes when a mouse is used.
func begin(t testing.TB, l lessons.Lesson, handsOn func(lab) hands) *player {
	t.Helper()
	page := lab{t, tab(t, 1366, 768)}
	check(t, page.Before(toured+`addEventListener("pointerdown", () => sessionStorage.setItem("mouse", "used"), true);`))
	check(t, page.Open(site.URL+homePath))
	known, err := rehearse.Begin(l)
	check(t, err)
	t.Cleanup(known.Close)
	p := &player{lessonLab: lessonLab{page}, hands: handsOn(page), lesson: l, known: known}
	p.hands.press(`[data-progress="` + l.Slug + `"] a`)
	p.live()
	return p
}

// namesWhatIsThere fails for a button that the lesson asks for and the head of the lane
// has no room for.
func (p *player) namesWhatIsThere() {
	p.t.Helper()
	missing, err := browser.Eval[[]string](p.Page, `[...document.querySelectorAll("[data-step] .part--run")].flatMap(run =>
		[...run.textContent.replace(/\s+/g, " ").matchAll(/On ([A-E])'s lane,? press (Crash|GC pause)/g)]
			.filter(([, lane, button]) => !document.querySelector('.row[data-lane="' + lane + '"] [data-fault="' + (button === "Crash" ? "crash" : "pause") + '"]').checkVisibility())
			.map(([text]) => text))`)
	check(p.t, err)
	for _, text := range missing {
		p.t.Errorf("the lesson asks for a button that is not there: %s", text)
	}
}

// goThrough goes through the whole lesson, from one section to the next, with the
// lock's own panel open, if it has one.
func (p *player) goThrough() {
	p.t.Helper()
	if p.visible("#tab-ballot") {
		p.openTab("ballot")
	}
	for i, section := range p.lesson.Sections {
		if i > 0 || p.lesson.Intro != "" {
			p.nextBy(p.hands, section.Title)
		}
		if section.Step != nil {
			p.step(section.Step)
		}
	}
}

// step predicts, does what leads to the goal, and reads why it came out like that.
// Every other prediction is a wrong one.
func (p *player) step(s *lessons.Step) {
	p.t.Helper()
	right := slices.IndexFunc(s.Predict.Choices, func(c lessons.Choice) bool { return c.Right })
	mine := (right + s.Number%2) % len(s.Predict.Choices)
	p.predictBy(p.hands, fmt.Sprintf(":has([value=\"%d\"])", mine))
	run, err := p.Text(p.open() + " .part--run > .prose")
	check(p.t, err)
	for _, op := range s.Solution {
		p.do(op)
		if names := p.names(op); !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(run, name) }) {
			p.t.Errorf("step %d does not say to do %s: none of %q is in it:\n%s", s.Number, op, names, run)
		}
	}
	p.explained()
	says := "You predicted this."
	if mine != right {
		says = "You predicted otherwise: read why, above."
	}
	p.reads(p.open()+" [data-lock-text]", says)
}

// names are how a lesson can tell its learner to do a move: by what is to be pressed,
// or by the command.
func (p *player) names(op lessons.Op) []string {
	switch op.Do {
	case lessons.OpRun:
		return []string{"Run to " + p.labelOf(`[data-run="`+op.To+`"]`), op.String()}
	case lessons.OpUntil:
		kind := string(op.Event.Kind)
		return []string{strings.ReplaceAll(kind, "-", " "), "run " + kind, op.String(), "Step", "Run to acquire"}
	case lessons.OpAct:
		return []string{p.label, op.Text}
	case lessons.OpReset:
		return []string{"Reset"}
	case lessons.OpMistakes:
		return op.On
	}
	return []string{op.String()}
}

// end is where the lesson says that it is done, and leads on; the first page knows.
func (p *player) end() {
	p.t.Helper()
	p.see("every dot filled", `document.querySelectorAll("[data-dot]:not([data-done])").length === 0`)
	p.reads(".lesson__end", "You have done all "+strconv.Itoa(len(p.lesson.Steps()))+" steps of this lesson.")
	p.hands.press("[data-lesson-on]")
	p.see("another page", `!location.pathname.endsWith(`+browser.Quote("/"+p.lesson.Slug)+`)`)
	p.hands.press(".brand")
	first{p.lab}.says(p.lesson.Slug, "Done")
}

// reads waits until an element reads like this.
func (l lab) reads(selector, text string) {
	l.t.Helper()
	l.see(text, `document.querySelector(`+browser.Quote(selector)+`)?.innerText.trim() === `+browser.Quote(text))
}

// Who skips to the end is told that there is more, and can go on all the same.
func TestTheEndOfALessonThatIsNotDone(t *testing.T) {
	l := lessonLab{openLab(t, 1366, 768, lessonPath)}
	l.click("li:last-child > [data-dot]")
	l.reads(".lesson__end", "The lesson ends here. Not every step is done yet: see the empty dots.")
	for _, name := range themes {
		theme(t, l.Page, name)
		axe(t, l.Page)
	}
	for _, s := range screens {
		check(t, l.Resize(s.width, s.height))
		noSidewaysScroll(t, l.Page)
		keep(t, l.Page, fmt.Sprintf("end not done %dx%d", s.width, s.height))
	}
	l.click("[data-lesson-on]")
	l.see("the next lesson", `location.pathname === "/lessons/the-write-that-came-late"`)
}

// What leads to a step can be had done: every step before it, and its own, from the
// beginning.
func TestALessonIsDoneForMe(t *testing.T) {
	l := lessonLab{openLab(t, 1366, 768, "/lessons/etcd-lease-lock-revision")}
	l.click(`[data-dot][title="One session for all"]`)
	l.click(l.open() + " [data-solution-part] summary")
	l.click(l.open() + " [data-solve]")
	l.reads(l.open()+" [data-waiting-text]", "The run is done. Lock a prediction, and the explanation opens.")
	l.verdict("foreign-release", "violated")
}
