package engine

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/minizk"
	"github.com/lockviz/lockviz/engine/zknode"
)

// BackendOptions says where the services are that labs share, and what a lab on them
// may use.
type BackendOptions struct {
	EtcdDir   string   // etcd's data directory; "": a temporary one
	ZooKeeper []string // host:port of each server of an ensemble; none: the stand-in in this process
	Limits    Limits   // of each lab
}

// ByEnvironment are the options that LOCKVIZ_ETCD_DATA_DIR and LOCKVIZ_ZOOKEEPER give,
// as the flags of those names do: for labs that a caller opens without saying where.
func ByEnvironment() BackendOptions {
	o := BackendOptions{EtcdDir: os.Getenv("LOCKVIZ_ETCD_DATA_DIR")}
	if addrs := os.Getenv("LOCKVIZ_ZOOKEEPER"); addrs != "" {
		o.ZooKeeper = strings.Split(addrs, ",")
	}
	return o
}

// Backends are the services that all labs of a process share: one etcd member
// and one ZooKeeper. Each starts when it is first needed. One that cannot be had
// is an error for the lab that needs it and for no other, and the next that needs
// it tries again. It is safe for concurrent use.
type Backends struct {
	options  BackendOptions
	observer Observer
	etcd     lazy[*etcdnode.Member]
	mini     lazy[*minizk.Server] // the stand-in
	zk       lazy[*zknode.Ensemble]
	process  string // part of every space's name, so that two processes can share an ensemble
	spaces   atomic.Int64
}

// patience is how long an ensemble may take to answer at first.
const patience = 5 * time.Second

// NewBackends starts nothing yet.
func NewBackends(o BackendOptions) *Backends {
	var id [4]byte
	rand.Read(id[:]) // never fails
	o.Limits = o.Limits.orUsual()
	b := &Backends{options: o, process: hex.EncodeToString(id[:])}
	b.etcd.start = func() (*etcdnode.Member, error) { return etcdnode.Start(o.EtcdDir) }
	b.etcd.fault = (*etcdnode.Member).Err
	b.mini.start = func() (*minizk.Server, error) { return minizk.Start(minizk.WithLimits(standInLimits())) }
	b.zk.start = b.openEnsemble
	return b
}

// standInLimits are enough for a thousand labs with eight clients each.
func standInLimits() minizk.Limits {
	l := minizk.DefaultLimits()
	l.Connections, l.Sessions = 10_000, 100_000
	return l
}

// Ready starts etcd if it is not up, and says why it cannot be had. ZooKeeper is
// optional: it is asked for when a lab needs it.
func (b *Backends) Ready() error {
	_, err := b.etcd.get()
	return err
}

func (b *Backends) openEnsemble() (*zknode.Ensemble, error) {
	if len(b.options.ZooKeeper) > 0 {
		return zknode.Open(b.options.ZooKeeper, patience)
	}
	mini, err := b.mini.get()
	if err != nil {
		return nil, err
	}
	return zknode.Open([]string{mini.Addr()}, patience)
}

// etcdSpace is a new lab's part of etcd.
func (b *Backends) etcdSpace() (*etcdnode.Space, error) {
	member, err := b.etcd.get()
	if err != nil {
		return nil, fmt.Errorf("etcd does not start: %w", err)
	}
	return member.Space(b.name()), nil
}

// zooKeeperSpace is a new lab's part of ZooKeeper.
func (b *Backends) zooKeeperSpace() (*zknode.Space, error) {
	zk, err := b.zk.get()
	if err == nil {
		var space *zknode.Space
		if space, err = zk.Space(b.name()); err == nil {
			return space, nil
		}
	}
	if len(b.options.ZooKeeper) == 0 {
		return nil, fmt.Errorf("the stand-in for ZooKeeper does not start: %w", err)
	}
	return nil, fmt.Errorf("ZooKeeper at %s cannot be reached: %w; start it and begin again, or leave out --zookeeper to use the stand-in inside this program",
		strings.Join(b.options.ZooKeeper, ","), err)
}

// name names a space.
func (b *Backends) name() string { return fmt.Sprintf("%s-%d", b.process, b.spaces.Add(1)) }

// zooKeeperAddr and what follows tell a person where a service is, and what.
func (b *Backends) zooKeeperAddr() string {
	zk, err := b.zk.get()
	if err != nil {
		return ""
	}
	return zk.Addr()
}

func (b *Backends) zooKeeperIs() string {
	if len(b.options.ZooKeeper) == 0 {
		return "minizk, a stand-in for ZooKeeper inside this program"
	}
	return "a real ZooKeeper, given by --zookeeper"
}

func (b *Backends) etcdAddr() string {
	member, err := b.etcd.get()
	if err != nil {
		return ""
	}
	return member.Addr()
}

// Close ends the services that run in this process. Labs are closed before.
func (b *Backends) Close() error {
	return errors.Join(b.zk.close(), b.mini.close(), b.etcd.close())
}

// lazy is a service that starts when it is first needed. A start that failed, or a
// service that has stopped, is tried again by the next that needs it.
type lazy[T interface{ Close() error }] struct {
	mu     sync.Mutex
	start  func() (T, error)
	fault  func(T) error // why it has stopped by itself; nil: it does not
	up     bool
	closed bool
	is     T
}

var errStopping = errors.New("the program is stopping")

func (l *lazy[T]) get() (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return l.is, errStopping
	case l.up && (l.fault == nil || l.fault(l.is) == nil):
		return l.is, nil
	case l.up: // it has stopped: begin with another
		_ = l.is.Close()
	}
	is, err := l.start()
	l.is, l.up = is, err == nil
	return is, err
}

func (l *lazy[T]) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	up := l.up
	l.up, l.closed = false, true
	if !up {
		return nil
	}
	return l.is.Close()
}
