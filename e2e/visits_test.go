package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

func TestLabIsAccessibleInEveryTheme(t *testing.T) {
	l := openLab(t, 1366, 768, lessonPath)
	l.staleWrite()
	for _, name := range themes {
		theme(t, l.Page, name)
		axe(t, l.Page)
		keep(t, l.Page, "lab "+name)
	}
	l.click(`[data-open="help"]`)
	check(t, l.UntilThere("dialog[open]"))
	axe(t, l.Page)
}

func TestLabAtEverySize(t *testing.T) {
	l := openLab(t, 1366, 768, lessonPath)
	l.staleWrite()
	for _, s := range screens {
		check(t, l.Resize(s.width, s.height))
		noSidewaysScroll(t, l.Page)
		if s.width >= 1366 {
			noPageScroll(t, l.Page)
		}
		keep(t, l.Page, fmt.Sprintf("lab %dx%d", s.width, s.height))
	}
}

// The lab page is one screen: nothing of it may be out of sight below. One pixel
// is what a line for screen readers takes.
func noPageScroll(t testing.TB, p *browser.Page) {
	t.Helper()
	over, err := browser.Eval[int](p, `Math.max(document.documentElement.scrollHeight, document.body.scrollHeight) - innerHeight`)
	check(t, err)
	if over > 1 {
		t.Errorf("the page is %d px higher than the window", over)
	}
}

func TestReloadResumesTheLab(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	for range 5 {
		l.step()
	}
	_, before := l.seq()
	check(t, l.Open(site.URL+freePath))
	l.live()
	l.see("the log as it was", fmt.Sprintf(`document.querySelector("[data-scrub]").max === "%d"`, before))
}

func TestEachVisitorHasALab(t *testing.T) {
	mine, theirs := openLab(t, 1366, 768, freePath), openLab(t, 1366, 768, freePath)
	mine.step()
	theirs.step()
	theirs.step()
	mine.step()
	mine.step()
	_, a := mine.seq()
	_, b := theirs.seq()
	if a == b {
		t.Errorf("both labs are at event %d", a)
	}
	if at := theirs.addr(); at == mine.addr() {
		t.Errorf("both labs use the server at %s", at)
	}
}

// addr is where the lab's redis-1 listens, as the inspector shows it.
func (l lab) addr() string {
	l.t.Helper()
	l.must("run acquired")
	check(l.t, l.Do(browser.Script(`[...document.querySelectorAll("[data-events] tbody tr")]
		.find(row => row.querySelector("[data-say]").textContent.includes("⇒")).click()`)))
	l.click("#tab-inspector")
	check(l.t, l.UntilText("[data-inspector]", "127.0.0.1:"))
	text, err := l.Text("[data-inspector]")
	check(l.t, err)
	_, after, _ := strings.Cut(text, "127.0.0.1:")
	return strings.Fields(after)[0]
}

// Whatever happens to the server, the page says so and finds back by itself.
func TestLostConnectionIsShownAndMended(t *testing.T) {
	own, err := server.Start(program)
	check(t, err)
	l := lab{t, visit(t, 1366, 768, homePath)}
	check(t, l.Open(own.URL+freePath))
	l.live()
	l.step()
	l.Excuse(connections)
	check(t, own.Stop())
	l.see("the loss", `document.querySelector("[data-link]").dataset.state !== "live"`)
	l.see("a notice", `!document.querySelector("[data-notice]").hidden`)
	u, err := url.Parse(own.URL)
	check(t, err)
	again, err := server.StartAt(program, u.Host)
	check(t, err)
	defer func() { check(t, again.Stop()) }()
	l.see("a live lab", `document.querySelector("[data-link]").dataset.state === "live"`)
	l.step()
}

// A server that was killed said nothing to anybody. Every page finds back by itself
// when there is one again, and says what it has lost.
func TestAKilledServerComesBack(t *testing.T) {
	own, err := server.Start(program)
	check(t, err)
	free, lesson := lab{t, visit(t, 1366, 768, homePath)}, lab{t, visit(t, 1366, 768, homePath)}
	pages := map[string]lab{freePath: free, lessonPath: lesson}
	for path, l := range pages {
		check(t, l.Open(own.URL+path))
		l.live()
		l.must("run acquired")
		l.Excuse(connections)
	}
	check(t, own.Kill())
	for _, l := range pages {
		l.see("the loss", `document.querySelector("[data-link]").dataset.state !== "live" && !document.querySelector("[data-notice]").hidden`)
		_, held := l.seq()
		if held == 0 {
			t.Error("a page without a server shows nothing any more")
		}
	}
	u, err := url.Parse(own.URL)
	check(t, err)
	again, err := server.StartAt(program, u.Host)
	check(t, err)
	defer func() { check(t, again.Stop()) }()
	for path, l := range pages {
		l.see("a live lab", `document.querySelector("[data-link]").dataset.state === "live"`)
		check(t, l.UntilText("[data-notice-text]", "The lab that this page showed has ended. This is a fresh one"))
		if _, held := l.seq(); held != 0 {
			t.Errorf("%s: the page shows %d events of a lab that is gone", path, held)
		}
		keep(t, l.Page, "killed "+path)
		l.must("run acquired")
	}
}

// A lab that had to make room is where it was when its visitor comes back.
func TestALabThatSleptComesBackWithItsVisitor(t *testing.T) {
	small, err := server.Start(program, "--max-labs", "1")
	check(t, err)
	defer func() { check(t, small.Stop()) }()
	l := lab{t, visit(t, 1366, 768, homePath)}
	check(t, l.Open(small.URL+lessonPath))
	l.live()
	l.staleWrite()
	_, before := l.seq()
	l.leave(small, 0)
	other := lab{t, visit(t, 1366, 768, homePath)}
	check(t, other.Open(small.URL+freePath))
	other.live()
	other.leave(small, 0)
	check(t, l.Open(small.URL+lessonPath))
	l.live()
	check(t, l.UntilText("[data-notice]", "This lab was asleep. It was run again to where it was"))
	if _, after := l.seq(); after != before {
		t.Errorf("it came back with %d events, and had %d", after, before)
	}
	l.step()
}

// Who goes on in a lab that fell asleep before their eyes is told what became of it.
func TestWhoGoesOnInASleepingLabIsTold(t *testing.T) {
	sleepy, err := server.Start(program, "--idle-shown", "3s")
	check(t, err)
	defer func() { check(t, sleepy.Stop()) }()
	l := lab{t, visit(t, 1366, 768, homePath)}
	check(t, l.Open(sleepy.URL+freePath))
	l.live()
	l.step()
	l.see("a lab asleep", `document.querySelector("[data-link]").dataset.state === "asleep"`)
	check(t, l.Click(`[data-go="step"]`))
	check(t, l.UntilText("[data-notice]", "This lab was asleep. It was run again to where it was"))
	l.see("the step", `Number(document.querySelector("[data-scrub]").max) > 1`)
}

// leave goes to a page without a lab, and waits until the server has noticed, and so
// many sockets are left.
func (l lab) leave(s *server.Server, left int) {
	l.t.Helper()
	check(l.t, l.Open(s.URL+"/glossary"))
	for {
		res, err := http.Get(s.URL + "/metrics")
		check(l.t, err)
		figures, err := io.ReadAll(res.Body)
		check(l.t, err)
		res.Body.Close()
		if strings.Contains(string(figures), fmt.Sprintf("\nlockviz_sockets %d\n", left)) {
			return
		}
	}
}

// Somebody's text is text, wherever the page shows it.
func TestTextNeverRuns(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	l.must(`write A "<img src=x onerror=alert(1)>"`)
	check(t, l.UntilText("[data-events]", "<img src=x onerror"))
	l.must("run end")
	l.click("#tab-service")
	check(t, l.UntilText("[data-service]", "file"))
	made, err := browser.Eval[int](l.Page, `document.querySelectorAll("img").length`)
	check(t, err)
	if made != 0 {
		t.Errorf("%d images were made of text", made)
	}
}

func TestWhatCannotBeDoneIsSaidAndChangesNothing(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	l.step()
	_, before := l.seq()
	for line, want := range map[string]string{
		"frobnicate A": "frobnicate",
		"pause Z 15s":  "Z",
		"resume A":     "not paused",
	} {
		if says := l.do(line); !strings.Contains(says, want) || says == "Done." {
			t.Errorf("%s: the page says %q", line, says)
		}
	}
	if _, after := l.seq(); after != before {
		t.Errorf("the log went from %d to %d events", before, after)
	}
}

func TestTimelineByKeyboard(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	check(t, l.Do(browser.Script(`document.querySelector("[data-timeline]").focus()`)))
	check(t, l.Press("."))
	l.see("one event", `document.querySelector("[data-scrub]").max !== "0"`)
	check(t, l.Press("."))
	l.see("two events", `document.querySelector("[data-scrub]").value === "2"`)
	check(t, l.Press(","))
	l.see("the event before", `document.querySelector("[data-scrub]").value === "1"`)
	check(t, l.Press("?"))
	check(t, l.UntilThere("dialog[open]"))
}
