package browser

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// Eval evaluates a JavaScript expression on the page; of a promise, its value.
func Eval[T any](p *Page, expr string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
}

// Until waits until the expression is true. A page that is being replaced while
// it waits is not an error: the next one is asked.
func (p *Page) Until(what, expr string) error {
	deadline := time.Now().Add(patience)
	for {
		ok, err := Eval[bool](p, p.look(expr))
		if ok {
			return nil
		}
		if p.ctx.Err() != nil {
			return p.ctx.Err()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("waited %s for %s in vain: %s (last error: %v)", patience, what, expr, err)
		}
		if err != nil || p.still {
			time.Sleep(20 * time.Millisecond) // between two documents, or on one without timers; nothing there could tell us more
		}
	}
}

func (p *Page) look(expr string) string {
	if p.still {
		return "Boolean(" + expr + ")"
	}
	return watch(expr)
}

// watch looks at the expression on the page, again and again for a second, so
// that waiting costs one round trip. chromedp's own Poll builds a function from
// text, which a content security policy forbids.
func watch(expr string) string {
	return `(async () => {
		const end = performance.now() + 1000;
		for (;;) {
			if (` + expr + `) return true;
			if (performance.now() > end) return false;
			await new Promise(done => setTimeout(done, 10));
		}
	})()`
}

// UntilText waits until the text of a match contains part.
func (p *Page) UntilText(selector, part string) error {
	return p.Until(fmt.Sprintf("%q in %s", part, selector),
		`[...document.querySelectorAll(`+Quote(selector)+`)].some(e => e.textContent.replace(/\s+/g, " ").includes(`+Quote(part)+`))`)
}

// UntilThere waits until the selector matches something.
func (p *Page) UntilThere(selector string) error {
	return p.Until(selector, `document.querySelector(`+Quote(selector)+`) !== null`)
}
