package engine

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// A hundred labs on one service at once do not notice one another: each gives what
// it gives alone.
func TestAHundredLabsOnOneService(t *testing.T) {
	for _, lock := range []scenario.Lock{etcdLock, zooKeeperLock} {
		t.Run(string(lock.Kind), func(t *testing.T) {
			want := runOf(t, lock, 7)
			labs := make([]*Lab, 100)
			for i := range labs {
				l, err := OpenOn(shared, contention(lock, true, 7))
				must(t, err)
				defer l.Close()
				labs[i] = l
			}
			var all errgroup.Group
			all.SetLimit(8) // as many as step at one moment in a room of a hundred
			for i, l := range labs {
				all.Go(func() error {
					if err := l.Run(ToEnd); err != nil {
						return fmt.Errorf("lab %d: %w", i, err)
					}
					if got := trace.Text(l.Events(0)); got != want {
						return fmt.Errorf("lab %d runs otherwise:\n%s", i, firstDifference(want, got))
					}
					return nil
				})
			}
			if err := all.Wait(); err != nil {
				t.Error(err)
			}
		})
	}
}

func runOf(t *testing.T, lock scenario.Lock, seed uint64) string {
	l, err := OpenOn(shared, contention(lock, true, seed))
	must(t, err)
	defer l.Close()
	_ = l.Run(ToEnd)
	return trace.Text(l.Events(0))
}

// A ZooKeeper that is not there is an error for the labs that need it, with what to
// do; the others go on.
func TestAZooKeeperThatIsNotThere(t *testing.T) {
	b := NewBackends(BackendOptions{ZooKeeper: []string{"127.0.0.1:1"}})
	defer b.Close()
	_, err := OpenOn(b, contention(zooKeeperLock, false, 1))
	if err == nil || !strings.Contains(err.Error(), "127.0.0.1:1") || !strings.Contains(err.Error(), "--zookeeper") {
		t.Errorf("opening a lab: %v", err)
	}
	for _, lock := range []scenario.Lock{oneNode, etcdLock} {
		l, err := OpenOn(b, contention(lock, false, 1))
		must(t, err)
		must(t, l.Run(ToAcquired))
		l.Close()
	}
}

// A service that goes away in the middle of a lab ends the run with an error that
// says so; when it is back, a reset begins again.
func TestAServiceThatGoesAway(t *testing.T) {
	b := NewBackends(BackendOptions{})
	defer b.Close()
	l, err := OpenOn(b, contention(zooKeeperLock, false, 1))
	must(t, err)
	defer l.Close()
	must(t, l.Run(ToAcquired))
	mini, err := b.mini.get()
	must(t, err)
	must(t, mini.Close())
	before := trace.Text(l.Events(0))
	err = l.Run(ToEnd)
	if err == nil || !strings.Contains(err.Error(), "ZooKeeper does not answer") || !strings.Contains(err.Error(), "Reset") {
		t.Errorf("running on: %v", err)
	}
	if !strings.HasPrefix(trace.Text(l.Events(0)), before[:len(before)/2]) {
		t.Error("what was there before is gone")
	}
	if err := l.Step(); err == nil {
		t.Error("the lab went on without its server")
	}
}

// An etcd that has stopped by itself is started anew by who needs it next.
func TestAnEtcdThatStopped(t *testing.T) {
	b := NewBackends(BackendOptions{})
	defer b.Close()
	l, err := OpenOn(b, contention(etcdLock, false, 1))
	must(t, err)
	defer l.Close()
	must(t, l.Run(ToEnd))
	want := trace.Text(l.Events(0))
	must(t, l.Reset())
	must(t, l.Run(ToAcquired))
	member, err := b.etcd.get()
	must(t, err)
	must(t, member.Close())
	if err := l.Run(ToEnd); err == nil || !strings.Contains(err.Error(), "etcd does not answer") {
		t.Errorf("running on: %v", err)
	}
	must(t, l.Reset())
	must(t, l.Run(ToEnd))
	if got := trace.Text(l.Events(0)); got != want {
		t.Errorf("on the new member it runs otherwise:\n%s", firstDifference(want, got))
	}
	must(t, b.Ready())
}
