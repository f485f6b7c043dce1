package engine

import (
	"errors"
	"testing"
	"time"

	"github.com/go-redsync/redsync/v4"
	rsredis "github.com/go-redsync/redsync/v4/redis"
	rsgoredis "github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// strangersMutex is redsync's lock on the same key of the same nodes.
func strangersMutex(t *testing.T, l *Lab) *redsync.Mutex {
	var pools []rsredis.Pool
	for _, lane := range l.Lanes() {
		if lane.Addr == "" {
			continue
		}
		c := redis.NewClient(&redis.Options{Addr: lane.Addr, Protocol: 2, DisableIdentity: true})
		t.Cleanup(func() { c.Close() })
		pools = append(pools, rsgoredis.NewPool(c))
	}
	return redsync.New(pools...).NewMutex("lock:l", redsync.WithTries(1), redsync.WithExpiry(8*time.Second))
}

// redsync and our Redlock client exclude each other on the same nodes, both
// ways: they mean the same by the same commands.
func TestRedsyncAndOurClientExcludeEachOther(t *testing.T) {
	sc := contention(fiveNode, false, 1)
	sc.Clients = []scenario.Client{{Name: "A"}}
	l := open(t, sc)
	on := attended(t, l)
	mutex := strangersMutex(t, l)
	run := func(action string) {
		on(func() {
			must(t, l.Act(l.Head().Seq, action))
			if err := l.Advance(time.Second); err != nil && !errors.Is(err, ErrEnded) {
				t.Error(err)
			}
		})
	}
	holds := func(want bool) {
		t.Helper()
		on(func() {
			if got := l.world.clients["A"].grant != nil; got != want {
				t.Errorf("A holds the lock: %v, want %v\n%s", got, want, trace.Text(l.Events(0)))
			}
		})
	}

	run("acquire A")
	holds(true)
	if err := mutex.Lock(); err == nil {
		t.Error("redsync took the lock that A holds")
	}
	run("release A")
	must(t, mutex.Lock())
	run("acquire A") // and it goes on trying
	holds(false)
	if ok, err := mutex.Extend(); err != nil || !ok {
		t.Errorf("redsync could not extend: %v, %v", ok, err)
	}
	if ok, err := mutex.Unlock(); err != nil || !ok {
		t.Errorf("redsync could not release: %v, %v", ok, err)
	}
	on(func() {
		must(t, l.Run(ToAcquired))
		must(t, l.Step()) // the client takes a moment to notice
	})
	holds(true)
}
