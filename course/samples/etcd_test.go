package samples

import (
	"context"
	"errors"
	"testing"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"

	"github.com/lockviz/lockviz/engine/etcdnode"
)

func etcdClient(t *testing.T) *clientv3.Client {
	t.Helper()
	member, err := etcdnode.Start(t.TempDir())
	check(t, err)
	t.Cleanup(func() { check(t, member.Close()) })
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{member.Addr()}})
	check(t, err)
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func TestEtcdTokensRise(t *testing.T) {
	client := etcdClient(t)
	var last int64
	for range 3 {
		err := WithEtcd(t.Context(), client, "/job", 60, func(_ context.Context, token int64) error {
			if token <= last {
				t.Errorf("token %d after %d", token, last)
			}
			last = token
			return nil
		})
		check(t, err)
	}
}

func TestEtcdWorkEndsWithItsSession(t *testing.T) {
	client := etcdClient(t)
	err := WithEtcd(t.Context(), client, "/job", 3, func(ctx context.Context, _ int64) error {
		leases, err := client.Leases(ctx)
		check(t, err)
		_, err = client.Revoke(ctx, leases.Leases[0].ID)
		check(t, err)
		<-ctx.Done() // the next keepalive tells, a third of 3 s later at most
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestEtcdRefusesALateWrite(t *testing.T) {
	client := etcdClient(t)
	session, err := concurrency.NewSession(client, concurrency.WithTTL(60))
	check(t, err)
	mutex := concurrency.NewMutex(session, "/job")
	check(t, mutex.Lock(t.Context()))
	if written, err := PutWhileOwner(t.Context(), client, mutex, "/file", "in time"); !written || err != nil {
		t.Errorf("in time: %v, %v", written, err)
	}
	_, err = client.Revoke(t.Context(), session.Lease())
	check(t, err)
	if written, err := PutWhileOwner(t.Context(), client, mutex, "/file", "late"); written || err != nil {
		t.Errorf("late: %v, %v", written, err)
	}
	reply, err := client.Get(t.Context(), "/file")
	check(t, err)
	if got := string(reply.Kvs[0].Value); got != "in time" {
		t.Errorf("the file holds %q", got)
	}
}
