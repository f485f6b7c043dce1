package minizk_test

import (
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/minizk"
	"github.com/lockviz/lockviz/engine/zktest"
)

// A server leaves nothing behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A client that knows nothing of us locks and unlocks.
func TestAStrangersLockExcludes(t *testing.T) {
	addr := startOurs(t)
	a, b := dial(t, addr), dial(t, addr)
	first, second := zk.NewLock(a, "/job/4471", zk.WorldACL(zk.PermAll)), zk.NewLock(b, "/job/4471", zk.WorldACL(zk.PermAll))
	must(t, first.Lock())
	got := make(chan error)
	go func() { got <- second.Lock() }()
	queue := waitFor(t, a, "/job/4471", 2)
	select {
	case err := <-got:
		t.Fatalf("two hold it: %v, queue %v", err, queue)
	default:
	}
	must(t, first.Unlock())
	must(t, <-got)
	must(t, second.Unlock())
	waitFor(t, a, "/job/4471", 0)
}

// A holder whose session ends gives way.
func TestAStrangersLockPassesOnWhenASessionEnds(t *testing.T) {
	addr := startOurs(t)
	a, b := dial(t, addr), dial(t, addr)
	first, second := zk.NewLock(a, "/l", zk.WorldACL(zk.PermAll)), zk.NewLock(b, "/l", zk.WorldACL(zk.PermAll))
	must(t, first.Lock())
	got := make(chan error)
	go func() { got <- second.Lock() }()
	waitFor(t, a, "/l", 2)
	a.Close()
	must(t, <-got)
}

// waitFor watches a node until it has so many children.
func waitFor(t testing.TB, c *zk.Conn, path string, n int) []string {
	t.Helper()
	for {
		names, _, changed, err := c.ChildrenW(path)
		must(t, err)
		if len(names) == n {
			return names
		}
		<-changed
	}
}

func startOurs(t testing.TB) string {
	t.Helper()
	s, err := minizk.Start()
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s.Addr()
}

// dial opens a session of go-zookeeper's.
func dial(t testing.TB, addr string) *zk.Conn {
	t.Helper()
	c, _, err := zk.Connect([]string{addr}, 10*time.Second, zk.WithLogInfo(false), zk.WithLogger(silent{}), zk.WithDialer(zktest.Dial))
	must(t, err)
	t.Cleanup(c.Close)
	return c
}

type silent struct{}

func (silent) Printf(string, ...any) {}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
