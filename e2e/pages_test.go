package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lockviz/lockviz/e2e/browser"
)

var themes = []string{"light", "dark", "contrast", "projector"}

// screens are the sizes at which the pages were designed.
var screens = []struct{ width, height int64 }{{1366, 768}, {1024, 768}, {360, 640}, {1920, 1080}}

const (
	homePath   = "/"
	lessonPath = "/lessons/the-pause-nobody-sees"
	freePath   = "/lab"
)

// theme shows the page in a theme: by the picker as a person would, or, on a
// page without one, as if it had been picked on another page.
func theme(t testing.TB, p *browser.Page, name string) {
	t.Helper()
	picker, err := browser.Eval[bool](p, `document.querySelector("[data-theme-pick]") !== null`)
	check(t, err)
	if picker {
		check(t, p.Choose("[data-theme-pick]", name))
	} else {
		check(t, p.Do(browser.Script(`localStorage.setItem("lockviz.theme", `+browser.Quote(name)+`)`)))
		check(t, p.Do(chromedp.Reload()))
	}
	check(t, p.Until("theme "+name, `document.documentElement.dataset.theme === `+browser.Quote(name)))
}

func TestPagesAreAccessibleInEveryTheme(t *testing.T) {
	for _, path := range []string{homePath, freePath, "/scenarios", "/scenarios/clock-jump", "/notes/the-pause-nobody-sees", "/storybook", "/no-such-page"} {
		t.Run(path, func(t *testing.T) {
			p := visit(t, 1366, 768, path)
			for _, name := range themes {
				theme(t, p, name)
				axe(t, p)
			}
			if path == "/no-such-page" {
				p.Problems() // Chromium reports the status 404 as a failed load
			}
		})
	}
}

func TestHomeAtEverySize(t *testing.T) {
	p := visit(t, 1366, 768, homePath)
	for _, s := range screens {
		check(t, p.Resize(s.width, s.height))
		noSidewaysScroll(t, p)
		keep(t, p, fmt.Sprintf("home %dx%d", s.width, s.height))
	}
}

func noSidewaysScroll(t testing.TB, p *browser.Page) {
	t.Helper()
	const drawn = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))` // what follows a change of size is drawn with the next frame
	over, err := browser.Eval[int](p, drawn+`.then(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)`)
	check(t, err)
	if over > 0 {
		t.Errorf("the page is %d px wider than the window", over)
	}
}

// Where the browser keeps nothing, a theme holds for the page on which it was picked.
func TestAThemeWithoutStorage(t *testing.T) {
	p := tab(t, 1366, 768)
	check(t, p.Before(`Object.defineProperty(window, "localStorage", {get() { throw new DOMException("denied", "SecurityError"); }});`))
	check(t, p.Open(site.URL+"/glossary"))
	for _, name := range themes {
		theme(t, p, name)
	}
}
