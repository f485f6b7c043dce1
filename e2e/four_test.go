package e2e

import (
	"fmt"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// openFour opens the page with four labs and waits until so many of them are there.
func openFour(t *testing.T, p *browser.Page, url string, labs int) lab {
	t.Helper()
	check(t, p.Open(url+"/four-locks"))
	l := lab{Page: p, t: t}
	l.see("the labs", fmt.Sprintf(`document.querySelectorAll("article[data-open]").length === %d`, labs))
	return l
}

// compared waits until a verdict has this status in each of the four labs.
func (l lab) compared(name string, statuses ...string) {
	l.t.Helper()
	for i, status := range statuses {
		l.see(fmt.Sprintf("%s %s in lab %d", name, status, i+1), fmt.Sprintf(
			`document.querySelectorAll("article [data-verdict=%s]")[%d].dataset.status === %s`, name, i, browser.Quote(status)))
	}
}

// clock waits until the common lab time reads so.
func (l lab) clock(text string) {
	l.t.Helper()
	l.see("lab time "+text, `document.querySelector("[data-clock]").textContent.includes(`+browser.Quote(text)+`)`)
}

// The pause nobody sees, on four locks at once: all four have two believers and a
// stale write. With fencing, the three that give tokens refuse it.
func TestTheSamePauseOnFourLocks(t *testing.T) {
	l := openFour(t, visit(t, 1366, 768, "/"), site.URL, 4)
	noPageScroll(t, l.Page)
	l.click(`[data-go="second"]`)
	l.clock("1.0000 s")
	l.click(`[data-four-fault="pause"]`)
	l.see("A paused in all", `[...document.querySelectorAll('[data-lane="A"]')].every(lane => /paused to/.test(lane.textContent))`)
	l.see("the way back", `document.querySelector('[data-four-fault="pause"]').title === "resume A"`)
	l.click(`[data-go="end"]`)
	l.compared("two-believers", "violated", "violated", "violated", "violated")
	l.compared("stale-write", "violated", "violated", "violated", "violated")
	l.compared("mutual-exclusion", "holds", "holds", "holds", "holds")
	l.see("the end", `[...document.querySelectorAll('.four__lane--client')].every(lane => /finished/.test(lane.textContent))`)
	noPageScroll(t, l.Page)
	keep(t, l.Page, "four locks")

	l.click(`[data-go="reset"]`)
	l.clock("0.0000 s")
	l.click(`[data-four-fault="fencing"]`)
	l.click(`[data-go="second"]`)
	l.clock("1.0000 s")
	l.click(`[data-four-fault="pause"]`)
	l.click(`[data-go="end"]`)
	l.compared("stale-write", "holds", "violated", "holds", "holds") // Redlock gives no token
	l.click(`article[data-four="etcd"] [data-verdict="fenced"]`)
	l.see("the refused write in words", `/^etcd, #\d+.*refused/.test(document.querySelector("[data-detail]").textContent)`)
}

// A step goes to the next moment at which something happens in any of the four, and
// back; the keys are those of the lab page; what one lab does alone, the others
// catch up with.
func TestFourLabsMoveTogether(t *testing.T) {
	l := openFour(t, visit(t, 1366, 768, "/"), site.URL, 4)
	check(t, l.Do(browser.Script(`document.querySelector("[data-four=etcd] [data-timeline]").focus()`)))
	for range 4 {
		check(t, l.Press("."))
	}
	l.see("four moments", `[...document.querySelectorAll('.four__lane--client[data-lane="A"]')].every(lane => /acquire/.test(lane.textContent))`)
	check(t, l.Press(","))
	l.clock("reading 0.000")
	l.see("nothing can be done behind the present", `document.querySelector('[data-four-fault="pause"]').disabled`)
	l.click(`[data-go="present"]`)
	l.see("the present", `!document.querySelector('[data-four-fault="pause"]').disabled`)
	check(t, l.Press("\r"))

	alone := `document.querySelector("[data-four=etcd] h2 a").href`
	url, err := browser.Eval[string](l.Page, alone)
	check(t, err)
	check(t, l.Open(url))
	l.see("the same lab by itself", `document.querySelector("[data-link]").dataset.state === "live"`)
	l.must("advance 3s")
	check(t, l.Open(site.URL+"/four-locks"))
	l.see("all four again", `document.querySelectorAll("article[data-open]").length === 4`)
	l.click(`[data-go="step"]`)
	l.see("one lab time", `[...document.querySelectorAll('.four__lane--client[data-lane="A"]')].every(lane => !/acquire/.test(lane.textContent))`)
}

// A service that cannot be reached is said in its row; the others go on.
func TestThreeLocksGoOnWithoutTheFourth(t *testing.T) {
	broken, err := server.Start(program, "--zookeeper", "127.0.0.1:1")
	check(t, err)
	t.Cleanup(func() { check(t, broken.Stop()) })
	l := openFour(t, visit(t, 1366, 768, "/"), broken.URL, 3)
	l.see("why there is no ZooKeeper", `document.querySelector("[data-four=zookeeper] [data-says]").textContent.includes("cannot be reached")`)
	l.click(`[data-go="second"]`)
	l.clock("1.0000 s")
	l.click(`[data-four-fault="pause"]`)
	l.click(`[data-go="end"]`)
	l.see("the three others", `[...document.querySelectorAll('article[data-open] [data-verdict="stale-write"]')].every(b => b.dataset.status === "violated")`)
	axe(t, l.Page)
}

func TestFourLocksInEveryThemeAndSize(t *testing.T) {
	l := openFour(t, visit(t, 1366, 768, "/"), site.URL, 4)
	l.click(`[data-go="second"]`)
	l.clock("1.0000 s")
	for _, name := range themes {
		theme(t, l.Page, name)
		axe(t, l.Page)
	}
	theme(t, l.Page, "light")
	for _, s := range screens {
		check(t, l.Resize(s.width, s.height))
		noSidewaysScroll(t, l.Page)
	}
}
