package e2e

import (
	"fmt"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// lab is a lab page, in the words of somebody who uses it.
type lab struct {
	t testing.TB
	*browser.Page
}

func openLab(t testing.TB, width, height int64, path string) lab {
	t.Helper()
	l := lab{t, visit(t, width, height, path)}
	l.live()
	return l
}

// live waits until the page shows its lab and can be used.
func (l lab) live() {
	l.t.Helper()
	l.see("a live lab", `document.querySelector("[data-link]").dataset.state === "live"
		&& document.querySelector("[data-stage]").dataset.state !== "loading"
		&& document.querySelector(".row--client") !== null`)
}

// see waits until a JavaScript condition holds.
func (l lab) see(what, condition string) {
	l.t.Helper()
	check(l.t, l.Until(what, condition))
}

func (l lab) click(selector string) {
	l.t.Helper()
	check(l.t, l.Click(selector))
}

// told waits until the narration has a line.
func (l lab) told(lane, say string) {
	l.t.Helper()
	l.see(lane+" "+say+" in the narration", fmt.Sprintf(`[...document.querySelectorAll("[data-events] tbody tr")].some(row =>
		row.querySelector("[data-lane]").textContent === %s && row.querySelector("[data-say]").textContent.includes(%s))`,
		browser.Quote(lane), browser.Quote(say)))
}

// seq is the number of the event at the cursor, and of the last one.
func (l lab) seq() (cursor, head int) {
	l.t.Helper()
	text, err := l.Text("[data-count]")
	check(l.t, err)
	if _, err := fmt.Sscanf(text, "%d of %d", &cursor, &head); err != nil {
		l.t.Fatalf("the counter reads %q: %v", text, err)
	}
	return cursor, head
}

// step presses Step, and waits for the cursor to move.
func (l lab) step() {
	l.t.Helper()
	l.move("step")
}

// back presses Back, and waits for the cursor to move.
func (l lab) back() {
	l.t.Helper()
	l.move("back")
}

func (l lab) move(how string) {
	l.t.Helper()
	l.moves(func() { l.click(`[data-go="` + how + `"]`) })
}

// moves does something, and waits for the cursor to move.
func (l lab) moves(do func()) {
	l.t.Helper()
	before, err := l.Text("[data-count]")
	check(l.t, err)
	do()
	l.see("another event at the cursor", `document.querySelector("[data-count]").textContent.trim() !== `+browser.Quote(before))
}

// moveTo presses Step or Back until a line is at the cursor.
func (l lab) moveTo(move func(), lane, say string) {
	l.t.Helper()
	for range 200 {
		there, err := browser.Eval[string](l.Page, `(() => {
			const row = document.querySelector('[data-events] tr[aria-current="true"]');
			return row ? row.querySelector("[data-lane]").textContent + " " + row.querySelector("[data-say]").textContent : "";
		})()`)
		check(l.t, err)
		if there == lane+" "+say {
			return
		}
		move()
	}
	l.t.Fatalf("%q does not come within 200 moves", lane+" "+say)
}

func (l lab) runTo(goal string) {
	l.t.Helper()
	l.click(`[data-run="` + goal + `"]`)
}

// onLane presses a button in the head of a lane.
func (l lab) onLane(lane, button string) {
	l.t.Helper()
	l.click(`.row[data-lane="` + lane + `"] ` + button)
}

// verdict waits until a verdict has this status at the cursor.
func (l lab) verdict(name, status string) {
	l.t.Helper()
	l.see(name+" "+status, statusOf(name)+" === "+browser.Quote(status))
}

// notViolated waits until a verdict is not violated at the cursor.
func (l lab) notViolated(name string) {
	l.t.Helper()
	l.see(name+" not violated", statusOf(name)+` !== "violated"`)
}

// statusOf is a verdict's status as the page's list of all verdicts has it. The
// chips above the figure are only those for which there is room.
func statusOf(name string) string {
	return `document.querySelector('[data-verdict-list] [data-verdict="` + name + `"]')?.dataset.status`
}

// branches waits until so many histories are offered.
func (l lab) branches(n int) {
	l.t.Helper()
	l.see(fmt.Sprintf("%d branches", n), fmt.Sprintf(`document.querySelectorAll("[data-branches] [data-branch]").length === %d`, n))
}

// do types a line into the command bar, presses Enter, and returns what the
// page says about it.
func (l lab) do(line string) string {
	l.t.Helper()
	check(l.t, l.Do(browser.Script(`document.querySelector("[data-command-says]").textContent = "";
		document.querySelector("[data-command-input]").value = "";`)))
	check(l.t, l.Type("[data-command-input]", line+"\r"))
	l.see("an answer to "+line, `!["", "…"].includes(document.querySelector("[data-command-says]").textContent)`)
	says, err := l.Text("[data-command-says]")
	check(l.t, err)
	return says
}

// must does lines that the page has to accept.
func (l lab) must(lines ...string) {
	l.t.Helper()
	for _, line := range lines {
		if says := l.do(line); says != "Done." {
			l.t.Fatalf("%s: the page says %q", line, says)
		}
	}
}

// staleWrite brings a lab to the moment after A's stale write.
func (l lab) staleWrite() {
	l.t.Helper()
	l.must("until A worked", "pause A 15s", "run acquired", "run write", "run write")
	l.verdict("stale-write", "violated")
}

// What does not come is named, and the page stands at the end.
func TestWhatDoesNotComeIsNamed(t *testing.T) {
	l := openLab(t, 1366, 768, freePath)
	l.runTo("violation")
	check(t, l.UntilText("[data-notice]:not([hidden])", `no "violation" came, and the lab has ended`))
	if cursor, head := l.seq(); cursor == 0 || cursor != head {
		t.Errorf("the page stands at %d of %d", cursor, head)
	}
}
