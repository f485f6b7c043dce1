package samples

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// WithEtcd does the work while it holds the lock. The token is higher than
// that of every holder before: give it to the resource with each write. ctx
// ends when the session is known to be lost, which may be late.
func WithEtcd(ctx context.Context, client *clientv3.Client, name string, ttlSeconds int,
	work func(ctx context.Context, token int64) error) error {
	session, err := concurrency.NewSession(client, concurrency.WithTTL(ttlSeconds))
	if err != nil {
		return err
	}
	defer session.Close() // revokes the lease, and with it the lock
	mutex := concurrency.NewMutex(session, name)
	if err := mutex.Lock(ctx); err != nil {
		return err
	}
	token, err := createRevision(ctx, client, mutex.Key())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-session.Done():
			cancel()
		case <-ctx.Done():
		}
	}()
	return work(ctx, token)
}

// createRevision is the token. The revision in a reply's header is another
// number: that of the last change anywhere.
func createRevision(ctx context.Context, client *clientv3.Client, key string) (int64, error) {
	reply, err := client.Get(ctx, key)
	if err != nil {
		return 0, err
	}
	if len(reply.Kvs) == 0 {
		return 0, concurrency.ErrSessionExpired
	}
	return reply.Kvs[0].CreateRevision, nil
}
