package browser

import (
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// spot is where an element can be clicked, or why it cannot.
type spot struct {
	X   float64 `json:"x"`
	Y   float64 `json:"y"`
	Why string  `json:"why"`
}

// find scrolls the first visible match to the middle and looks whether a click
// at its centre would reach it. What lies over it would get the click.
const find = `(selector => {
	const all = [...document.querySelectorAll(selector)];
	const e = all.find(e => e.checkVisibility({visibilityProperty: true}));
	if (!e) return {why: all.length ? "it is not visible" : "there is no such element"};
	if (e.matches(":disabled")) return {why: "it is disabled"};
	e.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
	const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
	const hit = document.elementFromPoint(x, y);
	if (!hit) return {why: "it is outside the window"};
	if (!e.contains(hit) && !hit.contains(e)) return {why: "it is covered by " + hit.outerHTML.slice(0, 120)};
	return {x, y, why: ""};
})`

// Click presses the mouse on the first visible element that the CSS selector
// matches, once it can be clicked.
func (p *Page) Click(selector string) error {
	deadline := time.Now().Add(patience)
	for {
		at, err := Eval[spot](p, find+"("+Quote(selector)+")")
		if err == nil && at.Why == "" {
			return p.Do(chromedp.MouseClickXY(at.X, at.Y))
		}
		if time.Now().After(deadline) || p.ctx.Err() != nil {
			return fmt.Errorf("cannot click %s: %s (last error: %v)", selector, at.Why, err)
		}
		time.Sleep(20 * time.Millisecond) // until the page has gone on
	}
}
