package e2e

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// The files of testdata/hostile, an address and what is typed all try to set
// window.canary. Nothing may, and nothing may even need the page's policy to stop it:
// visit fails on any complaint about that.
func TestBroke13NoTextEverRuns(t *testing.T) {
	own, err := server.Start(program, "--dev", "--lessons", filepath.Join(root, "e2e", "testdata", "hostile"))
	check(t, err)
	defer func() { check(t, own.Stop()) }()
	l := lab{t, visit(t, 1366, 768, homePath)}

	for _, path := range []string{"/", "/challenges", "/scenarios", "/notes/hostile", "/which-lock?cost=%3Cscript%3Ecanary=1%3C/script%3E",
		"/lessons/%22%3E%3Cimg%20src=x%20onerror=canary=1%3E", "/sandbox?from=%3Cscript%3Ecanary=1%3C/script%3E", "/glossary#%3Cimg%20src=x%20onerror=canary=1%3E"} {
		check(t, l.Open(own.URL+path))
		l.rummage()
		l.noCanary(path)
		l.onlyRefusals()
	}

	check(t, l.Open(own.URL+"/lessons/hostile"))
	l.live()
	step := lessonLab{l}
	step.next(`"\>\<svg onload=canary=1>`)
	step.predict()
	l.must("run write")
	l.told("store", "<img src=x onerror=canary=1>")
	step.explained()
	check(t, l.UntilText("h1", "<script>canary=1</script>"))
	for _, line := range []string{`write A "'\"><script>canary=1</script>"`, `<img src=x onerror=canary=1>`, `pause <svg/onload=canary=1> 5s`, `command redis-1 "GET <script>canary=1</script>"`} {
		l.do(line)
	}
	l.rummage()
	l.noCanary("a lesson")
	keep(t, l.Page, "hostile lesson")

	check(t, l.Open(own.URL+"/challenges/hostile"))
	l.live()
	l.must(`write A "<script>canary=1</script>"`, "run end")
	l.rummage()
	l.noCanary("a challenge")
	keep(t, l.Page, "hostile challenge")

	s := sandbox{l}
	check(t, l.Open(own.URL+sandboxPath+"#scenario="+packed(t, hostileScenario(t))))
	l.live()
	s.text("<script>canary=1</script>")
	l.rummage()
	s.says("The lab runs this scenario.")
	l.must("run write")
	l.told("store", "<img src=x onerror=canary=1>")
	l.rummage()
	l.noCanary("a scenario in the sandbox")
	keep(t, l.Page, "hostile sandbox")
	check(t, l.Do(browser.Script(`location.hash = "#scenario=\"><img src=x onerror=canary=1>"`)))
	s.says("The link carries no scenario that can be read")
	l.noCanary("a link that cannot be read")
}

func hostileScenario(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "e2e", "testdata", "hostile", "66-hostile", "scenario.yaml"))
	check(t, err)
	return text
}

// packed is a text as a link to the sandbox carries it.
func packed(t testing.TB, text []byte) string {
	t.Helper()
	var small bytes.Buffer
	w, err := flate.NewWriter(&small, flate.BestCompression)
	check(t, err)
	_, err = w.Write(text)
	check(t, err)
	check(t, w.Close())
	return base64.RawURLEncoding.EncodeToString(small.Bytes())
}

// rummage opens everything that can be opened, and points at every element.
func (l lab) rummage() {
	l.t.Helper()
	check(l.t, l.Do(browser.Script(`
		for (const part of document.querySelectorAll("details")) part.open = true;
		for (const tab of document.querySelectorAll('[role="tab"]:not([hidden])')) tab.click();
		for (const one of document.querySelectorAll("body *")) {
			for (const kind of ["mouseover", "focus", "pointerenter"]) one.dispatchEvent(new Event(kind, {bubbles: kind === "mouseover"}));
		}
		for (const row of document.querySelectorAll("[data-events] tbody tr")) row.click();
	`)))
}

// noCanary waits two frames, in which whatever was made of a text would have run.
func (l lab) noCanary(where string) {
	l.t.Helper()
	ran, err := browser.Eval[bool](l.Page, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done("canary" in window)))))`)
	check(l.t, err)
	made, err := browser.Eval[int](l.Page, `document.querySelectorAll("img, iframe, object, embed, svg[onload], script:not([src])").length`)
	check(l.t, err)
	if ran || made > 0 {
		l.t.Errorf("%s: the canary ran: %v; %d elements were made of text", where, ran, made)
	}
}

// onlyRefusals takes note of complaints that a page was refused: some addresses are to
// be. Whatever else the browser says is an error.
func (l lab) onlyRefusals() {
	l.t.Helper()
	for _, problem := range l.Problems() {
		if !refusal.MatchString(problem) {
			l.t.Errorf("the browser complained: %s", problem)
		}
	}
}

var refusal = regexp.MustCompile(`the server responded with a status of 4\d\d`)
