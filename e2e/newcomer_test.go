package e2e

import (
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
