package e2e

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/e2e/server"
)

// Process start → first page served.
func BenchmarkFirstPage(b *testing.B) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		s, err := server.Start(program)
		check(b, err)
		fetch(b, s.URL+lessonPath)
		took = append(took, time.Since(start))
		check(b, s.Stop())
	}
	report(b, took)
}

// Process start → /readyz says that etcd is up and visitors can come.
func BenchmarkReady(b *testing.B) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		s, err := server.Start(program)
		check(b, err)
		untilReady(b, s.URL+"/readyz")
		took = append(took, time.Since(start))
		check(b, s.Stop())
	}
	report(b, took)
}

// untilReady asks again and again: a server that is starting says so at once.
func untilReady(b *testing.B, url string) {
	for {
		res, err := http.Get(url)
		check(b, err)
		res.Body.Close()
		if res.StatusCode == http.StatusOK {
			return
		}
	}
}

// Click on Step → the event is painted, with the lab on loopback. The clock is
// the browser's. The page changes within a frame's callback, so a message posted
// then arrives when that frame has been painted.
func BenchmarkClickToPaint(b *testing.B) {
	p := openLab(b, 1366, 768, freePath)
	var took []time.Duration
	for b.Loop() {
		ms, err := browser.Eval[float64](p.Page, clickToPaint)
		check(b, err)
		if ms < 0 { // the lab has ended
			p.click(`[data-go="reset"]`)
			p.see("an empty lab", `document.querySelector("[data-scrub]").max === "0"`)
			continue
		}
		took = append(took, time.Duration(ms*float64(time.Millisecond)))
	}
	report(b, took)
}

const clickToPaint = `(async () => {
	const step = document.querySelector('[data-go="step"]');
	const count = document.querySelector("[data-count]");
	const before = count.textContent;
	const changed = new Promise(done => {
		new MutationObserver((_, o) => { o.disconnect(); done(); }).observe(count, {childList: true, characterData: true, subtree: true});
		setTimeout(done, 1000);
	});
	const start = performance.now();
	step.click();
	await changed;
	if (count.textContent === before) return -1;
	await new Promise(done => { const c = new MessageChannel(); c.port1.onmessage = done; c.port2.postMessage(0); });
	return performance.now() - start;
})()`

// BenchmarkScripts reports what the lab page loads as JavaScript.
func BenchmarkScripts(b *testing.B) {
	p := openLab(b, 1366, 768, freePath)
	urls, err := browser.Eval[[]string](p.Page, `performance.getEntriesByType("resource").map(e => e.name).filter(u => new URL(u).pathname.endsWith(".js"))`)
	check(b, err)
	var plain, zipped int
	for b.Loop() {
		plain, zipped = 0, 0
		for _, url := range urls {
			src := fetch(b, url)
			plain += len(src)
			zipped += len(gzipped(b, src))
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(len(urls)), "files")
	b.ReportMetric(float64(plain)/1024, "KB")
	b.ReportMetric(float64(zipped)/1024, "KB-gzip")
}

func fetch(b *testing.B, url string) []byte {
	b.Helper()
	resp, err := http.Get(url)
	check(b, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	check(b, err)
	if resp.StatusCode != http.StatusOK {
		b.Fatalf("%s: %s", url, resp.Status)
	}
	return body
}

func gzipped(b *testing.B, src []byte) []byte {
	b.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(src)
	check(b, err)
	check(b, w.Close())
	return out.Bytes()
}

// report gives the median and the 95th percentile in place of the mean.
func report(b *testing.B, took []time.Duration) {
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	at := func(q float64) float64 {
		return float64(took[int(q*float64(len(took)-1))]) / float64(time.Millisecond)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(at(0.5), "ms-p50")
	b.ReportMetric(at(0.95), "ms-p95")
}
