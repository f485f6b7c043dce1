package redisnode_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/redisnode"
)

// server is what the contract is about: a Redis whose wall clock the test
// moves. Nothing in it waits for the real time.
type server interface {
	Do(command ...string) (any, error)
	SetClock(time.Time)
	Crash(loseData bool)
	Restart() error
	Close()
}

// The contract is kept by both, or our node teaches something that is not so.
func TestContract(t *testing.T) {
	for _, kind := range []struct {
		name  string
		start func(testing.TB) server
	}{
		{"our node", startOurs},
		{"redis-server", startReal},
	} {
		t.Run(kind.name, func(t *testing.T) {
			for _, c := range contract {
				t.Run(c.name, func(t *testing.T) {
					b := begin(t, kind.start)
					c.play(b)
				})
			}
		})
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if compiled.dir != "" {
		os.RemoveAll(compiled.dir)
	}
	os.Exit(code)
}

var start = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// bench is a server on the test bench.
type bench struct {
	t      rapid.TB
	server server
	now    time.Time
}

func begin(t testing.TB, open func(testing.TB) server) *bench {
	s := open(t)
	t.Cleanup(s.Close)
	return &bench{t, s, start}
}

// send sends a command, given as one line.
func (b *bench) send(line string) any {
	b.t.Helper()
	return b.command(strings.Fields(line)...)
}

func (b *bench) command(words ...string) any {
	b.t.Helper()
	reply, err := b.server.Do(words...)
	must(b.t, err)
	return reply
}

// expect sends a command and compares the reply.
func (b *bench) expect(line string, want any) {
	b.t.Helper()
	b.same(line, b.send(line), want)
}

func (b *bench) same(what string, got, want any) {
	b.t.Helper()
	if n, ok := want.(int); ok {
		want = int64(n)
	}
	if !reflect.DeepEqual(got, want) {
		b.t.Errorf("%s at %s: got %#v, want %#v", what, b.now.Sub(start), got, want)
	}
}

// step moves the server's wall clock, forwards or backwards.
func (b *bench) step(d time.Duration) {
	b.now = b.now.Add(d)
	b.server.SetClock(b.now)
}

// restart lets the server be down for a time by its clock.
func (b *bench) restart(loseData bool, down time.Duration) {
	b.t.Helper()
	b.server.Crash(loseData)
	b.step(down)
	must(b.t, b.server.Restart())
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ours is our node as the contract sees it.
type ours struct{ *redisnode.Node }

func startOurs(t testing.TB) server {
	t.Helper()
	node, err := redisnode.Start(start)
	must(t, err)
	return ours{node}
}

func (o ours) Do(command ...string) (any, error) { return o.Node.Do("A", command...) }

const ms = time.Millisecond

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// clockSays is the reply to TIME at a moment.
func clockSays(t time.Time) []any {
	return []any{fmt.Sprint(t.Unix()), fmt.Sprint(t.Nanosecond() / 1000)}
}
