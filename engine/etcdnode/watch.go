package etcdnode

import (
	"context"
	"errors"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"github.com/lockviz/lockviz/engine/rpc"
)

// Watcher waits for one key to be deleted.
type Watcher struct {
	// C gets the deletion, and is closed after it. If it is closed with none,
	// the watch was cancelled or the member is gone.
	C <-chan rpc.Deletion

	cancel context.CancelFunc
}

// Watch asks the server to say when a key is deleted, at w.From or later; 0:
// from now on. It returns when the server has accepted that. An error means
// that the server did not in time, or that w.From lies before the history
// that it keeps: see history.
func (s *Space) Watch(w rpc.Watch) (*Watcher, error) {
	ctx, cancel := context.WithCancel(s.member.ctx)
	tooLate := time.AfterFunc(callPatience, cancel)
	events := s.member.client.Watch(ctx, s.prefix+w.Key,
		clientv3.WithRev(w.From), clientv3.WithFilterPut(), clientv3.WithCreatedNotify())
	accepted := <-events
	if err := accepted.Err(); err != nil || !accepted.Created || !tooLate.Stop() {
		cancel()
		return nil, s.member.unreached(w, errors.Join(err, ctx.Err()))
	}
	c := make(chan rpc.Deletion, 1)
	go s.await(events, c, cancel)
	return &Watcher{c, sync.OnceFunc(cancel)}, nil
}

// await passes the first deletion on.
func (s *Space) await(events clientv3.WatchChan, c chan<- rpc.Deletion, cancel context.CancelFunc) {
	defer close(c)
	defer cancel()
	for r := range events {
		for _, e := range r.Events {
			c <- rpc.Deletion{Key: s.cut(e.Kv.Key), Revision: e.Kv.ModRevision}
			return
		}
	}
}

// Cancel ends the watch.
func (w *Watcher) Cancel() { w.cancel() }
