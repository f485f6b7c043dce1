package browser_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lockviz/lockviz/e2e/browser"
)

// open serves body under a strict policy and opens it.
func open(t *testing.T, body string) *browser.Page {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:")
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><title>test</title><link rel="icon" href="data:,">%s</html>`, body)
		case "/late.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `setTimeout(() => { document.body.append("done") }, 100)`)
		case "/bad.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `console.error("told you", {a: 1}); throw new Error("thrown")`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(srv.Close)
	b, err := browser.Start()
	if errors.Is(err, browser.ErrMissing) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p, err := b.NewPage(800, 600)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Open(srv.URL); err != nil {
		t.Fatal(err)
	}
	return p
}

// A harness that misses what goes wrong makes every browser test worthless.
func TestProblemsAreSeen(t *testing.T) {
	p := open(t, `<body>hello<script>document.title = "inline"</script><script src="/bad.js"></script><script src="/missing.js"></script></body>`)
	got := p.Problems()
	for _, want := range []string{"Content Security Policy", "told you", "Error: thrown", "404"} {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("no problem speaks of %q in %q", want, got)
		}
	}
	if again := p.Problems(); len(again) != 0 {
		t.Errorf("told twice: %q", again)
	}
	p.Excuse("404")
	if err := p.Do(chromedp.Reload()); err != nil {
		t.Fatal(err)
	}
	if again := p.Problems(); len(again) != len(got)-1 {
		t.Errorf("with one excused: %q, and before: %q", again, got)
	}
}

func TestUntilWaitsUnderAStrictPolicy(t *testing.T) {
	p := open(t, `<body><main>wait </main><script src="/late.js"></script></body>`)
	if err := p.UntilText("body", "done"); err != nil {
		t.Fatal(err)
	}
	if got := p.Problems(); len(got) != 0 {
		t.Errorf("problems: %q", got)
	}
}

func TestAxeFindsAnUnnamedButton(t *testing.T) {
	p := open(t, `<body><main><button></button></main></body>`)
	const script = "../../node_modules/axe-core/axe.min.js"
	if _, err := os.Stat(script); err != nil && os.Getenv("CI") != "true" {
		t.Skip("axe-core is missing: run make setup")
	}
	found, err := p.Axe(script)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 || found[0].ID != "button-name" {
		t.Errorf("got %v", found)
	}
}
