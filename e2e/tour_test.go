package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/lockviz/lockviz/e2e/browser"
)

// apart is false when the card of the tour covers some of what it speaks of, or is
// not whole in the window.
const apart = `(() => {
	const part = document.querySelector("[data-toured]"), card = document.querySelector("[data-tour]").getBoundingClientRect();
	if (!part || card.width === 0) return "there is no tour";
	const box = part.getBoundingClientRect();
	if (card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight) return "the card is not whole in the window";
	return card.left >= box.right || card.right <= box.left || card.top >= box.bottom || card.bottom <= box.top ? "" : "the card covers what it speaks of";
})()`

// tourSteps goes through the tour with a key or a click, and looks at each step.
func (l lab) tourSteps(what string, next func()) {
	l.t.Helper()
	for i := 1; i <= 5; i++ {
		check(l.t, l.UntilText("[data-tour-step]:not([hidden])", fmt.Sprintf("%d of 5", i)))
		bad, err := browser.Eval[string](l.Page, apart)
		check(l.t, err)
		if bad != "" {
			l.t.Errorf("%s, step %d: %s", what, i, bad)
			keep(l.t, l.Page, fmt.Sprintf("tour %s %d", what, i))
		}
		next()
	}
	l.see("no tour", `document.querySelector("[data-tour]").hidden && !document.querySelector("[data-toured]")`)
}

// A newcomer is shown around once, on pages of every sort.
func TestTheTourOfANewcomer(t *testing.T) {
	for _, path := range []string{lessonPath, freePath, "/scenarios/zookeeper-herd", sandboxPath} {
		l := lab{t, tab(t, 1366, 768)}
		check(t, l.Open(site.URL+path))
		l.live()
		check(t, l.UntilThere("[data-tour]:not([hidden])"))
		axe(t, l.Page)
		l.tourSteps(path, func() { l.click(`[data-tour-go="1"]`) })
		check(t, l.Open(site.URL+freePath))
		l.live()
		l.step()
		l.see("no second tour", `document.querySelector("[data-tour]").hidden`)
		l.Close()
	}
}

// The tour is skipped and started again, by keyboard, in every theme and size that has
// room for it.
func TestTheTourByKeyboard(t *testing.T) {
	l := openLab(t, 1366, 768, lessonPath)
	for _, name := range themes {
		theme(t, l.Page, name)
		for _, s := range screens {
			if s.width <= 900 {
				continue
			}
			check(t, l.Resize(s.width, s.height))
			l.startTour()
			l.tourSteps(fmt.Sprintf("%s %dx%d", name, s.width, s.height), func() { check(t, l.Press(kb.ArrowRight)) })
			l.focused("where it was started", `[data-open="help"], [data-timeline]`)
		}
	}
	check(t, l.Resize(1366, 768))
	l.startTour()
	check(t, l.Press(kb.ArrowRight))
	check(t, l.Press(kb.ArrowLeft))
	check(t, l.UntilText("[data-tour-step]:not([hidden])", "1 of 5"))
	axe(t, l.Page)
	keep(t, l.Page, "tour")
	check(t, l.Press(kb.Escape))
	l.see("no tour", `document.querySelector("[data-tour]").hidden`)

	// It does not come where there is no room, and goes when there is none any more.
	l.startTour()
	check(t, l.Resize(360, 640))
	l.see("no tour", `document.querySelector("[data-tour]").hidden`)
	small := lab{t, tab(t, 360, 640)}
	check(t, small.Open(site.URL+freePath))
	small.live()
	small.step()
	small.see("no tour", `document.querySelector("[data-tour]").hidden`)
	small.click(`[data-open="help"]`)
	small.see("no offer", `!document.querySelector("[data-tour-start]").checkVisibility()`)
}

// startTour opens the help and starts the tour from there.
func (l lab) startTour() {
	l.t.Helper()
	l.tabTo(`[data-open="help"]`)
	check(l.t, l.Press(kb.Enter))
	l.tabTo("[data-tour-start]")
	check(l.t, l.Press(kb.Enter))
	l.focused("the tour", "[data-tour]")
}
