package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience bounds every wait. It is long because a loaded machine is slow; a
// wait ends as soon as its condition holds.
const patience = 30 * time.Second

// Page is one tab with cookies and storage of its own: one more person.
type Page struct {
	ctx    context.Context
	cancel context.CancelFunc

	still bool // no script runs, so no timer of the page does

	mu       sync.Mutex
	problems []string
	excused  []string // parts of what is no problem
}

// NewPage opens an empty tab of width × height CSS pixels.
func (b *Browser) NewPage(width, height int64) (*Page, error) {
	p := &Page{}
	p.ctx, p.cancel = chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext(), chromedp.WithListener(p.listen))
	// The context of the first call bounds the tab's life, so it must not be one
	// with a deadline.
	if err := chromedp.Do(p.ctx, chromedp.EmulateViewport(width, height)); err != nil {
		p.cancel()
		return nil, err
	}
	return p, nil
}

// Close closes the tab.
func (p *Page) Close() { p.cancel() }

// listen remembers what went wrong on the page: errors and warnings on the
// console, uncaught exceptions, failed requests, violations of the content
// security policy.
func (p *Page) listen(ev any) {
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		switch ev.Type {
		case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
			p.note("console." + string(ev.Type) + ": " + arguments(ev.Args))
		}
	case *runtime.EventExceptionThrown:
		p.note("exception: " + exception(ev.ExceptionDetails))
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.EntryLevelError || ev.Entry.Level == log.EntryLevelWarning {
			p.note(string(ev.Entry.Source) + ": " + ev.Entry.Text + " " + ev.Entry.URL)
		}
	}
}

func (p *Page) note(problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.ContainsFunc(p.excused, func(part string) bool { return strings.Contains(problem, part) }) {
		p.problems = append(p.problems, problem)
	}
}

// Excuse is for what a test does on purpose: from now on, whatever contains this part is
// no problem, however late the browser tells it.
func (p *Page) Excuse(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.excused = append(p.excused, part)
}

func arguments(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		if a.Description != "" {
			words = append(words, a.Description)
			continue
		}
		words = append(words, string(a.Value))
	}
	return strings.Join(words, " ")
}

func exception(d *runtime.ExceptionDetails) string {
	text := d.Text
	if d.Exception != nil {
		text += " " + d.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", text, d.URL, d.LineNumber+1)
}

// Problems returns what went wrong since the last call.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.problems
	p.problems = nil
	return out
}

// Do runs steps, at most as long as patience lasts.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

// Open goes to an address and waits until it has loaded.
func (p *Page) Open(url string) error {
	if err := p.Do(chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("opening %s: %w", url, err)
	}
	return nil
}

// Resize sets the size of the tab in CSS pixels.
func (p *Page) Resize(width, height int64) error {
	return p.Do(chromedp.EmulateViewport(width, height))
}

// Media emulates a CSS media feature, for example prefers-color-scheme dark.
// An empty value ends it.
func (p *Page) Media(feature, value string) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
	return err
}

// Scripts lets the page's own scripts run, or not, from the next page on.
func (p *Page) Scripts(on bool) error {
	p.still = !on
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
	return err
}

// Before runs JavaScript in every document that the tab opens from now on, before
// the page's own.
func (p *Page) Before(script string) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	return err
}

// Paper shows the page as it is printed.
func (p *Page) Paper() error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	return err
}

// Screenshot returns a PNG of what the tab shows.
func (p *Page) Screenshot() ([]byte, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// Type gives an element the focus and presses the keys.
func (p *Page) Type(selector, keys string) error {
	if err := p.Do(chromedp.SendKeys(chromedp.CSS(selector), keys, chromedp.NodeVisible)); err != nil {
		return fmt.Errorf("typing into %s: %w", selector, err)
	}
	return nil
}

// Press presses keys wherever the focus is.
func (p *Page) Press(keys string) error { return p.Do(chromedp.KeyEvent(keys)) }

// Text returns the visible text of the first match, blanks joined.
func (p *Page) Text(selector string) (string, error) {
	text, err := Eval[string](p, `document.querySelector(`+Quote(selector)+`)?.innerText ?? ""`)
	return strings.Join(strings.Fields(text), " "), err
}

// Quote writes s as a JavaScript string.
func Quote(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(raw)
}

// Choose picks an option of a select by its value.
func (p *Page) Choose(selector, value string) error {
	err := p.Do(Script(`
		const select = document.querySelector(` + Quote(selector) + `);
		select.value = ` + Quote(value) + `;
		if (select.value !== ` + Quote(value) + `) throw new Error("no such option");
		select.dispatchEvent(new Event("input", {bubbles: true}));
		select.dispatchEvent(new Event("change", {bubbles: true}));`))
	if err != nil {
		return fmt.Errorf("choosing %s in %s: %w", value, selector, err)
	}
	return nil
}

// Script runs JavaScript statements on the page.
func Script(statements string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void]("{" + statements + "}")
}
