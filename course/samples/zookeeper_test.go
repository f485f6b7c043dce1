//go:build !race

// The samples are what a reader would write, and go-zookeeper v1.0.4 races with itself when
// a connection is made (conn.go, sendSetWatches): here they are not run with the race
// detector. make test-zookeeper runs them without.

package samples

import (
	"context"
	"errors"
	"io"
	"log"
	"strings"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"

	"github.com/lockviz/lockviz/engine/minizk"
	"github.com/lockviz/lockviz/engine/zktest"
)

const session = 10 * time.Second

// onBoth runs a test on the small server that labs have, and on a real
// ZooKeeper where there is one. Paths begin with root.
func onBoth(t *testing.T, run func(t *testing.T, addr, root string)) {
	zk.DefaultLogger = log.New(io.Discard, "", 0)
	t.Run("minizk", func(t *testing.T) {
		server, err := minizk.Start()
		check(t, err)
		t.Cleanup(func() { check(t, server.Close()) })
		run(t, server.Addr(), "/samples")
	})
	t.Run("ZooKeeper", func(t *testing.T) {
		addr := zktest.Start(t)
		run(t, addr, "/samples-"+t.Name()[:strings.Index(t.Name(), "/")])
	})
}

func connect(t *testing.T, addr string) *zk.Conn {
	t.Helper()
	conn, _, err := zk.Connect([]string{addr}, session)
	check(t, err)
	t.Cleanup(conn.Close)
	return conn
}

func TestZooKeeperLock(t *testing.T) { onBoth(t, testZooKeeperLock) }

func testZooKeeperLock(t *testing.T, addr, root string) {
	conn := connect(t, addr)
	err := WithZooKeeper(t.Context(), []string{addr}, session, root, func(ctx context.Context) error {
		if children, _, err := conn.Children(root); len(children) != 1 || err != nil {
			t.Errorf("while it is held: %v, %v", children, err)
		}
		return ctx.Err()
	})
	check(t, err)
	if children, _, err := conn.Children(root); len(children) != 0 || err != nil {
		t.Errorf("after it: %v, %v", children, err)
	}
}

func TestZooKeeperWorkEndsWhenItIsCutOff(t *testing.T) {
	server, err := minizk.Start()
	check(t, err)
	zk.DefaultLogger = log.New(io.Discard, "", 0)
	err = WithZooKeeper(t.Context(), []string{server.Addr()}, session, "/job", func(ctx context.Context) error {
		check(t, server.Close())
		<-ctx.Done()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestZooKeeperTokensRise(t *testing.T) { onBoth(t, testZooKeeperTokens) }

func testZooKeeperTokens(t *testing.T, addr, root string) {
	a, b := connect(t, addr), connect(t, addr)
	_, err := a.Create(root, nil, 0, zk.WorldACL(zk.PermAll))
	check(t, err)
	held, first, err := AcquireZooKeeper(t.Context(), a, root)
	check(t, err)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := AcquireZooKeeper(ctx, b, root); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled waiter: %v", err)
	}
	if children, _, err := a.Children(root); len(children) != 1 || err != nil {
		t.Errorf("it left something in the queue: %v, %v", children, err)
	}

	got := make(chan int64)
	go func() {
		_, token, err := AcquireZooKeeper(t.Context(), b, root)
		if err != nil {
			t.Error(err)
		}
		got <- token
	}()
	check(t, a.Delete(held, -1))
	if second := <-got; second <= first {
		t.Errorf("token %d after %d", second, first)
	}
}

func TestZooKeeperRefusesALateWrite(t *testing.T) { onBoth(t, testZooKeeperFence) }

func testZooKeeperFence(t *testing.T, addr, root string) {
	a, b := connect(t, addr), connect(t, addr)
	queue, file := root+"/job", root+"/file"
	for _, path := range []string{root, queue, file} {
		_, err := a.Create(path, nil, 0, zk.WorldACL(zk.PermAll))
		check(t, err)
	}
	lock, _, err := AcquireZooKeeper(t.Context(), a, queue)
	check(t, err)
	if written, err := SetWhileHolding(a, lock, file, []byte("in time")); !written || err != nil {
		t.Errorf("in time: %v, %v", written, err)
	}
	a.Close() // its session ends, and the lock with it
	if written, err := SetWhileHolding(b, lock, file, []byte("late")); written || err != nil {
		t.Errorf("late: %v, %v", written, err)
	}
	if data, _, err := b.Get(file); string(data) != "in time" || err != nil {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if _, err := SetWhileHolding(b, queue, root+"/none", nil); !errors.Is(err, zk.ErrNoNode) {
		t.Errorf("data that is not there: %v", err)
	}
}
