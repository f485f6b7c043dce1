package e2e

import (
	"strings"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// What stopped somebody who had never used the page; each has a test here.

// Who looks at an event and then steps on reads the narration on: its last line is
// in sight, and no line of the past is marked.
func TestTheNarrationFollowsAStepAfterALook(t *testing.T) {
	l := openLab(t, 1366, 768, "/lab")
	for range 20 {
		l.step()
	}
	l.click(`[data-events] tbody tr:first-child`)
	l.see("the event that was picked", `document.querySelector("[data-events] tbody tr").hasAttribute("data-here")`)
	l.step()
	l.see("the last line, marked and in sight", `(panel => {
		const row = panel.querySelector('tr[aria-current="true"]'), r = row.getBoundingClientRect(), p = panel.getBoundingClientRect();
		return row.hasAttribute("data-here") && r.top >= p.top && r.bottom <= p.bottom;
	})(document.getElementById("panel-narration"))`)
}

// What a button leaves in the command bar makes way for what is typed there.
func TestTypingReplacesTheCommandOfAButton(t *testing.T) {
	l := openLab(t, 1366, 768, "/lab")
	l.onLane("A", `[data-fault="pause"]`)
	l.see("the button's command", `document.querySelector("[data-command-input]").value.startsWith("pause A")`)
	l.click("[data-command-input]")
	l.see("all of it selected", `(input => input.selectionStart === 0 && input.selectionEnd === input.value.length)(document.querySelector("[data-command-input]"))`)
	check(t, l.Press("resume A\r"))
	l.told("A", "resume A (by the person)")
}

// Five clients leave no room for the buttons of each: a lesson names what is there.
func TestLessonsNameButtonsThatAreThere(t *testing.T) {
	p := visit(t, 1366, 768, homePath)
	lessons, err := browser.Eval[[]string](p, `[...document.querySelectorAll('[data-lesson] a, a[href^="/lessons/"]')].map(a => a.pathname).filter((path, i, all) => all.indexOf(path) === i)`)
	check(t, err)
	told := 0
	for _, path := range lessons {
		l := openLab(t, 1366, 768, path)
		asked, err := browser.Eval[[]string](l.Page, `[...document.querySelectorAll("[data-step] .part--run")].flatMap(run =>
			[...run.textContent.replace(/\s+/g, " ").matchAll(/On ([A-E])'s lane,? press (Crash|GC pause)/g)].map(([, lane, button]) =>
				[lane, button, document.querySelector('.row[data-lane="' + lane + '"] [data-fault="' + (button === "Crash" ? "crash" : "pause") + '"]').checkVisibility()].join(" ")))`)
		check(t, err)
		for _, line := range asked {
			if told++; !strings.HasSuffix(line, "true") {
				t.Errorf("%s asks for a button that is not there: %s", path, line)
			}
		}
		l.Close()
	}
	if told < 5 {
		t.Errorf("only %d buttons were looked at", told)
	}
}

// A theme is for a screen: paper has one size of text.
func TestEveryThemePrintsAlike(t *testing.T) {
	p := visit(t, 1366, 768, "/handouts/the-pause-nobody-sees")
	check(t, p.Paper())
	sizes := map[string]string{}
	for _, name := range themes {
		theme(t, p, name)
		size, err := browser.Eval[string](p, `getComputedStyle(document.querySelector("main p")).fontSize`)
		check(t, err)
		sizes[size] = name
	}
	if len(sizes) != 1 {
		t.Errorf("the text is printed in %d sizes: %v", len(sizes), sizes)
	}
}
