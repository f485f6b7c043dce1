package main

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/lockviz/lockviz/e2e/server"
)

// options say which server is under load.
type options struct {
	At      string `placeholder:"URL" help:"A lockviz that runs on this machine already, with limits that let the load in. Without it, one is started."`
	Program string `placeholder:"FILE" help:"The program to start. Without it, it is built."`
	Race    bool   `help:"Build it with the race detector. What that finds is an error, too."`
}

// target is the server under load.
type target struct {
	url string         // without a slash at its end
	own *server.Server // nil: it ran already, and goes on
}

func (o options) start(flags []string) (*target, error) {
	if o.At != "" {
		at := strings.TrimRight(o.At, "/")
		return &target{url: at}, loopback(at)
	}
	program := o.Program
	if program == "" {
		dir, err := os.MkdirTemp("", "lockviz-load-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		var build []string
		if o.Race {
			build = []string{"-race"}
		}
		if program, err = server.Build(dir, build...); err != nil {
			return nil, err
		}
	}
	own, err := server.Start(program, flags...)
	if err != nil {
		return nil, err
	}
	t := &target{own.URL, own}
	if err := within(time.Minute, "etcd is up", t.ready); err != nil {
		return nil, errors.Join(err, t.stop())
	}
	return t, nil
}

// loopback refuses every address but this machine's own: a load is no way to
// treat another one.
func loopback(at string) error {
	u, err := url.Parse(at)
	if err != nil || u.Scheme != "http" {
		return fmt.Errorf("--at %s is not an address such as http://127.0.0.1:8080", at)
	}
	addr, err := netip.ParseAddr(u.Hostname())
	if u.Hostname() != "localhost" && (err != nil || !addr.IsLoopback()) {
		return fmt.Errorf("--at %s: only a lockviz on this machine may be put under load: 127.0.0.1, [::1] or localhost", at)
	}
	return nil
}

// stop ends a server that was started, and says what the race detector said.
func (t *target) stop() error {
	if t.own == nil {
		return nil
	}
	own := t.own
	t.own = nil
	err := own.Stop()
	if out := own.Output(); strings.Contains(out, "DATA RACE") {
		err = errors.Join(err, fmt.Errorf("the race detector found:\n%s", out))
	}
	return err
}

func (t *target) ready() bool {
	res, err := http.Get(t.url + "/readyz")
	if err != nil {
		return false
	}
	res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// hasRoom says early that the server will run out of files.
func (t *target) hasRoom(files int) error {
	now, err := t.figures()
	if most := now[maxFiles]; err == nil && most < float64(files) {
		return fmt.Errorf("the server may have %.0f files open, and needs about %d: raise the limit (ulimit -Hn) or ask for less", most, files)
	}
	return err
}

// The figures that are read, as /metrics names them.
const (
	processor  = "process_cpu_seconds_total"
	resident   = "process_resident_memory_bytes"
	openFiles  = "process_open_fds"
	maxFiles   = "process_max_fds"
	goroutines = "go_goroutines"
	liveHeap   = "go_gc_heap_live_bytes"
	collected  = "go_gc_duration_seconds_count"
	openLabs   = "lockviz_labs"
	wokenLabs  = `lockviz_labs_woken_total{outcome="woken"}`
	openPages  = "lockviz_sockets"
)

// figures are the server's, by the name and labels that they have in /metrics.
type figures map[string]float64

func (t *target) figures() (figures, error) {
	res, err := http.Get(t.url + "/metrics")
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s/metrics: %s", t.url, res.Status)
	}
	all := figures{}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			all[name] = n
		}
	}
	return all, lines.Err()
}

// settled are the figures after two garbage collections, so that only what is in
// use counts. Being asked makes garbage, too; and the runtime collects every two
// minutes.
func (t *target) settled() (now figures, err error) {
	first, err := t.figures()
	if err != nil {
		return nil, err
	}
	return now, within(5*time.Minute, "two garbage collections", func() bool {
		now, err = t.figures()
		return err != nil || now[collected] >= first[collected]+2
	})
}

// busy is how much of one processor the server takes while something is done.
func (t *target) busy(do func() error) (share float64, err error) {
	before, err := t.figures()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := do(); err != nil {
		return 0, err
	}
	lasted := time.Since(began)
	after, err := t.figures()
	return (after[processor] - before[processor]) / lasted.Seconds(), err
}

// each is how much more there is of something for each of n.
func each(before, after figures, name string, n int) float64 {
	return (after[name] - before[name]) / float64(n)
}

// within waits until something is so.
func within(most time.Duration, what string, so func() bool) error {
	for end := time.Now().Add(most); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("not within %s: %s", most, what)
		}
	}
	return nil
}
