package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/trace"
)

// lockviz runs a command that ends by itself.
func lockviz(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(context.Background(), args, streams{&out, &err})
	return code, out.String(), err.String()
}

// served starts a server and returns its address; it is stopped, and its exit
// code checked, when the test ends.
func served(t *testing.T, args ...string) (url string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, args, streams{in, io.Discard})
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("nothing was printed (%v); exit code %d", err, <-code)
	}
	go io.Copy(io.Discard, out)
	t.Cleanup(func() {
		stop()
		if c := <-code; c != 0 {
			t.Errorf("exit code %d after an orderly stop", c)
		}
	})
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "lockviz is at ")
	if !ok {
		t.Fatalf("printed %q", line)
	}
	return url
}

func TestServeIsTheDefaultAndPrintsWhereItIs(t *testing.T) {
	url := served(t, "--addr", "127.0.0.1:0", "--base-path", "/x")
	if !strings.HasPrefix(url, "http://127.0.0.1:") || !strings.HasSuffix(url, "/x/") {
		t.Fatalf("the address is %q", url)
	}
	for _, path := range []string{"", "lab", "healthz"} {
		res, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
}

// lacks skips the test on a person's machine that lacks something, and fails it
// where everything has to be there.
func lacks(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("this machine has not %s, and CI=true", what)
	}
	t.Skipf("this machine has not %s", what)
}

func TestFlagsCanBeVariables(t *testing.T) {
	t.Setenv("LOCKVIZ_ADDR", "[::1]:0")
	t.Setenv("LOCKVIZ_DEV", "true")
	if l, err := net.Listen("tcp", "[::1]:0"); err != nil {
		lacks(t, "an IPv6 loopback")
	} else {
		l.Close()
	}
	url := served(t)
	res, err := http.Get(url + "storybook")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(url, "http://[::1]:") {
		t.Errorf("%sstorybook: %d", url, res.StatusCode)
	}
}

func TestATakenPort(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	code, out, errs := lockviz("serve", "--addr", l.Addr().String())
	if code != 1 || out != "" || !strings.Contains(errs, "--addr") || !strings.Contains(errs, l.Addr().String()+" is taken") {
		t.Errorf("exit code %d, printed %q and %q", code, out, errs)
	}
}

func TestFlagsThatMakeNoSense(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--addr 0.0.0.0:0", "--lan"},
		{"--addr :0", "--lan"},
		{"--addr 8080", "HOST:PORT"},
		{"--max-labs 0", "--max-labs"},
		{"--allow-host https://box.local", "no scheme"},
		{"--base-path /a//b", "between single slashes"},
		{"--base-path /../b", "between single slashes"},
		{"--base-path /%2e", "between single slashes"},
		{"--base-path //box.local/lockviz", "between single slashes"},
		{"--base-path https://box.local/", "between single slashes"},
		{"--idle 900ms", "--idle"},
		{"--requests-per-second 0", "--requests-per-second"},
		{"--max-heap 1MiB", "--max-heap is at least 64MiB"},
		{"--max-heap much", "for example 64MiB"},
		{"--queue-size=-1", "for example 64MiB"},
		{"--max-request 9999999999GiB", "for example 64MiB"},
		{"--max-request 1GiB", "from 1KiB to 8MiB"},
		{"--max-asleep -1", "--max-asleep"},
		{"--max-pages-per-lab 0", "--max-pages-per-lab"},
		{"--log-level loud", "log-level"},
		{"--log-format xml", "log-format"},
		{"--no-such-flag", "--no-such-flag"},
		{"--etcd-data-dir main_test.go", "main_test.go is not a directory"},
		{"run --etcd-data-dir main_test.go x.yaml", "main_test.go is not a directory"},
		{"--zookeeper zk1", "host:port"},
		{"--zookeeper zk1:2181,zk2", `"zk2"`},
		{"--zookeeper zk1:0", "host:port"},
		{"--zookeeper zk://zk1:2181/lockviz", "host:port"},
		{"run --zookeeper :2181 x.yaml", "host:port"},
		{"run", "<file>"},
	} {
		code, _, errs := lockviz(strings.Fields(c.args)...)
		if code != exitInput || !strings.Contains(errs, c.want) {
			t.Errorf("lockviz %s: exit code %d: %q does not name %s", c.args, code, errs, c.want)
		}
	}
}

func TestABrokenLessonStopsTheStart(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "50-broken", "lesson.md"), "no front matter\n")
	for _, args := range [][]string{{"--addr", "127.0.0.1:0", "--lessons", dir}, {"lint", dir}} {
		code, _, errs := lockviz(args...)
		if code == 0 || !strings.Contains(errs, filepath.Join("50-broken", "lesson.md")+":1:") {
			t.Errorf("%v: exit code %d: %s", args, code, errs)
		}
	}
}

const quiet = `title: Alone
seed: 7
lock: {kind: redis, name: "job:1", ttl: 10s}
clients:
  A: {steps: [acquire, write, release]}
expect: {foreign-release: %}
`

func TestRunSaysWhetherItCameOutAsExpected(t *testing.T) {
	dir := t.TempDir()
	for status, want := range map[string]int{"not-exercised": exitUnmet, "violated": exitUnmet, "holds": 0, "perhaps": exitInput} {
		file := filepath.Join(dir, status+".yaml")
		write(t, file, strings.ReplaceAll(quiet, "%", status))
		code, out, errs := lockviz("run", file)
		if code != want {
			t.Errorf("expecting %s: exit code %d, want %d\n%s%s", status, code, want, out, errs)
		}
		if want == exitInput && !strings.Contains(errs, file+":6:") {
			t.Errorf("%q does not name the place", errs)
		}
		if want == exitUnmet && !strings.Contains(errs, "expected foreign-release "+status+", but it holds: ") {
			t.Errorf("%q does not say what was expected", errs)
		}
		if want == 0 && !strings.Contains(out, "believes it holds job:1") {
			t.Errorf("no timeline in %s", out)
		}
	}
	if code, _, errs := lockviz("run", filepath.Join(dir, "none.yaml")); code != exitInput {
		t.Errorf("a missing file: exit code %d: %s", code, errs)
	}
}

// full is an output with no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// What could not be written was not reported.
func TestRunFailsWhenNobodyCanReadIt(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		args := []string{"run", "--format", format, "../../scenarios/pause.yaml"}
		if code := run(context.Background(), args, streams{full{}, io.Discard}); code != 1 {
			t.Errorf("%s: exit code %d", format, code)
		}
	}
}

// A file may have no end.
func TestAFileIsNotReadFurtherThanItMayBeLong(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		lacks(t, "an endless file")
	}
	for command, want := range map[string]int{"run": 2, "lint": 1} {
		if code, _, stderr := lockviz(command, "/dev/zero"); code != want || !strings.Contains(stderr, "the file is too long") {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
	}
}

func TestRunAsJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "alone.yaml")
	write(t, file, strings.ReplaceAll(quiet, "%", "holds"))
	_, out, _ := lockviz("run", "--format", "json", file)
	var got struct {
		Title    string
		Seed     uint64
		Events   []trace.Event
		Verdicts map[string]struct {
			Status string
			Events []int
			Text   string
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if v := got.Verdicts["foreign-release"]; got.Title != "Alone" || got.Seed != 7 || len(got.Events) == 0 || v.Status != "holds" || v.Events == nil {
		t.Errorf("%+v", got)
	}
	_, once, _ := lockviz("run", file)
	if _, again, _ := lockviz("run", file); again != once {
		t.Errorf("two runs of one file differ:\n%s\n%s", once, again)
	}
}

func TestVersion(t *testing.T) {
	if code, out, _ := lockviz("version"); code != 0 || !strings.HasPrefix(out, "lockviz ") {
		t.Errorf("%d %q", code, out)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
