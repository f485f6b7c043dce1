// Command screenshot makes the picture in the README: the real page, after the
// stale write of the first lesson was accepted.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// story is what leads to the picture, as lines of the command bar.
var story = []string{"until A worked", "pause A 15s", "run acquired", "run write", "run write"}

func main() {
	out := flag.String("o", "lab.png", "write the picture to this `file`")
	theme := flag.String("theme", "light", "light, dark, contrast or projector")
	width := flag.Int64("width", 1366, "CSS pixels")
	height := flag.Int64("height", 768, "CSS pixels")
	flag.Parse()
	if err := run(*out, *theme, *width, *height); err != nil {
		fmt.Fprintln(os.Stderr, "screenshot:", err)
		os.Exit(1)
	}
}

func run(out, theme string, width, height int64) error {
	dir, err := os.MkdirTemp("", "lockviz-screenshot-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin, err := server.Build(dir)
	if err != nil {
		return err
	}
	site, err := server.Start(bin)
	if err != nil {
		return err
	}
	defer func() { _ = site.Stop() }()
	chromium, err := browser.Start()
	if err != nil {
		return err
	}
	defer chromium.Close()
	p, err := chromium.NewPage(width, height)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Before(`localStorage.setItem("lockviz.tour", "true")`); err != nil {
		return err // without it, the tour would be in the picture
	}
	if err := play(p, site.URL+"/lessons/the-pause-nobody-sees", theme); err != nil {
		return err
	}
	return save(p, out)
}

// play opens the lesson and brings its lab to the moment of the picture.
func play(p *browser.Page, url, theme string) error {
	if err := p.Open(url); err != nil {
		return err
	}
	if err := p.Until("a live lab", `document.querySelector("[data-link]").dataset.state === "live"`); err != nil {
		return err
	}
	if err := p.Choose("[data-theme-pick]", theme); err != nil {
		return err
	}
	for _, line := range story {
		if err := say(p, line); err != nil {
			return err
		}
	}
	return p.Until("the stale write", `document.querySelector('[data-verdict="stale-write"][data-status]').dataset.status === "violated"`)
}

// say types a line into the command bar and waits for its answer.
func say(p *browser.Page, line string) error {
	const says = `document.querySelector("[data-command-says]").textContent`
	err := p.Do(browser.Script(says + ` = ""; document.querySelector("[data-command-input]").value = "";`))
	if err != nil {
		return err
	}
	if err := p.Type("[data-command-input]", line+"\r"); err != nil {
		return err
	}
	return p.Until("the answer to "+line, says+` === "Done."`)
}

func save(p *browser.Page, out string) error {
	// No caret in the picture; and after two frames, what was asked for last is painted.
	const painted = `document.activeElement.blur(), new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`
	if _, err := browser.Eval[bool](p, painted); err != nil {
		return err
	}
	png, err := p.Screenshot()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(out, png, 0o644)
}
