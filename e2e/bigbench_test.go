package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// The time from one frame to the next while a timeline of more than 10,000
// events is panned and zoomed in every frame, and the page's DOM nodes.
func BenchmarkTenThousandEvents(b *testing.B) {
	reportFrames(b, bigLab(b, "12m", 10_000))
}

// The same for 100,000, and how long a page takes that is opened on them: from the
// start of the navigation until all of them are on the timeline.
func BenchmarkHundredThousandEvents(b *testing.B) {
	p := bigLab(b, "2h", 100_000, "--max-events", "150000", "--queue-size", "64MiB")
	address, err := browser.Eval[string](p.Page, `location.href`)
	check(b, err)
	check(b, p.Open(address))
	p.live()
	p.see("all events", `Number(document.querySelector("[data-scrub]").max) >= 100000`)
	opened, err := browser.Eval[float64](p.Page, `performance.now()`)
	check(b, err)
	reportFrames(b, p)
	b.ReportMetric(opened, "ms-opening")
}

func reportFrames(b *testing.B, p lab) {
	b.Helper()
	frames, err := browser.Eval[[]float64](p.Page, frames)
	check(b, err)
	nodes, err := browser.Eval[int](p.Page, `document.querySelectorAll("*").length`)
	check(b, err)
	_, events := p.seq()
	for b.Loop() { // one run of many frames says it all
	}
	report(b, milliseconds(frames))
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(events), "events")
}

func milliseconds(all []float64) (took []time.Duration) {
	for _, ms := range all {
		took = append(took, time.Duration(ms*float64(time.Millisecond)))
	}
	return took
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

// bigLab is a lab in which A has worked for so long: B has asked for the lock some
// 1.5 times a second, and each attempt makes nine events.
func bigLab(b *testing.B, work string, events int, flags ...string) lab {
	b.Helper()
	s, err := server.Start(program, append(flags, "--lessons", longLesson(b, work))...)
	check(b, err)
	b.Cleanup(func() { check(b, s.Stop()) })
	l := lab{b, visit(b, 1366, 768, homePath)}
	check(b, l.Open(s.URL+"/lessons/ten-thousand-events"))
	l.live()
	l.must("run end")
	if _, head := l.seq(); head < events {
		b.Fatalf("only %d events", head)
	}
	return l
}

// longLesson is a directory with the lesson of a long wait, of this length.
func longLesson(b *testing.B, work string) (dir string) {
	b.Helper()
	const name = "99-ten-thousand-events"
	dir = b.TempDir()
	check(b, os.Mkdir(filepath.Join(dir, name), 0o755))
	for _, file := range []string{"lesson.md", "scenario.yaml"} {
		text, err := os.ReadFile(filepath.Join("testdata", name, file))
		check(b, err)
		text = bytes.ReplaceAll(text, []byte("work 12m"), []byte("work "+work))
		check(b, os.WriteFile(filepath.Join(dir, name, file), text, 0o644))
	}
	return dir
}

// The time from one frame to the next while 250 events a second come in from another
// page of the lab, at the end of a timeline of more than 10,000.
func BenchmarkTenThousandEventsStreaming(b *testing.B) {
	p := bigLab(b, "12m", 10_000)
	took, err := browser.Eval[[]float64](p.Page, streaming)
	check(b, err)
	for b.Loop() { // one run of many frames says it all
	}
	report(b, milliseconds(took))
	_, events := p.seq()
	b.ReportMetric(float64(events), "events")
}

// streaming is another page of the lab that acts, two events each time, and asks
// again when it is answered or 8 ms are over.
const streaming = `(async () => {
	const line = new WebSocket(document.body.dataset.socket);
	const scrub = document.querySelector("[data-scrub]");
	const started = Number(scrub.max);
	let id = 1, seq = 0;
	await new Promise(done => line.onopen = done);
	line.onmessage = ({data}) => { const frame = JSON.parse(data); if (frame.head) seq = frame.head.seq; };
	line.send(JSON.stringify({id: id++, do: "hello"}));
	while (!seq) await new Promise(done => setTimeout(done, 5));
	let on = true;
	(async () => {
		for (let i = 0; on; i++) {
			line.send(JSON.stringify({id: id++, do: "act", seq, text: "slow redis-1 " + (1 + i % 9) + "ms"}));
			await new Promise(done => setTimeout(done, 25));
		}
	})();
	const frame = () => new Promise(requestAnimationFrame);
	const took = [];
	let last = await frame();
	for (const end = last + 6000; last < end; ) {
		const now = await frame();
		took.push(now - last);
		last = now;
	}
	on = false;
	line.close();
	if (Number(scrub.max) < started + 100) throw new Error("only " + (Number(scrub.max) - started) + " events came");
	return took;
})()`
