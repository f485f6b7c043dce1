package samples

import (
	"context"
	"errors"
	"time"

	"github.com/go-zookeeper/zk"
)

// WithZooKeeper does the work while it holds the lock at path. ctx ends as soon
// as the client is disconnected: from then on it cannot know whether the lock
// is still its own.
func WithZooKeeper(ctx context.Context, servers []string, timeout time.Duration, path string,
	work func(context.Context) error) (err error) {
	conn, events, err := zk.Connect(servers, timeout)
	if err != nil {
		return err
	}
	defer conn.Close() // ends the session, and with it the lock
	lock := zk.NewLock(conn, path, zk.WorldACL(zk.PermAll))
	if err := lock.Lock(); err != nil { // waits for its turn, without a limit
		return err
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	for len(events) > 0 {
		<-events // news from before the lock was ours
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for e := range events {
			if e.State == zk.StateDisconnected || e.State == zk.StateExpired {
				cancel()
			}
		}
	}()
	return work(ctx)
}
