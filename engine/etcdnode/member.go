// Package etcdnode runs one live etcd member in this process, for all labs of
// it: etcd's own server on a loopback port, and a client of that port. Each
// lab has a Space, a prefix of its own in the member's keys. Anybody can
// attach with etcdctl and see the same keys.
//
// etcd counts a lease's time by its own monotonic clock, which cannot be set
// from outside. So leases are granted for so long that this clock never ends
// one: who keeps lab time revokes them when it is due.
package etcdnode

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"
)

// Bounds in real time. None is reached unless the machine is in trouble.
const (
	startPatience = 15 * time.Second // for a member to be ready
	callPatience  = 5 * time.Second  // for one call
	stopPatience  = 3 * time.Second  // for a member to end; one that has failed may never
)

// Member is a running etcd member. Its methods may be used by several
// goroutines at once.
type Member struct {
	dir      *dataDir
	server   *embed.Etcd
	client   *clientv3.Client
	history  *history
	patience time.Duration // for one call

	ctx     context.Context // ends when the member does, with the reason as its cause
	end     context.CancelCauseFunc
	closing sync.Once
}

// errClosed is why a closed member does not answer.
var errClosed = errors.New("the member is closed")

// Start runs one member on a free loopback port. It begins with nothing, and
// keeps its data in dir/lockviz-etcd, which belongs to one member at a time;
// "" takes a temporary directory that Close removes.
func Start(dir string) (*Member, error) {
	m := &Member{patience: callPatience}
	m.ctx, m.end = context.WithCancelCause(context.Background())
	if err := m.start(dir); err != nil {
		m.end(err)
		m.Close()
		return nil, fmt.Errorf("etcd: %w", err)
	}
	return m, nil
}

func (m *Member) start(dir string) (err error) {
	if m.dir, err = openDir(dir); err != nil {
		return err
	}
	if m.server, err = m.serve(); err != nil {
		return err
	}
	if m.client, err = dial(m.Addr()); err != nil {
		return err
	}
	m.history = newHistory(m)
	return m.answers()
}

// answers makes a first call.
func (m *Member) answers() error {
	ctx, cancel := m.call()
	defer cancel()
	_, err := m.client.Get(ctx, root)
	return err
}

// serve starts the server and returns it when it is ready. What etcd would end
// the process for, for example a full disk, ends the goroutine here: see quit.
// What that leaves half done may panic.
func (m *Member) serve() (*embed.Etcd, error) {
	late := time.AfterFunc(startPatience, func() { m.end(fmt.Errorf("not ready after %s", startPatience)) })
	defer late.Stop()
	ready := make(chan *embed.Etcd)
	go m.launch(ready)
	select {
	case s := <-ready:
		return s, nil
	case <-m.ctx.Done():
		return nil, context.Cause(m.ctx)
	}
}

func (m *Member) launch(ready chan<- *embed.Etcd) {
	defer func() {
		if p := recover(); p != nil {
			m.end(fmt.Errorf("cannot start: %v", p))
		}
	}()
	s, err := embed.StartEtcd(config(m))
	if err != nil {
		m.end(err)
		return
	}
	select {
	case <-s.Server.ReadyNotify():
	case <-m.ctx.Done():
	}
	select {
	case ready <- s:
	case <-m.ctx.Done():
		s.Close()
	}
}

// dial makes the one client of all spaces.
func dial(addr string) (*clientv3.Client, error) {
	return clientv3.New(clientv3.Config{
		Endpoints: []string{addr}, Logger: zap.NewNop(),
		DialKeepAliveTime: 30 * time.Second, DialKeepAliveTimeout: 10 * time.Second,
	})
}

// Addr is where the member serves clients, host:port.
func (m *Member) Addr() string { return m.server.Clients[0].Addr().String() }

// Err is nil while the member serves, and then why it does not any more.
func (m *Member) Err() error {
	if why := context.Cause(m.ctx); why != nil {
		return fmt.Errorf("etcd: %w", why)
	}
	return nil
}

// Close ends the member, and removes its directory if that is a temporary one.
// Calls and watches that are under way end with an error.
func (m *Member) Close() error {
	var err error
	m.closing.Do(func() {
		m.end(errClosed)
		if m.client != nil {
			m.client.Close()
		}
		if m.server != nil {
			m.stop()
		}
		if m.dir != nil {
			err = m.dir.close()
		}
	})
	return err
}

// stop ends the server.
func (m *Member) stop() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.server.Close()
	}()
	select {
	case <-done:
	case <-time.After(stopPatience):
	}
}

// call bounds the time of one call to the server.
func (m *Member) call() (context.Context, context.CancelFunc) {
	return context.WithTimeout(m.ctx, m.patience)
}

// unreached says why a call was not answered.
func (m *Member) unreached(call any, err error) error {
	if why := context.Cause(m.ctx); why != nil {
		err = why
	}
	return fmt.Errorf("etcd: %v: %w", call, err)
}
