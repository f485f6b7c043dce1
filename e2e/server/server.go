// Package server builds the program as a person would, and runs it on a free
// port of its own.
package server

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Root finds the repository's root: the nearest folder upwards with a go.mod.
func Root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("no go.mod above the working directory")
		}
		dir = parent
	}
}

// Build compiles the program into folder dir, with more flags of go build if there
// are any, and returns its path.
func Build(dir string, flags ...string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "lockviz")
	cmd := exec.Command("go", slices.Concat([]string{"build", "-o", bin}, flags, []string{"./cmd/lockviz"})...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return bin, nil
}

// Server is one running program.
type Server struct {
	URL  string // where it serves, without a slash at the end
	cmd  *exec.Cmd
	out  *transcript
	exit error // how it ended; set before its output ends
}

// Start runs the program on a free port and waits until it has said where it
// listens.
func Start(bin string, args ...string) (*Server, error) {
	return StartAt(bin, "127.0.0.1:0", args...)
}

// StartAt runs the program at an address and waits until it has said where it
// listens.
func StartAt(bin, addr string, args ...string) (*Server, error) {
	s := &Server{cmd: exec.Command(bin, append([]string{"--addr", addr}, args...)...), out: &transcript{}}
	r, w := io.Pipe()
	s.cmd.Stdout, s.cmd.Stderr = w, w
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	told := make(chan string, 1)
	go s.out.follow(r, told)
	go func() { s.exit = s.cmd.Wait(); _ = w.Close() }()
	select {
	case url, ok := <-told:
		if !ok {
			return nil, fmt.Errorf("the server ended at once:\n%s", s.Output())
		}
		s.URL = url
		return s, nil
	case <-time.After(30 * time.Second):
		_ = s.cmd.Process.Kill()
		return nil, fmt.Errorf("the server does not say where it listens:\n%s", s.Output())
	}
}

// Stop asks the server to stop, and reports whether it did so in time and with exit
// code 0.
func (s *Server) Stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-s.out.ended():
		if s.exit != nil {
			return fmt.Errorf("the server stopped with %w:\n%s", s.exit, s.Output())
		}
		return nil
	case <-time.After(15 * time.Second):
		_ = s.cmd.Process.Kill()
		return fmt.Errorf("the server did not stop within 15 s:\n%s", s.Output())
	}
}

// Kill ends the server as a power cut would, and waits until it is gone.
func (s *Server) Kill() error {
	err := s.cmd.Process.Kill()
	<-s.out.ended()
	return err
}

// Output is everything the server has printed.
func (s *Server) Output() string { return s.out.text() }

// address is what the program prints when it is ready.
var address = regexp.MustCompile(`http://[0-9a-zA-Z.\[\]:]+:[0-9]+`)

// transcript keeps what a program prints.
type transcript struct {
	mu    sync.Mutex
	lines strings.Builder
	end   chan struct{}
}

// follow reads to the end; the first address goes to told, which is closed if
// there was none.
func (t *transcript) follow(r io.Reader, told chan<- string) {
	defer close(t.ended())
	defer close(told)
	sc := bufio.NewScanner(r)
	sent := false
	for sc.Scan() {
		t.mu.Lock()
		t.lines.WriteString(sc.Text() + "\n")
		t.mu.Unlock()
		if url := address.FindString(sc.Text()); url != "" && !sent {
			sent = true
			told <- url
		}
	}
}

func (t *transcript) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lines.String()
}

func (t *transcript) ended() chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.end == nil {
		t.end = make(chan struct{})
	}
	return t.end
}
