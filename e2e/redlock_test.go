package e2e

import (
	"fmt"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// fault opens a lane's menu of faults, chooses among what a row offers, and
// presses the row's button.
func (l lab) fault(lane, label string, choices map[string]string) {
	l.t.Helper()
	l.onLane(lane, "[data-menu]")
	l.see("the faults of "+lane, `document.querySelector("[data-faults-title]").textContent === `+browser.Quote("Faults of "+lane))
	l.mark(fmt.Sprintf(`[...document.querySelectorAll(".faultrow")].find(row => row.querySelector("button").textContent === %s)`, browser.Quote(label)))
	for name, value := range choices {
		check(l.t, l.Choose(`.faultrow[data-chosen] [name="`+name+`"]`, value))
	}
	l.click(".faultrow[data-chosen] button")
	l.see("the menu closed", `!document.getElementById("faults").matches(":popover-open")`)
}

// mark lets selectors find an element as [data-chosen].
func (l lab) mark(element string) {
	l.t.Helper()
	check(l.t, l.Do(browser.Script(`document.querySelectorAll("[data-chosen]").forEach(e => delete e.dataset.chosen); `+element+`.dataset.chosen = ""`)))
}

// Kleppmann's clock jump (2016), by the mouse alone: A has the first three of
// five nodes, the clock of the third jumps, and B gets the last three.
func TestTheClockThatJumpedByClicksAlone(t *testing.T) {
	l := openLab(t, 1366, 768, "/lab/redlock")
	for _, cable := range [][2]string{{"A", "redis-4"}, {"A", "redis-5"}, {"B", "redis-1"}, {"B", "redis-2"}} {
		l.fault(cable[0], "Cut", map[string]string{"other": cable[1]})
		l.told(cable[0], "cut "+cable[0]+" "+cable[1])
	}
	l.runTo("acquired")
	l.told("A", "believes it holds")
	l.notViolated("mutual-exclusion")
	keep(t, l.Page, "redlock A holds")

	l.fault("redis-3", "Jump", map[string]string{"jump": "+12s"})
	l.told("redis-3", "jump redis-3 +12s")
	l.told("redis-3", "is gone: expired")

	l.runTo("acquired")
	l.told("B", "believes it holds")
	l.verdict("mutual-exclusion", "violated")
	l.verdict("two-believers", "violated")
	keep(t, l.Page, "redlock both hold")
}
