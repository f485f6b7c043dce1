package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/e2e/server"
)

// The built program, without and with the race detector. go-zookeeper v1.0.4 races
// with itself, so what goes to labs of all kinds uses the first.
var program, watched string

func TestMain(m *testing.M) { os.Exit(built(m)) }

func built(m *testing.M) int {
	dir, err := os.MkdirTemp("", "lockviz-load-")
	defer os.RemoveAll(dir)
	if err == nil {
		program, err = server.Build(filepath.Join(dir, "plain"))
	}
	if err == nil {
		watched, err = server.Build(filepath.Join(dir, "watched"), "-race")
	}
	if err != nil {
		fmt.Println("FAIL:", err)
		return 1
	}
	return m.Run()
}

// put puts a small load on a program and wants it to find nothing wrong.
func put(t *testing.T, program string, m mode) string {
	t.Helper()
	to, err := run(options{Program: program}, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(to)
	return to.String()
}

func TestLabsStepAndBreak(t *testing.T) {
	out := put(t, watched, &labsCmd{Labs: 20, Stepping: 10, Steps: 40, Every: 20 * time.Millisecond, Faults: 4})
	if !strings.Contains(out, "of 400\n") || !strings.Contains(out, "of 100\n") {
		t.Error("not 400 steps and 100 faults")
	}
}

func TestARoomReadsOneLab(t *testing.T) {
	out := put(t, watched, &roomCmd{Pages: 30, Events: 40, Every: 10 * time.Millisecond, Stalled: 1})
	if n := strings.Count(out, "of 1200\n"); n != 2 {
		t.Errorf("%d times 1200 deliveries", n)
	}
}

func TestNothingIsLeftOfPeopleWhoCameAndWent(t *testing.T) {
	put(t, program, &soakCmd{People: 4, For: time.Millisecond, Away: 1500 * time.Millisecond})
}

func TestAStopUnderLoadLosesNothing(t *testing.T) {
	put(t, watched, &stopCmd{Labs: 20, Working: 15, Every: 20 * time.Millisecond, After: 10})
}

func TestOnlyThisMachineIsPutUnderLoad(t *testing.T) {
	for at, ok := range map[string]bool{
		"http://127.0.0.1:8080": true, "http://127.8.8.8:1/lockviz": true, "http://[::1]:8080": true, "http://localhost:8080": true,
		"http://10.0.0.1:8080": false, "http://example.org": false, "http://127.0.0.1.example.org": false, "http://localhost.example.org": false,
		"http://127.0.0.1@example.org": false, "http://0.0.0.0:8080": false, "http://[::]:8080": false, "http://[::ffff:10.0.0.1]": false,
		"https://127.0.0.1": false, "127.0.0.1:8080": false, "": false, "http://": false,
	} {
		if err := loopback(at); (err == nil) != ok {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func TestAServerWithTooFewFilesIsNotPutUnderLoad(t *testing.T) {
	_, err := run(options{Program: program}, &labsCmd{Labs: 1e9})
	if err == nil || !strings.Contains(err.Error(), "ulimit -Hn") {
		t.Error(err)
	}
}

func TestPercentiles(t *testing.T) {
	for n, want := range map[int]string{
		1: "p50 1.0  p95 1.0  p99 1.0  max 1.0 ms, of 1", 100: "p50 50.0  p95 95.0  p99 99.0  max 100.0 ms, of 100",
		200: "p50 100.0  p95 190.0  p99 198.0  max 200.0 ms, of 200", 0: "never",
	} {
		var all took
		for i := n; i > 0; i-- {
			all.add(time.Duration(i) * time.Millisecond)
		}
		if got := all.String(); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
