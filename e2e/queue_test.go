package e2e

import (
	"fmt"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// queueLabs are the labs of locks that are queues of keys.
var queueLabs = []struct{ path, server, title string }{
	{"/lab/etcd", "etcd-1", "Keys under the lock, by create revision"},
	{"/lab/zookeeper", "zookeeper-1", "Znodes under the lock, by czxid"},
}

// A client that stops keeps its place until its lease or session runs out; then
// the next is woken, while the first still believes. The page says all of it.
func TestAQueueOfKeysByClicks(t *testing.T) {
	for _, q := range queueLabs {
		t.Run(q.server, func(t *testing.T) {
			l := openLab(t, 1366, 768, q.path)
			l.must("until C waiting")
			l.see("what the server is", `document.querySelector(".row--server [data-lane-what]").textContent !== ""`)
			l.click("#tab-ballot")
			l.see("the queue", fmt.Sprintf(`document.querySelector('#panel-ballot table[aria-label=%s]') !== null`, browser.Quote(q.title)))
			l.queue("A holds the lock", "B waits behind A", "C waits behind B")
			l.onLane("A", `[data-fault="pause"]`)
			l.must("until " + q.server + " watch-fired")
			l.queue("B first; watch fired", "C waits behind B", "A believes, without a key")
			l.see("why A's belief is stale", `document.querySelector(".queue__note")?.textContent.includes("its key is gone")`)
			l.runTo("acquired")
			l.queue("B holds the lock", "C waits behind B", "A believes, without a key")
			l.verdict("two-believers", "violated")
			l.notViolated("mutual-exclusion")
			keep(t, l.Page, "queue "+q.server)
			for _, name := range themes {
				theme(t, l.Page, name)
				axe(t, l.Page)
			}
			theme(t, l.Page, "light")
			for _, s := range screens {
				check(t, l.Resize(s.width, s.height))
				noSidewaysScroll(t, l.Page)
			}
		})
	}
}

// queue waits until the panel has these rows, each a client and how it stands.
func (l lab) queue(rows ...string) {
	l.t.Helper()
	for i, row := range rows {
		l.see("row "+row, fmt.Sprintf(`document.querySelectorAll("#panel-ballot tbody tr")[%d]?.innerText.replace(/\s+/g, " ").startsWith(%s)`, i, browser.Quote(row)))
	}
}

// Heartbeats are left out of the narration and of what Step stops at, until
// somebody wants to see them.
func TestHeartbeatsAreLeftOutUntilAskedFor(t *testing.T) {
	const count = `[...document.querySelectorAll("[data-events] tbody tr")].filter(row => /LeaseKeepAlive/.test(row.textContent)).length`
	l := openLab(t, 1366, 768, "/lab/etcd")
	l.must("until B waiting", "pause A 15s", "until C waiting")
	l.click(`[data-go="step"]`) // passes over the heartbeats of B and C, to the end of A's lease
	l.see("what comes after the heartbeats", `/the watch of B fires/.test(document.querySelector("[data-events] tr[data-here]")?.textContent)`)
	l.see("none in the narration", count+` === 0`)
	l.see("how many are left out", `/\d+ events left out/.test(document.querySelector("[data-beats]").innerText)`)
	l.click("[data-quiet]")
	l.see("all of them", count+` > 5`)
	l.see("none is left out", `!/left out/.test(document.querySelector("[data-beats]").innerText)`)
	l.must("back B waiting")
	l.click("[data-quiet]")
	l.must("back etcd-1 key-gone")
	l.click(`[data-go="back"]`)
	l.click(`[data-go="back"]`)
	l.see("what was before the heartbeats", `!/LeaseKeepAlive/.test(document.querySelector("[data-events] tr[data-here]").textContent)`)
	l.click("#tab-inspector")
	l.see("the switch only beside the narration", `document.querySelector("[data-beats]").hidden`)
}

// The inspector shows the server's own numbers, and how to see the same keys.
func TestTheInspectorShowsWhatWasReallySent(t *testing.T) {
	for _, q := range queueLabs {
		l := openLab(t, 1366, 768, q.path)
		l.must("until "+q.server+" session-opened", "back "+q.server+" executed")
		l.click("#tab-inspector")
		l.see("the raw answer", `document.querySelector("#panel-inspector").innerText.includes("As answered")`)
		l.see("a command for the reader's own tool", `/etcdctl|zkCli/.test(document.querySelector("#panel-inspector .copyline").innerText)`)
	}
}

// The signs are explained by the figure's own drawings: those of the lab's kind of
// lock, and no others.
func TestTheSignsAreExplained(t *testing.T) {
	for path, signs := range map[string][2]string{"/lab/etcd": {"The watch fires", "A server said yes"}, "/lab/redlock": {"A server said yes", "The watch fires"}} {
		l := openLab(t, 1366, 768, path)
		l.click(`[data-open="help"]`)
		l.see(signs[0], `document.querySelector("[data-legend]").innerText.includes(`+browser.Quote(signs[0])+`)`)
		l.see("not "+signs[1], `!document.querySelector("[data-legend]").innerText.includes(`+browser.Quote(signs[1])+`)`)
		l.see("drawings", `[...document.querySelectorAll("[data-legend] canvas")].every(c => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some(v => v))`)
		axe(t, l.Page)
	}
}
