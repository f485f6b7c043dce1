package samples

import (
	"context"
	"errors"
	"time"

	"github.com/go-redsync/redsync/v4"
	rsredis "github.com/go-redsync/redsync/v4/redis"
	"github.com/go-redsync/redsync/v4/redis/goredis/v9"
	"github.com/redis/go-redis/v9"
)

// WithRedsync does the work while it holds the lock. One client is a lock in
// one server; several that are independent of one another are Redlock.
func WithRedsync(ctx context.Context, clients []*redis.Client, name string, ttl time.Duration,
	work func(context.Context) error) (err error) {
	var pools []rsredis.Pool
	for _, c := range clients {
		pools = append(pools, goredis.NewPool(c))
	}
	mutex := redsync.New(pools...).NewMutex(name, redsync.WithExpiry(ttl))
	if err := mutex.LockContext(ctx); err != nil {
		return err // after some tries: the lock was taken, or too few servers answered
	}
	defer func() {
		// An error here can mean that the lock had expired before the work was done.
		_, unlockErr := mutex.UnlockContext(context.WithoutCancel(ctx))
		err = errors.Join(err, unlockErr)
	}()
	ctx, cancel := context.WithDeadline(ctx, mutex.Until()) // the end of the lock's validity
	defer cancel()
	return work(ctx)
}
