package e2e

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/lockviz/lockviz/e2e/browser"
)

// hands are how somebody works a page: with a mouse, or without.
type hands interface {
	press(selector string)       // a button, a link, a switch, a box, a tab
	pick(selector, value string) // an option of a list
	write(selector, text string) // in place of what a field holds
	answer(choice string)        // one of several answers
	goBack(seq int)              // until this event is at the cursor
}

// mouse uses the keys only to write into a field.
type mouse struct{ lab }

func (m mouse) press(selector string) { m.t.Helper(); m.click(selector) }

// The browser draws a list's options outside the page, where no test can click.
func (m mouse) pick(selector, value string) { m.t.Helper(); check(m.t, m.Choose(selector, value)) }

func (m mouse) write(selector, text string) {
	m.t.Helper()
	m.click(selector)
	check(m.t, m.overwrite(text))
}

func (m mouse) answer(choice string) { m.t.Helper(); m.click(choice + " label") }

// goBack takes the slider near the event, and Back or Step to it.
func (m mouse) goBack(seq int) {
	m.t.Helper()
	_, head := m.seq()
	at, err := browser.Eval[[2]float64](m.Page, `(e => { const r = e.getBoundingClientRect(); return [r.left + 8 + (r.width - 16) * `+
		fmt.Sprint(float64(seq)/float64(head))+`, r.top + r.height / 2]; })(document.querySelector("[data-scrub]"))`)
	check(m.t, err)
	check(m.t, m.Do(chromedp.MouseClickXY(at[0], at[1])))
	m.see("where the slider is", `document.querySelector("[data-count]").textContent.startsWith(document.querySelector("[data-scrub]").value + " ")`)
	m.walk(seq, m.step, m.back)
}

// walk goes on or back, one event after the other, until one is at the cursor.
func (l lab) walk(seq int, on, back func()) {
	l.t.Helper()
	for range 1000 {
		switch cursor, _ := l.seq(); {
		case cursor < seq:
			on()
		case cursor > seq:
			back()
		default:
			return
		}
	}
	l.t.Fatalf("the way to event %d does not end", seq)
}

// keys never touches the mouse, and never gives anything the focus but by Tab.
type keys struct{ lab }

func (k keys) press(selector string) {
	k.t.Helper()
	switch {
	case k.is(selector, `[role="tab"]`):
		k.openTab(selector)
	case k.is(selector, "input"):
		k.tabTo(selector)
		check(k.t, k.Press(" "))
	default:
		k.tabTo(selector)
		check(k.t, k.Press(kb.Enter))
	}
}

// openTab comes to the list of tabs by Tab, to the one that is open, and goes on to
// the others with the arrows.
func (k keys) openTab(selector string) {
	k.t.Helper()
	k.tabTo(`[role="tablist"]:has(` + selector + `) [aria-selected="true"]`)
	for range 10 {
		if k.is(selector, `[aria-selected="true"]`) {
			return
		}
		check(k.t, k.Press(kb.ArrowRight))
	}
	k.t.Fatalf("the arrows do not lead to %s", selector)
}

func (k keys) pick(selector, value string) {
	k.t.Helper()
	k.tabTo(selector)
	by, err := browser.Eval[int](k.Page, `(e => [...e.options].findIndex(o => o.value === `+browser.Quote(value)+`) - e.selectedIndex)(document.activeElement)`)
	check(k.t, err)
	check(k.t, k.Press(arrows(by, kb.ArrowUp, kb.ArrowDown)))
	k.see(value+" chosen", `document.activeElement.value === `+browser.Quote(value))
}

func (k keys) write(selector, text string) {
	k.t.Helper()
	k.tabTo(selector)
	check(k.t, k.overwrite(text))
}

// answer comes to the answers by Tab, and goes through them with the arrows.
func (k keys) answer(choice string) {
	k.t.Helper()
	radio := choice + " input"
	k.tabTo(`[name="` + k.attribute(radio, "name") + `"]`)
	check(k.t, k.Press(" "))
	for range 10 {
		if k.is(radio, ":checked") {
			return
		}
		check(k.t, k.Press(kb.ArrowDown))
	}
	k.t.Fatalf("the arrows do not lead to %s", radio)
}

// goBack uses the keys of the timeline.
func (k keys) goBack(seq int) {
	k.t.Helper()
	k.tabTo("[data-timeline]")
	key := func(key string) func() { return func() { k.t.Helper(); k.moves(func() { check(k.t, k.Press(key)) }) } }
	k.walk(seq, key("."), key(","))
}

// arrows is so many times one key, or the other for a negative number.
func arrows(by int, less, more string) string {
	if by < 0 {
		return strings.Repeat(less, -by)
	}
	return strings.Repeat(more, by)
}

// overwrite types over what the field in focus holds.
func (l lab) overwrite(text string) error {
	l.t.Helper()
	if err := l.Do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))); err != nil {
		return err
	}
	return l.Press(kb.Delete + text)
}

// is says whether what the selector finds first matches another one, too.
func (l lab) is(selector, other string) bool {
	l.t.Helper()
	yes, err := browser.Eval[bool](l.Page, `document.querySelector(`+browser.Quote(selector)+`)?.matches(`+browser.Quote(other)+`) ?? false`)
	check(l.t, err)
	return yes
}

func (l lab) attribute(selector, name string) string {
	l.t.Helper()
	value, err := browser.Eval[string](l.Page, `document.querySelector(`+browser.Quote(selector)+`).getAttribute(`+browser.Quote(name)+`) ?? ""`)
	check(l.t, err)
	return value
}
