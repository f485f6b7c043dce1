package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/lockviz/lockviz/e2e/browser"
)

// challenge is a lab beside a challenge.
type challenge struct{ lab }

func openChallenge(t testing.TB, slug string) challenge {
	t.Helper()
	c := challenge{openLab(t, 1366, 768, "/challenges/"+slug)}
	c.ready()
	return c
}

// ready waits until the challenge's own script is there.
func (c challenge) ready() {
	c.t.Helper()
	c.see("a challenge that is ready", `document.querySelector("[data-challenge][data-ready]") !== null`)
}

// says waits until the page says so about the attempt, in its live region.
func (c challenge) says(text string) {
	c.t.Helper()
	c.see(text, `document.querySelector('[role="status"][data-challenge-says]').textContent === `+browser.Quote(text))
}

// marks waits until so many conditions are met and so many rules are broken.
func (c challenge) marks(met, broken int) {
	c.t.Helper()
	c.see(fmt.Sprintf("%d met, %d broken", met, broken), fmt.Sprintf(
		`document.querySelectorAll("[data-goal][data-met]").length === %d && document.querySelectorAll("[data-rule][data-broken]").length === %d`, met, broken))
}

// tally waits until the count and one's own best read so.
func (c challenge) tally(count, best string) {
	c.t.Helper()
	c.see("the tally", fmt.Sprintf(`document.querySelector("[data-tally]").textContent.trim() === %q && document.querySelector("[data-own-best]").textContent === %q`, count, best))
}

// listed waits until the list of challenges says so about one.
func (c challenge) listed(slug, text string) {
	c.t.Helper()
	check(c.t, c.Open(site.URL+"/challenges"))
	check(c.t, c.UntilText(`[data-challenge-card="`+slug+`"] [data-challenge-text]`, text))
}

// Two writers, by the mouse alone: with one action too many, then without it.
func TestAChallengeByTheMouse(t *testing.T) {
	c := openChallenge(t, "two-writers")
	c.tally("0", "–")
	c.marks(0, 0)
	c.see("the explanation closed", `document.querySelector("[data-after]").hidden`)
	c.see("one hint", `document.querySelectorAll("[data-hint]:not([hidden])").length === 1`)
	c.click("[data-hint] summary")
	c.see("the next hint", `document.querySelectorAll("[data-hint]:not([hidden])").length === 2`)

	c.fault("redis-1", "Slow down", nil)
	c.tally("1", "–")
	c.moveTo(c.step, "A", "has worked for 4s")
	c.onLane("A", `[data-fault="pause"]`)
	c.runTo("end")
	c.says("Solved with 2 actions. It can be done with 1: go back, or reset.")
	c.marks(2, 0)
	c.tally("2", "2")
	c.see("the explanation", `!document.querySelector("[data-after]").hidden`)

	c.click(`[data-go="reset"]`)
	c.says("")
	c.marks(0, 0)
	c.tally("0", "2")
	c.moveTo(c.step, "A", "has worked for 4s")
	c.onLane("A", `[data-fault="pause"]`)
	c.runTo("end")
	c.says("Solved with 1 action. Nobody is known to need fewer.")
	c.tally("1", "1")
	keep(t, c.Page, "challenge solved")
	c.listed("two-writers", "Solved with 1 action")
	check(t, c.UntilText("[data-challenges-state]", "You have solved 1 of"))
}

// A rule that is broken is shown, and to go back to before it mends that: the
// branch counts that is open.
func TestABrokenRule(t *testing.T) {
	c := openChallenge(t, "somebody-elses-lock")
	c.moveTo(c.step, "A", "believes it holds job:4471 with token 1, promised until 10.000200 s")
	c.fault("redis-1", "Jump", map[string]string{"jump": "+12s"})
	c.marks(0, 1)
	c.says("A rule is broken: No clock is touched. Go back to before that, or reset.")
	c.runTo("end")
	c.marks(1, 1)
	c.see("no explanation", `document.querySelector("[data-after]").hidden`)
	keep(t, c.Page, "challenge broken rule")
	c.must("back A acquired", "pause A 15s")
	c.branches(2)
	c.marks(0, 0)
	c.says("")
}

// Four at once, by the keyboard alone: the figure's keys and the command bar.
func TestAChallengeByTheKeyboard(t *testing.T) {
	c := openChallenge(t, "four-at-once")
	c.tabTo("[data-command-input]")
	for _, line := range []string{"until A acquired", "pause A 15s", "until A released"} {
		check(t, c.Press(line+kb.Enter))
		c.see("an answer to "+line, `document.querySelector("[data-command-says]").textContent === "Done."`)
	}
	c.says("Solved with 1 action. Nobody is known to need fewer.")
	c.marks(2, 0)
	c.tabTo("[data-next]")
	check(t, c.Press(kb.Enter))
	c.see("the next challenge", `document.querySelector("[data-challenge]")?.dataset.challenge === "checked-a-moment-ago"`)
	c.live()
	c.listed("four-at-once", "Solved with 1 action")
}

// A repair: as it is, with a change that does not help, with one more.
func TestARepair(t *testing.T) {
	c := openChallenge(t, "two-failovers")
	run := func(changes string) {
		t.Helper()
		c.click(`[name="run"]`)
		c.see("the page with "+changes, `location.search === `+browser.Quote(changes))
		c.live()
		c.ready()
	}
	run("")
	c.says("As it is, the run fails.")
	c.tally("0", "–")
	c.click(`[data-option="ttl"] label`)
	run("?with=ttl")
	c.says("With 1 change the run still fails. What each does is written below it.")
	c.see("one reason", `[...document.querySelectorAll("[data-why]")].filter((why) => !why.hidden).map((why) => why.closest("[data-option]").dataset.option).join() === "ttl"`)
	c.click(`[data-option="wait"] label`)
	run("?with=wait&with=ttl")
	c.says("Solved with 2 changes. Nobody is known to need fewer.")
	c.marks(3, 0)
	c.tally("2", "2")
	c.see("every reason", `[...document.querySelectorAll("[data-why]")].every((why) => !why.hidden)`)
	keep(t, c.Page, "repair solved")

	// What is done by hand is no repair.
	c.must("back A acquired", "pause A 1s")
	c.marks(0, 1)
	c.listed("two-failovers", "Solved with 2 changes")
}

// What counts is what the lab was opened with, also for a hand that is faster than the
// page's script.
func TestARepairCountsTheChangesOfItsLab(t *testing.T) {
	c := challenge{lab{t, tab(t, 1366, 768)}}
	check(t, c.Before(`new MutationObserver(() => document.querySelectorAll("[data-repair] input").forEach((input) => (input.checked = false)))
		.observe(document, {childList: true, subtree: true});`))
	check(t, c.Open(site.URL+"/challenges/two-failovers?with=wait&with=ttl&run=end"))
	c.ready()
	c.says("Solved with 2 changes. Nobody is known to need fewer.")
	c.tally("2", "2")
}

// Two changes of one thing: the later choice takes the earlier one back.
func TestChangesThatExcludeEachOther(t *testing.T) {
	c := openChallenge(t, "a-release-in-two-steps")
	c.click(`[data-option="script"] label`)
	c.click(`[data-option="plain-del"] label`)
	c.see("one choice", `[...document.querySelectorAll("[data-repair] input:checked")].map((input) => input.value).join() === "plain-del"`)
	check(t, c.UntilText("[data-repair-says]", "Taken back, because it changes the same: A and B compare and delete in one step on the server."))
}

// The solution that is shown can be replayed, and is not one's own.
func TestAShownSolution(t *testing.T) {
	c := openChallenge(t, "five-nodes-alive")
	c.click("[data-solution-part] summary")
	c.click("[data-solve]")
	c.says("Solved with 3 actions, after the solution was shown.")
	c.marks(1, 0)
	c.tally("3", "–")
	c.listed("five-nodes-alive", "Solved, after the solution was shown")

	r := openChallenge(t, "the-write-that-came-first")
	r.click("[data-solution-part] summary")
	r.click("[data-solve]")
	r.says("Solved with 2 changes, after the solution was shown.")
	r.tally("2", "–")
}

func TestChallengesAreAccessibleInEveryTheme(t *testing.T) {
	for _, path := range []string{"/challenges", "/challenges/somebody-elses-lock", "/challenges/two-failovers?with=ttl&run=end"} {
		t.Run(path, func(t *testing.T) {
			p := visit(t, 1366, 768, path)
			if path != "/challenges" {
				lab{t, p}.live()
				check(t, p.Do(browser.Script(`document.querySelectorAll("details").forEach((part) => (part.open = true))`)))
			}
			for _, name := range themes {
				theme(t, p, name)
				axe(t, p)
			}
		})
	}
}

func TestChallengesAtEverySize(t *testing.T) {
	for _, path := range []string{"/challenges", "/challenges/two-writers", "/challenges/two-failovers"} {
		p := visit(t, 1366, 768, path)
		for _, name := range []string{"light", "projector"} {
			theme(t, p, name)
			for _, s := range screens {
				check(t, p.Resize(s.width, s.height))
				keep(t, p, fmt.Sprintf("%s %s %dx%d", path[1:], name, s.width, s.height))
				noSidewaysScroll(t, p)
			}
		}
	}
}
