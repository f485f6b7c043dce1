// Package e2e tests lockviz as a person meets it: the built program, a real
// browser, real Redis nodes. Any complaint of the browser fails a test.
package e2e

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// One program and one Chromium serve all tests; each page is another visitor.
var (
	program  string // the built binary
	chromium *browser.Browser
	site     *server.Server
	root     string // of the repository
)

// connections begins what Chromium reports of each attempt to connect to what is not there.
const connections = "WebSocket connection to "

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	stop, err := setUp()
	defer stop()
	if errors.Is(err, browser.ErrMissing) && os.Getenv("CI") != "true" {
		fmt.Println("SKIPPED, all browser tests:", err)
		return 0
	}
	if err != nil {
		fmt.Println("FAIL:", err)
		return 1
	}
	code := m.Run()
	if err := site.Stop(); err != nil {
		fmt.Println("FAIL:", err)
		return 1
	}
	return code
}

func setUp() (stop func(), err error) {
	dir, err := os.MkdirTemp("", "lockviz-e2e-")
	stop = func() {
		if chromium != nil {
			chromium.Close()
		}
		_ = os.RemoveAll(dir)
	}
	if err != nil {
		return stop, err
	}
	if root, err = server.Root(); err != nil {
		return stop, err
	}
	if chromium, err = browser.Start(); err != nil {
		return stop, err
	}
	if program, err = server.Build(dir); err != nil {
		return stop, err
	}
	site, err = server.Start(program, "--dev")
	return stop, err
}

// toured makes somebody who has seen the tour.
const toured = `try { localStorage.setItem("lockviz.tour", "true"); } catch {}`

// visit opens a path of the site as a new visitor, who has seen the tour of the lab
// page already. At the end of the test the page must have had nothing to complain
// about.
func visit(t testing.TB, width, height int64, path string) *browser.Page {
	t.Helper()
	p := tab(t, width, height)
	check(t, p.Before(toured))
	check(t, p.Open(site.URL+path))
	return p
}

// tab is an empty tab of somebody who was never here.
func tab(t testing.TB, width, height int64) *browser.Page {
	t.Helper()
	p, err := chromium.NewPage(width, height)
	check(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			keep(t, p, "failed "+t.Name())
		}
		for _, problem := range p.Problems() {
			t.Errorf("the browser complained: %s", problem)
		}
		p.Close()
	})
	return p
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// axe fails the test for everything that axe finds on the page as it is now.
func axe(t testing.TB, p *browser.Page) {
	t.Helper()
	script := filepath.Join(root, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(script); err != nil && os.Getenv("CI") != "true" {
		t.Log("SKIPPED, accessibility: axe-core is missing: run make setup")
		return
	}
	found, err := p.Axe(script)
	check(t, err)
	for _, v := range found {
		t.Errorf("axe: %s", v)
	}
}

// keep writes what the page shows to .cache/screenshots, for people to look at.
func keep(t testing.TB, p *browser.Page, name string) {
	t.Helper()
	png, err := p.Screenshot()
	if err != nil {
		t.Logf("no screenshot of %s: %v", name, err)
		return
	}
	dir := filepath.Join(root, ".cache", "screenshots")
	check(t, os.MkdirAll(dir, 0o755))
	check(t, os.WriteFile(filepath.Join(dir, fileName(name)+".png"), png, 0o644))
}

func fileName(s string) string {
	safe := []rune(s)
	for i, r := range safe {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') {
			safe[i] = '-'
		}
	}
	return string(safe)
}
