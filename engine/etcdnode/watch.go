package etcdnode

import (
	"context"
	"errors"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"github.com/lockviz/lockviz/engine/rpc"
)

// Watcher waits for one key to be deleted.
type Watcher struct {
	// C gets the deletion, and is closed after it. If it is closed with none,
	// the watch was cancelled or the member has ended.
	C <-chan rpc.Deletion

	cancel context.CancelFunc
}

// Cancel ends the watch. It may be called more than once.
func (w *Watcher) Cancel() { w.cancel() }

// Watch asks the server to say when a key is deleted, at revision w.From or
// later; 0: from now on. It returns when the server has accepted that. An error
// means that the server did not in time, or that it does not keep what happened
// as long ago as w.From: see history.
//
// etcd tells a watch that begins in the past of it only at its next round, up
// to 100 ms later (mvcc, watchResyncPeriod), and a lab would stand still so
// long. So the watch begins now, if nothing can have been missed.
func (s *Space) Watch(w rpc.Watch) (*Watcher, error) {
	watcher, now, err := s.open(w.Key, 0)
	if err == nil && w.From != 0 {
		watcher, err = s.startAt(w, watcher, now)
	}
	if err != nil {
		return nil, s.member.unreached(w, err)
	}
	return watcher, nil
}

// startAt returns the watcher, which sees what is later than now, if it will do
// for the watch asked for; otherwise another in its place.
func (s *Space) startAt(w rpc.Watch, watcher *Watcher, now int64) (*Watcher, error) {
	missed, err := s.mayHaveMissed(w, now)
	if err == nil && !missed {
		return watcher, nil
	}
	watcher.Cancel()
	if err != nil {
		return nil, err
	}
	watcher, _, err = s.open(w.Key, w.From)
	return watcher, err
}

// mayHaveMissed reports whether a watch that began now differs from the one
// asked for. A key that is there, and was created no later than w.From, has not
// been deleted in between.
func (s *Space) mayHaveMissed(w rpc.Watch, now int64) (bool, error) {
	if w.From > now {
		return true, nil
	}
	ctx, cancel := s.member.call()
	defer cancel()
	r, err := s.member.client.Get(ctx, s.prefix+w.Key)
	if err != nil {
		return false, err
	}
	if len(r.Kvs) > 0 && r.Kvs[0].CreateRevision <= w.From {
		return false, nil
	}
	_, err = s.member.client.Get(ctx, s.prefix+w.Key, clientv3.WithRev(w.From)) // is it kept?
	return true, err
}

// open begins a watch. now is a revision that was the present then or later.
func (s *Space) open(key string, from int64) (w *Watcher, now int64, err error) {
	ctx, cancel := context.WithCancel(s.member.ctx)
	tooLate := time.AfterFunc(s.member.patience, cancel)
	events := s.member.client.Watch(ctx, s.prefix+key,
		clientv3.WithRev(from), clientv3.WithFilterPut(), clientv3.WithCreatedNotify())
	accepted := <-events
	if err := accepted.Err(); err != nil || !accepted.Created || !tooLate.Stop() {
		cancel()
		return nil, 0, errors.Join(err, ctx.Err())
	}
	c := make(chan rpc.Deletion, 1)
	go s.await(events, c, cancel)
	return &Watcher{c, cancel}, accepted.Header.Revision, nil
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
