package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gorilla/websocket"
)

// mostBytes is what the program in the image may have.
const mostBytes = 45_000_000

// image is what the Dockerfile says.
type image struct {
	build []string // the words of go build, without its output and package
	user  string
	args  []string
}

// readDockerfile reads it as with --build-arg VERSION=version.
func readDockerfile(t *testing.T, version string) (i image) {
	t.Helper()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	part := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindSubmatch(text)
		if m == nil {
			t.Fatalf("the Dockerfile has nothing like %s", pattern)
		}
		return string(m[1])
	}
	for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(part(`(?m)^RUN CGO_ENABLED=0 go build (.*) -o /lockviz \./cmd/lockviz$`), -1) {
		i.build = append(i.build, strings.ReplaceAll(strings.Trim(word, `"`), "$VERSION", version))
	}
	i.user = part(`(?m)^USER (\d+:\d+)$`)
	i.args = strings.Split(strings.ReplaceAll(part(`(?m)^CMD \[(.*)\]$`), `"`, ""), ", ")
	return i
}

// The image without Docker: its program alone in a file system that cannot be written
// but for one directory, as the image's user, with the image's arguments.
func TestTheImage(t *testing.T) {
	i, root := readDockerfile(t, "v1.2.3"), t.TempDir()
	program := filepath.Join(root, "lockviz")
	build := exec.Command("go", append(append([]string{"build"}, i.build...), "-o", program, "./cmd/lockviz")...)
	build.Dir = buildContext(t)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(program, "version").Output(); err != nil || !strings.HasPrefix(string(out), "lockviz v1.2.3 (") {
		t.Errorf("its version is %q, %v", out, err)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the program has %.1f MB; allowed: %d", float64(info.Size())/1e6, mostBytes/1_000_000)
	if info.Size() > mostBytes {
		t.Errorf("the program has %d bytes; allowed: %d", info.Size(), mostBytes)
	}
	for _, dir := range []string{"tmp", "data"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("with etcd's data in a temporary directory", func(t *testing.T) { i.serves(t, root, "tmp") })
	t.Run("with --etcd-data-dir", func(t *testing.T) { i.serves(t, root, "data", "--etcd-data-dir", "/data") })
}

// buildContext is what .dockerignore lets through, in a directory of its own.
func buildContext(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	dir, never := t.TempDir(), []string{}
	var in []string
	for line := range strings.Lines(string(text)) {
		name, isIn := strings.CutPrefix(strings.TrimSpace(line), "!")
		base, isNever := strings.CutPrefix(name, "**/")
		switch {
		case isIn:
			in = append(in, name)
		case isNever:
			never = append(never, base)
		case name != "*" && name != "" && !strings.HasPrefix(name, "#"):
			t.Fatalf("this test does not know what %q in .dockerignore means", name)
		}
	}
	for _, name := range in {
		if err := copyTree(filepath.Join("../..", name), filepath.Join(dir, name), never); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// copyTree copies a file or a directory, without what has a name that is never in.
func copyTree(from, to string, never []string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isNever := slices.ContainsFunc(never, func(pattern string) bool { ok, _ := filepath.Match(pattern, d.Name()); return ok })
		target := to + strings.TrimPrefix(path, from)
		switch {
		case isNever && d.IsDir():
			return fs.SkipDir
		case isNever:
			return nil
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

// caged runs a program in root: all of it read-only but for one directory.
const caged = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && mount -t tmpfs -o mode=1777 tmpfs "$1/$2" || exit 125
root=$1 user=$3; shift 3; exec chroot --userspec="$user" --groups= "$root" /lockviz "$@"`

// serves starts the program, opens a page and a lab, and stops it.
func (i image) serves(t *testing.T, root, writable string, more ...string) {
	needsCage(t)
	args := []string{"--mount", "sh", "-c", caged, "sh", root, writable, i.user}
	for _, arg := range append(i.args, more...) {
		args = append(args, strings.Replace(arg, ":8080", ":0", 1)) // a free port
	}
	cmd := exec.Command("unshare", args...)
	cmd.Env = nil // as in the image
	var log strings.Builder
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("it does not start: %v, %v\n%s", err, cmd.Wait(), &log)
	}
	go io.Copy(io.Discard, out)
	url := strings.TrimPrefix(strings.TrimSpace(line), "lockviz is at ")
	untilReady(t, url, http.StatusOK, "etcd is starting")
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(page), "<h1") {
		t.Errorf("the first page: status %d, %v", res.StatusCode, err)
	}
	stopped := stepsUntilStopped(t, url, "free/etcd")
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v after SIGTERM\n%s", err, &log)
	}
}

// needsCage is for a test that needs a program to be shut in.
func needsCage(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		lacks(t, "a way to shut a program in: the tests do not run as root")
	}
	if out, err := exec.Command("unshare", "--mount", "sh", "-c", "mount -t tmpfs tmpfs /mnt && chroot --version").CombinedOutput(); err != nil {
		lacks(t, fmt.Sprintf("leave to mount a file system: %v: %s", err, out))
	}
}

// stepsUntilStopped has a page step a lab for ever. It returns once the first step is
// acknowledged. The channel tells whether the server said goodbye, and acknowledged
// what it had done.
func stepsUntilStopped(t *testing.T, url, slug string) <-chan error {
	t.Helper()
	origin := strings.TrimSuffix(url, "/")
	conn, _, err := websocket.DefaultDialer.Dial(strings.Replace(url, "http", "ws", 1)+"labs/socket?lab="+slug, http.Header{"Origin": {origin}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	begun, stopped := make(chan struct{}), make(chan error, 1)
	go func() { stopped <- stepping(conn, begun) }()
	<-begun
	return stopped
}

func stepping(conn *websocket.Conn, begun chan<- struct{}) error {
	ask := func(id int, do string) { conn.WriteJSON(map[string]any{"id": id, "do": do}) }
	ask(1, "hello")
	seq, id := 0, 1
	for {
		var f struct {
			Type, Text string
			ID         int
			From       int
			Head       struct {
				Seq   int
				Ended bool
			}
		}
		err := conn.ReadJSON(&f)
		var bye *websocket.CloseError
		switch {
		case errors.As(err, &bye) && bye.Code == websocket.CloseGoingAway:
			return nil
		case err != nil:
			return err
		case f.Type == "events" && f.From != seq:
			return fmt.Errorf("events after %d, but the log ends at %d", f.From, seq)
		case f.Type == "events" || f.Type == "snapshot":
			seq = f.Head.Seq
		case f.Type == "done":
			if id++; id == 3 {
				close(begun)
			}
			ask(id, map[bool]string{false: "step", true: "reset"}[seq > 100])
		}
	}
}
