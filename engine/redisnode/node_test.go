package redisnode_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine/redisnode"
)

func startNode(t testing.TB) *redisnode.Node {
	t.Helper()
	node, err := redisnode.Start(start)
	must(t, err)
	t.Cleanup(node.Close)
	return node
}

func do(t testing.TB, n *redisnode.Node, command ...string) any {
	t.Helper()
	reply, err := n.Do("A", command...)
	must(t, err)
	return reply
}

// The lab draws a key's bar from Key; the key must be gone exactly where the bar
// ends, and not a millisecond before.
func TestKeyTellsWhenItWillBeGone(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a", "PX", "10000")
	n.SetClock(start.Add(seconds(4)))
	n.SetClock(start.Add(-seconds(60)))
	value, left, exists := n.Key("k")
	if value != "a" || left != seconds(70)+ms || !exists {
		t.Fatalf("got %q, %v, %v; want a key that is gone after 70.001 s", value, left, exists)
	}
	gone := n.Clock().Add(left)
	n.SetClock(gone.Add(-ms))
	if _, left, exists = n.Key("k"); !exists || left != ms {
		t.Errorf("a millisecond before its end: %v left, exists %v", left, exists)
	}
	n.SetClock(gone)
	if _, left, exists = n.Key("k"); exists || left != 0 {
		t.Errorf("at its end: %v left, exists %v", left, exists)
	}
}

// However many moves of the clock a lab makes, they do not add up to a shift of
// the end.
func TestManyMovesDoNotShiftTheEnd(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a", "PX", "20000")
	now := start
	for range 20_000 {
		now = now.Add(ms)
		n.SetClock(now)
	}
	if _, left, exists := n.Key("k"); !exists || left != ms {
		t.Errorf("after 20,000 moves: %v left, exists %v", left, exists)
	}
	n.SetClock(now.Add(ms))
	if _, _, exists := n.Key("k"); exists {
		t.Error("a millisecond beyond its end it still exists")
	}
}

func TestKeyWithoutAnEnd(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a")
	if value, left, exists := n.Key("k"); value != "a" || left != 0 || !exists {
		t.Errorf("got %q, %v, %v", value, left, exists)
	}
	do(t, n, "LPUSH", "list", "a")
	if value, _, exists := n.Key("list"); value != "(not a string)" || !exists {
		t.Errorf("of a list: got %q, %v", value, exists)
	}
}

func TestExpireEndsAKeyNow(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a", "PX", "10000")
	n.Expire("k")
	if got := do(t, n, "GET", "k"); got != nil {
		t.Errorf("got %v", got)
	}
}

// What a person sees with redis-cli is what the lab sees.
func TestStrangersSeeTheSameKeys(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a", "PX", "10000")
	stranger := redis.NewClient(&redis.Options{Addr: n.Addr()})
	defer stranger.Close()
	n.SetClock(start.Add(seconds(4)))
	if got, err := stranger.PTTL(context.Background(), "k").Result(); got != seconds(6) || err != nil {
		t.Errorf("PTTL: got %v, %v", got, err)
	}
	must(t, stranger.Set(context.Background(), "k", "mine", seconds(1)).Err())
	if value, left, _ := n.Key("k"); value != "mine" || left != seconds(1)+ms {
		t.Errorf("got %q, %v", value, left)
	}
}

func TestLabConnectionsAreNamed(t *testing.T) {
	n := startNode(t)
	if got := do(t, n, "CLIENT", "GETNAME").(string); !strings.HasPrefix(got, redisnode.ConnPrefix+"A-") {
		t.Errorf("got %v", got)
	}
}

func TestACrashedNodeCannotBeReached(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a")
	addr := n.Addr()
	n.Crash(false)
	if reply, err := n.Do("A", "GET", "k"); err == nil {
		t.Errorf("got the reply %v", reply)
	}
	if n.Addr() != addr {
		t.Errorf("its address while down is %s, it was %s", n.Addr(), addr)
	}
	must(t, n.Restart())
	if n.Addr() != addr {
		t.Errorf("restarted at %s, it was at %s", n.Addr(), addr)
	}
	if got := do(t, n, "GET", "k"); got != "a" {
		t.Errorf("got %v", got)
	}
}

// The port may be gone by the time of the restart: the lab goes on with another.
func TestRestartWhenThePortIsTaken(t *testing.T) {
	n := startNode(t)
	do(t, n, "SET", "k", "a")
	addr := n.Addr()
	n.Crash(false)
	thief, err := net.Listen("tcp", addr)
	must(t, err)
	defer thief.Close()
	must(t, n.Restart())
	if n.Addr() == addr {
		t.Errorf("two servers at %s", addr)
	}
	if got := do(t, n, "GET", "k"); got != "a" {
		t.Errorf("got %v", got)
	}
}

// Of a thousand labs each connection is thousands of open files.
func TestAResetOpensNoConnectionBesideTheClients(t *testing.T) {
	n := startNode(t)
	for range 3 {
		do(t, n, "EVAL", "return 1", "0")
		do(t, n, "SET", "k", "a")
		must(t, n.Reset(start))
		if c := n.Connections(); c != 1 {
			t.Errorf("%d connections, of one client", c)
		}
	}
}

func TestResetMakesItAsNew(t *testing.T) {
	for name, before := range map[string]func(*redisnode.Node){
		"up":        func(*redisnode.Node) {},
		"down":      func(n *redisnode.Node) { n.Crash(false) },
		"far ahead": func(n *redisnode.Node) { n.SetClock(start.Add(time.Hour)) },
	} {
		t.Run(name, func(t *testing.T) {
			n := startNode(t)
			do(t, n, "SET", "k", "a", "PX", "10000")
			addr := n.Addr()
			before(n)
			must(t, n.Reset(start))
			if got := do(t, n, "GET", "k"); got != nil {
				t.Errorf("it still has k = %v", got)
			}
			do(t, n, "SET", "k", "b", "PX", "10000")
			if _, left, _ := n.Key("k"); left != seconds(10)+ms || !n.Clock().Equal(start) || n.Addr() != addr {
				t.Errorf("%v left, the clock reads %v, at %s; it was at %s", left, n.Clock(), n.Addr(), addr)
			}
		})
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for range 20 {
		n, err := redisnode.Start(start)
		must(t, err)
		do(t, n, "SET", "k", "a")
		_, err = n.Do("B", "GET", "k")
		must(t, err)
		n.Crash(true)
		must(t, n.Restart())
		do(t, n, "SET", "k", "a")
		n.Close()
		n.Close() // harmless
	}
}

func BenchmarkCommand(b *testing.B) {
	n := startNode(b)
	for b.Loop() {
		do(b, n, "SET", "k", "a", "NX", "PX", "10000")
	}
}

func BenchmarkClock(b *testing.B) {
	n := startNode(b)
	do(b, n, "SET", "k", "a")
	do(b, n, "INCR", "n")
	now := start
	for b.Loop() {
		now = now.Add(ms)
		n.SetClock(now)
	}
}
