package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// untilReady asks /readyz until it answers with this status, and returns what it
// says then. Whatever else it says on the way must be allowed.
func untilReady(t *testing.T, url string, status int, allowed string) (says string) {
	t.Helper()
	for {
		res, err := http.Get(url + "readyz")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if says = string(text); res.StatusCode == status && !strings.Contains(says, allowed) {
			return says
		}
		if res.StatusCode != http.StatusServiceUnavailable || !strings.Contains(says, allowed) {
			t.Fatalf("/readyz answers %d: %s", res.StatusCode, says)
		}
	}
}

func TestReadyWhenEtcdIs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	url := served(t, "--addr", "127.0.0.1:0", "--etcd-data-dir", dir)
	untilReady(t, url, http.StatusOK, "etcd is starting")
	if _, err := os.Stat(filepath.Join(dir, "lockviz-etcd", "member")); err != nil {
		t.Error(err)
	}
}

// Where etcd cannot be had, the rest is served, and /readyz says why. Once it can
// be had, it is.
func TestAServerWithoutEtcdServes(t *testing.T) {
	args := []string{"--addr", "127.0.0.1:0", "--etcd-data-dir", t.TempDir()}
	var second string
	t.Run("while another has the directory", func(inner *testing.T) {
		untilReady(inner, served(inner, args...), http.StatusOK, "etcd is starting")
		second = served(t, args...)
		if says := untilReady(inner, second, http.StatusServiceUnavailable, "etcd is starting"); !strings.Contains(says, "in use by another process") {
			inner.Errorf("/readyz says %q", says)
		}
		res, err := http.Get(second + "lab")
		if err != nil {
			inner.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			inner.Errorf("a lab's page: status %d", res.StatusCode)
		}
	})
	untilReady(t, second, http.StatusOK, "in use by another process")
}

func TestReadinessIsToldAtOnceAndTriedAgain(t *testing.T) {
	results := make(chan error)
	r := watchReadiness(func() error { return <-results })
	expect := func(want error) {
		t.Helper()
		if got := r.state(); !errors.Is(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	expect(errStarting)
	expect(errStarting)
	taken, gone := errors.New("taken"), errors.New("gone")
	results <- taken
	for errors.Is(r.state(), errStarting) {
		runtime.Gosched()
	}
	expect(taken) // and the call before has it tried again
	results <- nil
	for !r.isUp() {
		runtime.Gosched()
	}
	for _, now := range []error{nil, gone, nil} {
		go func() { results <- now }()
		expect(now)
	}
}

func (r *readiness) isUp() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.up
}
