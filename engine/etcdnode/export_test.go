package etcdnode

import (
	"errors"
	"time"

	"go.uber.org/zap"
)

// Keep makes the member keep no more revisions than this, and drop any number.
func (m *Member) Keep(revisions int64) { m.history.keep, m.history.step = revisions, 1 }

// Wait has calls wait for as long as a busy machine may take.
func (m *Member) Wait() { m.patience = time.Hour }

// Root is above the keys of all spaces.
const Root = root

// Fail has etcd find that it cannot go on, as when the disk is full. It returns
// when that has been logged.
func (m *Member) Fail(what, cause string) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		logger(m).Fatal(what, zap.Error(errors.New(cause)))
	}()
	<-done
}
