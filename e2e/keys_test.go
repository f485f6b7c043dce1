package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lockviz/lockviz/e2e/browser"
)

// tabTo presses Tab until the focus is on a match, as somebody without a mouse does;
// with Shift, if that is nearer at hand.
func (l lab) tabTo(selector string) {
	l.t.Helper()
	match := browser.Quote(selector)
	before, err := browser.Eval[bool](l.Page, `[...document.querySelectorAll(`+match+`)].some(e => e.checkVisibility()
		&& e.compareDocumentPosition(document.activeElement) === Node.DOCUMENT_POSITION_FOLLOWING)`)
	check(l.t, err)
	tab := chromedp.KeyEvent(kb.Tab)
	if before {
		tab = chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift))
	}
	for range 300 {
		there, err := browser.Eval[bool](l.Page, `document.activeElement?.matches(`+match+`) ?? false`)
		check(l.t, err)
		if there {
			return
		}
		check(l.t, l.Do(tab))
	}
	l.t.Fatalf("Tab does not lead to %s", selector)
}

func (l lab) altKey(key string) {
	l.t.Helper()
	check(l.t, l.Do(chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.ModifierAlt))))
}

func (l lab) focused(what, selector string) {
	l.t.Helper()
	l.see(what+" in focus", `document.activeElement?.matches(`+browser.Quote(selector)+`) ?? false`)
}

// A scenario is built, run and changed without a mouse.
func TestAScenarioIsBuiltByKeyboard(t *testing.T) {
	s := openSandbox(t, sandboxPath)
	s.tabTo(`[data-path="lock.kind"]`)
	check(t, s.Press("etcd"))
	s.text("kind: etcd")
	s.tabTo(`[data-path="lock.ttl"]`)
	check(t, s.Press("6s"))
	s.text("ttl: 6s")

	// Steps: added, changed, moved, taken away; the focus follows.
	s.tabTo(`[data-row="clients.0.steps.0"] [data-key="do"]`)
	s.altKey(kb.ArrowDown)
	s.text("A: {steps: [read, acquire, work 2s, write, release]}")
	s.focused("the step that moved", `[data-row="clients.0.steps.1"] [data-key="do"]`)
	s.altKey(kb.ArrowUp)
	s.text("A: {steps: [acquire, read, work 2s, write, release]}")
	s.tabTo(`[data-row="clients.0.steps.1"] [data-act="remove"]`)
	check(t, s.Press(kb.Enter))
	s.text("A: {steps: [acquire, work 2s, write, release]}")
	s.focused("the next step", `[data-row="clients.0.steps.1"] [data-act="remove"]`)
	s.tabTo(`[data-row="clients.0"] > [data-add="steps"]`)
	check(t, s.Press(kb.Enter))
	s.focused("the new step", `[data-row="clients.0.steps.4"] [data-key="do"]`)
	check(t, s.Press("check"))
	s.text("A: {steps: [acquire, work 2s, write, release, check]}")

	// A line of the script.
	s.tabTo(`[data-formpart] > summary`)
	s.tabTo(`[data-add="script"]`)
	check(t, s.Press(" "))
	s.focused("the new line", `[data-row="script.0"] [data-key="lane"]`)
	s.tabTo(`[data-row="script.0"] [data-key="with"]`)
	check(t, s.Press("A 20s"))
	s.text("{when: A acquired, do: pause A 20s}")

	// Text and form are tabs.
	s.tabTo("[data-sandbox-run]")
	check(t, s.Press(kb.Enter))
	s.says("The lab runs this scenario.")
	s.lanes("A", "B", "etcd-1", "store")
	s.tabTo(`[data-go="step"]`)
	check(t, s.Press(kb.Enter))
	s.see("an event", `document.querySelector("[data-scrub]").max !== "0"`)
	s.tabTo("#tab-form")
	check(t, s.Press(kb.ArrowRight))
	s.focused("the other view", "#tab-text")
	s.tabTo("[data-text]")
	check(t, s.Press(kb.Tab)) // and out of it again
	s.tabTo("[data-sandbox-undo]")
	check(t, s.Press(kb.Enter))
	s.text("{when: A acquired, do: pause A 15s}")
}

// Who goes on with Tab stays where they went: the command bar, which is selected when
// it is answered, does not fetch them back.
func TestTheCommandBarLetsGo(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	l.tabTo("[data-command-input]")
	check(t, l.Press("run end"+kb.Enter+kb.Tab))
	l.see("the answer", `document.querySelector("[data-command-says]").textContent === "Done."`)
	const drawn = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`
	at, err := browser.Eval[string](l.Page, drawn+`.then(() => document.activeElement.textContent.trim())`)
	check(t, err)
	if at != "Do it" {
		t.Errorf("the focus is on %q", at)
	}
	check(t, l.Press(kb.Enter)) // the button, with the same line
	l.see("the answer to the button, which keeps the focus", `document.querySelector("[data-command-says]").textContent === "Done." && document.activeElement.textContent.trim() === "Do it"`)
}
