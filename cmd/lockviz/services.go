package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/lockviz/lockviz/engine"
)

// serviceFlags say where the services are that labs share.
type serviceFlags struct {
	EtcdDataDir string   `placeholder:"DIR" help:"Keep etcd's data in DIR/lockviz-etcd. They last as long as the program: the next one begins anew. Without it, a temporary directory is used."`
	Zookeeper   []string `placeholder:"HOST:PORT" help:"A server of a real ZooKeeper ensemble to use; several are separated by commas. Without it, labs use a stand-in inside this program."`
}

func (f serviceFlags) backends(each engine.Limits) *engine.Backends {
	return engine.NewBackends(engine.BackendOptions{EtcdDir: f.EtcdDataDir, ZooKeeper: f.Zookeeper, Limits: each})
}

func (f serviceFlags) validate() error {
	if f.EtcdDataDir != "" {
		info, err := os.Stat(f.EtcdDataDir)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("--etcd-data-dir %s is not a directory", f.EtcdDataDir)
		case err != nil && !errors.Is(err, os.ErrNotExist): // it is made if it is missing
			return fmt.Errorf("--etcd-data-dir: %w", err)
		}
	}
	for _, server := range f.Zookeeper {
		if !isHostPort(server) {
			return fmt.Errorf("--zookeeper %q: every server is host:port, for example zk1.example.org:2181; several are separated by commas", server)
		}
	}
	return nil
}

func isHostPort(s string) bool {
	host, port, err := net.SplitHostPort(s)
	n, bad := strconv.ParseUint(port, 10, 16)
	return err == nil && bad == nil && n > 0 && host != "" && !strings.ContainsAny(host, "/ ")
}

// readiness knows whether the services that labs share are up. The site serves
// while they start, and goes on without them if they do not.
type readiness struct {
	check func() error // starts what is not up; may take seconds until it has succeeded once, and no time after that

	mu     sync.Mutex
	asking bool
	up     bool
	last   error
}

var errStarting = errors.New("etcd is starting")

// watchReadiness begins to start what is not up, and returns at once.
func watchReadiness(check func() error) *readiness {
	r := &readiness{check: check, last: errStarting}
	r.ask()
	return r
}

// state is why labs that need the services cannot have them now, or nil. If they
// could not be started, it has that tried again for the next who asks.
func (r *readiness) state() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.up {
		return r.check()
	}
	state := r.last
	if !r.asking {
		r.ask()
	}
	return state
}

func (r *readiness) ask() {
	r.asking = true
	go func() {
		err := r.check()
		r.mu.Lock()
		defer r.mu.Unlock()
		if err != nil && err.Error() != r.last.Error() {
			slog.Error("etcd does not start; labs that do not need it work", "error", err)
		}
		r.asking, r.up, r.last = false, err == nil, err
	}()
}
