package redisnode_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/lockviz/lockviz/engine/redisnode"
)

// realRedis is a redis-server whose wall clock stands still until the test
// moves it. It syncs every write, so that a crash keeps what it knew.
type realRedis struct {
	t      testing.TB
	shim   string
	dir    string
	clock  *os.File
	server *exec.Cmd
	client *redis.Client
}

func startReal(t testing.TB) server {
	t.Helper()
	need(t, "redis-server")
	dir, err := os.MkdirTemp("", "redis") // a socket's path must be short
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	clock, err := os.Create(filepath.Join(dir, "clock"))
	must(t, err)
	r := &realRedis{t: t, shim: movableClock(t), dir: dir, clock: clock}
	r.SetClock(start)
	must(t, r.Restart())
	return r
}

// need skips the test on a person's machine that lacks a program, and fails it
// where everything has to be there.
func need(t testing.TB, program string) {
	t.Helper()
	switch _, err := exec.LookPath(program); {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is missing, and CI=true", program)
	default:
		t.Skipf("%s is missing: nothing is compared with a real Redis", program)
	}
}

var compiled struct {
	once sync.Once
	dir  string
	out  []byte
	err  error
}

// movableClock compiles testdata/clock.c, once, and returns the library.
func movableClock(t testing.TB) string {
	t.Helper()
	need(t, "gcc")
	c := &compiled
	c.once.Do(func() {
		if c.dir, c.err = os.MkdirTemp("", "clock"); c.err != nil {
			return
		}
		c.out, c.err = exec.Command("gcc", "-Wall", "-Wextra", "-O1", "-shared", "-fPIC",
			"-o", filepath.Join(c.dir, "clock.so"), "testdata/clock.c").CombinedOutput()
	})
	if c.err != nil {
		t.Fatalf("compiling testdata/clock.c: %v\n%s", c.err, c.out)
	}
	return filepath.Join(c.dir, "clock.so")
}

func (r *realRedis) SetClock(now time.Time) {
	var ns [8]byte
	binary.NativeEndian.PutUint64(ns[:], uint64(now.UnixNano()))
	_, err := r.clock.WriteAt(ns[:], 0)
	must(r.t, err)
}

// Restart starts the server and waits until it says that it is ready.
func (r *realRedis) Restart() error {
	socket := filepath.Join(r.dir, "socket")
	r.server = exec.Command("redis-server", "--port", "0", "--unixsocket", socket, "--dir", r.dir,
		"--save", "", "--appendonly", "yes", "--appendfsync", "always")
	r.server.Env = append(os.Environ(), "LD_PRELOAD="+r.shim, "LOCKVIZ_CLOCK="+r.clock.Name())
	log, err := r.server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := r.server.Start(); err != nil {
		return err
	}
	impatience := time.AfterFunc(20*time.Second, func() { r.server.Process.Kill() })
	defer impatience.Stop()
	if err := untilReady(log); err != nil {
		return err
	}
	r.client = redis.NewClient(&redis.Options{Network: "unix", Addr: socket, Protocol: 2, DisableIdentity: true, MaxRetries: -1, PoolSize: 1})
	return r.client.Ping(context.Background()).Err()
}

// untilReady reads the server's log until it accepts connections, and after
// that only so that it does not fill.
func untilReady(log io.Reader) error {
	var said strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "eady to accept connections") {
			go io.Copy(io.Discard, log)
			return nil
		}
	}
	return errors.New("redis-server ended, or took longer than 20 s to start:\n" + said.String())
}

// Crash kills the server, without a goodbye.
func (r *realRedis) Crash(loseData bool) {
	r.client.Close()
	must(r.t, r.server.Process.Kill())
	r.server.Wait() // its error is the kill
	if loseData {
		must(r.t, os.RemoveAll(filepath.Join(r.dir, "appendonlydir")))
	}
}

func (r *realRedis) Do(command ...string) (any, error) {
	args := make([]any, len(command))
	for i, word := range command {
		args[i] = word
	}
	reply, err := r.client.Do(context.Background(), args...).Result()
	var said redis.Error
	switch {
	case errors.Is(err, redis.Nil):
		return nil, nil
	case errors.As(err, &said):
		return redisnode.ErrReply(said.Error()), nil
	}
	return reply, err
}

func (r *realRedis) Close() {
	r.Crash(true)
	must(r.t, r.clock.Close())
}
