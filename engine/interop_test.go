package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/engine/zktest"
)

// stranger's lock on the same queue of the same server, by the library that our
// client was written after.
type strangersLock interface {
	lock(patience time.Duration) error
	unlock() error
}

type etcdStranger struct{ *concurrency.Mutex }

func (s etcdStranger) lock(patience time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return s.Lock(ctx)
}
func (s etcdStranger) unlock() error { return s.Unlock(context.Background()) }

func newEtcdStranger(t *testing.T, l *Lab) strangersLock {
	c, err := clientv3.New(clientv3.Config{Endpoints: []string{shared.etcdAddr()}})
	must(t, err)
	t.Cleanup(func() { c.Close() })
	session, err := concurrency.NewSession(c, concurrency.WithTTL(60))
	must(t, err)
	t.Cleanup(func() { session.Close() })
	return etcdStranger{concurrency.NewMutex(session, l.servers.etcd.Prefix()+"lock/l")}
}

// zkStranger waits on a goroutine of its own: zk's Lock knows no deadline.
type zkStranger struct {
	*zk.Lock
	got chan error
}

func (s *zkStranger) lock(patience time.Duration) error {
	if s.got == nil {
		s.got = make(chan error, 1)
		go func() { s.got <- s.Lock.Lock() }()
	}
	select {
	case err := <-s.got:
		s.got = nil
		return err
	case <-time.After(patience):
		return context.DeadlineExceeded
	}
}
func (s *zkStranger) unlock() error { return s.Unlock() }

func newZKStranger(t *testing.T, l *Lab) strangersLock {
	c, _, err := zk.Connect([]string{shared.zooKeeperAddr()}, 10*time.Second, zk.WithLogInfo(false), zk.WithDialer(zktest.Dial))
	must(t, err)
	t.Cleanup(c.Close)
	return &zkStranger{Lock: zk.NewLock(c, l.servers.zookeeper.Root()+"/lock/l", zk.WorldACL(zk.PermAll))}
}

// The libraries' own locks and our clients exclude each other on the same server,
// both ways: they mean the same by the same calls.
func TestTheLibrariesLocksAndOursExcludeEachOther(t *testing.T) {
	for _, c := range []struct {
		name     string
		lock     scenario.Lock
		stranger func(*testing.T, *Lab) strangersLock
	}{
		{"concurrency.Mutex", etcdLock, newEtcdStranger},
		{"zk.Lock", zooKeeperLock, newZKStranger},
	} {
		t.Run(c.name, func(t *testing.T) {
			sc := contention(c.lock, false, 1)
			sc.Clients = []scenario.Client{{Name: "A"}}
			l, err := OpenOn(shared, sc)
			must(t, err)
			t.Cleanup(l.Close)
			theirs := c.stranger(t, l)
			run := func(action string) {
				t.Helper()
				must(t, l.Act(l.Head().Seq, action))
				if err := l.Advance(3 * time.Second); err != nil && !errors.Is(err, ErrEnded) {
					t.Error(err)
				}
			}
			holds := func(want bool) {
				t.Helper()
				if got := l.world.clients["A"].grant != nil; got != want {
					t.Fatalf("A holds the lock: %v, want %v\n%s", got, want, trace.Text(l.Events(0)))
				}
			}

			run("acquire A")
			holds(true)
			if err := theirs.lock(300 * time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("they got the lock that A holds: %v", err)
			}
			run("release A")
			must(t, theirs.lock(5*time.Second))
			run("acquire A") // and it waits for their key to go
			holds(false)
			must(t, theirs.unlock())
			must(t, l.Run(ToAcquired))
			must(t, l.Step())
			holds(true)
		})
	}
}
