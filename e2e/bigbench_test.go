package e2e

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// The time from one frame to the next while a timeline of more than 10,000
// events is panned and zoomed in every frame, and the page's DOM nodes.
func BenchmarkTenThousandEvents(b *testing.B) {
	p := bigLab(b)
	frames, err := browser.Eval[[]float64](p.Page, frames)
	check(b, err)
	nodes, err := browser.Eval[int](p.Page, `document.querySelectorAll("*").length`)
	check(b, err)
	_, events := p.seq()
	var took []time.Duration
	for _, ms := range frames {
		took = append(took, time.Duration(ms*float64(time.Millisecond)))
	}
	for b.Loop() { // one run of many frames says it all
	}
	report(b, took)
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(events), "events")
}

// frames presses the buttons for pan and zoom, one press a frame. They undo one
// another, so that the view stays wide and full of events.
const frames = `(async () => {
	const presses = ["zoom-in", "pan-right", "zoom-out", "pan-left", "zoom-in", "zoom-in", "pan-right", "zoom-out", "zoom-out", "pan-left"];
	const frame = () => new Promise(requestAnimationFrame);
	const took = [];
	let last = await frame();
	for (let i = 0; i < 330; i++) {
		document.querySelector('[data-view="' + presses[i % presses.length] + '"]').click();
		const now = await frame();
		took.push(now - last);
		last = now;
	}
	return took.slice(10);
})()`

func bigLab(b *testing.B) lab {
	b.Helper()
	s, err := server.Start(program, "--lessons", "testdata")
	check(b, err)
	b.Cleanup(func() { check(b, s.Stop()) })
	l := lab{b, visit(b, 1366, 768, homePath)}
	check(b, l.Open(s.URL+"/lessons/ten-thousand-events"))
	l.live()
	l.must("run end")
	if _, head := l.seq(); head < 10_000 {
		b.Fatalf("only %d events", head)
	}
	return l
}
