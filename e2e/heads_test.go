package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/e2e/browser"
)

// cramped names what in the head of a lane reaches out of it, or lies on something else
// there.
const cramped = `[...document.querySelectorAll(".row__head.lane")].flatMap((head) => {
	const out = head.getBoundingClientRect();
	const parts = [...head.querySelectorAll(".badge, .lane__name, .lane__state, .lane__tag, button, select")]
		.filter((e) => getComputedStyle(e).position !== "absolute" && e.getClientRects().length)
		.map((e) => [head.parentElement.dataset.lane + " " + (e.className || e.tagName), e.getBoundingClientRect()]);
	const over = parts.filter(([, box]) => box.left < out.left || box.right > out.right + 0.5 || box.top < out.top - 3 || box.bottom > out.bottom + 3);
	const onto = parts.flatMap(([name, a], i) => parts.slice(i + 1).filter(([, b]) =>
		Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4).map(([other]) => [name + " on " + other]));
	return [...over, ...onto].map(([name]) => name);
})`

// However many lanes there are, and whatever is done to them, each head shows its
// name, its state and its buttons whole.
func TestHeadsOfLanesHoldWhatIsInThem(t *testing.T) {
	for path, lines := range map[string][]string{
		"/lab/mutex":                {"run acquired", "crash A"},
		"/lab/redlock":              {"run write", "crash redis-3", "jump redis-2 +12s", "crash B", "pause A 15s"},
		"/lab/redis-replica":        {"run acquired", "crash redis-1", "jump A +5s"},
		"/scenarios/etcd-pause":     {"run write", "crash A", "pause B 15s"},
		"/scenarios/zookeeper-herd": {"run acquired", "crash B", "pause C 15s"},
	} {
		t.Run(path, func(t *testing.T) {
			l := openLab(t, 1366, 768, path)
			for _, line := range lines {
				l.must(line)
			}
			for _, name := range themes {
				theme(t, l.Page, name)
				for _, s := range screens {
					check(t, l.Resize(s.width, s.height))
					check(t, l.Until("a drawn frame", `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`))
					bad, err := browser.Eval[[]string](l.Page, cramped)
					check(t, err)
					if len(bad) > 0 {
						t.Errorf("%s at %d×%d: %s", name, s.width, s.height, strings.Join(bad, "; "))
						keep(t, l.Page, fmt.Sprintf("heads %s %s %d", path, name, s.width))
					}
				}
			}
		})
	}
}

// Another theme, or another size, moves everything: the line on which a client stands
// and the event that is read stay in sight.
func TestWhatIsReadStaysInSight(t *testing.T) {
	l := openLab(t, 1366, 768, lessonPath)
	l.staleWrite()
	const inSight = `[["#panel-code", ".line[data-now]"], ["#panel-narration", "tr[data-here]"]].every(([panel, part]) => {
		const out = document.querySelector(panel).getBoundingClientRect(), box = document.querySelector(panel + " " + part).getBoundingClientRect();
		return box.top >= out.top && box.top + 20 <= out.bottom; // its first line: some are higher than a low panel
	})`
	for _, name := range []string{"projector", "light", "contrast", "projector"} {
		theme(t, l.Page, name)
		l.see("what is read, in "+name, inSight)
	}
	for _, s := range screens {
		check(t, l.Resize(s.width, s.height))
		l.see(fmt.Sprintf("what is read, at %d×%d", s.width, s.height), inSight)
	}
}
