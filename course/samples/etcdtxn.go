package samples

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// PutWhileOwner writes a key if, in the same transaction, the lock is still
// ours. It reports whether it wrote. This is fencing inside etcd itself: no
// pause and no delay can fall between the comparison and the write.
func PutWhileOwner(ctx context.Context, client *clientv3.Client, mutex *concurrency.Mutex,
	key, value string) (written bool, err error) {
	reply, err := client.Txn(ctx).
		If(mutex.IsOwner()). // the lock's key has the create revision that we were given
		Then(clientv3.OpPut(key, value)).
		Commit()
	if err != nil {
		return false, err // a lost reply: it may have been written
	}
	return reply.Succeeded, nil
}
