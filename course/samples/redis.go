package samples

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrTaken says that somebody else has the lock.
var ErrTaken = errors.New("the lock is taken")

// RedisLock is a key in one Redis server that expires by itself.
type RedisLock struct {
	client *redis.Client
	key    string
	value  string // random, new for every attempt: it tells whose key it is
}

// AcquireRedis takes the lock, or returns ErrTaken.
func AcquireRedis(ctx context.Context, client *redis.Client, key string,
	ttl time.Duration) (*RedisLock, error) {
	l := &RedisLock{client, key, rand.Text()}
	err := client.Do(ctx, "SET", key, l.value, "NX", "PX", ttl.Milliseconds()).Err()
	switch {
	case errors.Is(err, redis.Nil):
		return nil, ErrTaken
	case err != nil:
		// A lost reply is not a refusal: the key may be there, and be ours.
		_, releaseErr := l.Release(context.WithoutCancel(ctx))
		return nil, errors.Join(err, releaseErr)
	}
	return l, nil
}

// compareAndDelete removes the key only if it still holds our value. The
// server runs a script in one step.
var compareAndDelete = redis.NewScript(`
	if redis.call("get", KEYS[1]) == ARGV[1] then
		return redis.call("del", KEYS[1])
	end
	return 0`)

// Release gives the lock back. It reports whether it was still ours.
func (l *RedisLock) Release(ctx context.Context) (held bool, err error) {
	n, err := compareAndDelete.Run(ctx, l.client, []string{l.key}, l.value).Int()
	return n == 1, err
}
