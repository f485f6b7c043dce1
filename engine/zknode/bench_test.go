package zknode_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine/minizk"
	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/zknode"
	"github.com/lockviz/lockviz/engine/zktest"
)

// kinds are the servers that the adaptor works the same with.
var kinds = []struct {
	name  string
	start func(testing.TB) (addr string)
}{
	{"minizk", startOurs},
	{"ZooKeeper", zktest.Start},
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestContract(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			addr := kind.start(t)
			for _, c := range contract {
				t.Run(c.name, func(t *testing.T) { c.play(begin(t, addr)) })
			}
		})
	}
}

func startOurs(t testing.TB) string {
	t.Helper()
	limits := minizk.DefaultLimits()
	limits.Connections = 2000
	server, err := minizk.Start(minizk.WithLimits(limits))
	must(t, err)
	t.Cleanup(func() { must(t, server.Close()) })
	return server.Addr()
}

// bench is an ensemble on the test bench, with a space.
type bench struct {
	t        testing.TB
	ensemble *zknode.Ensemble
	space    *zknode.Space
	id       string
}

var spaces atomic.Int64

func begin(t testing.TB, addr string) *bench {
	t.Helper()
	b := beginUnclosed(t, addr)
	t.Cleanup(func() { must(t, b.ensemble.Close()) })
	return b
}

func beginUnclosed(t testing.TB, addr string) *bench {
	t.Helper()
	e, err := zknode.Open(strings.Split(addr, ","), 10*time.Second)
	must(t, err)
	b := &bench{t: t, ensemble: e, id: fmt.Sprintf("test-%d", spaces.Add(1))}
	b.space, err = e.Space(b.id)
	must(t, err)
	return b
}

func (b *bench) connect() *zknode.Session {
	b.t.Helper()
	s, reply, err := b.space.Connect()
	must(b.t, err)
	if reply.Session != s.ID() || reply.Session == 0 || reply.Timeout <= 0 {
		b.t.Errorf("connect: got %+v for session %#x", reply, s.ID())
	}
	return s
}

// queue makes a lock's znode and n sessions with a place in its queue each.
func (b *bench) queue(n int) (waiters []*zknode.Session) {
	b.t.Helper()
	for i := range n {
		s := b.connect()
		if i == 0 {
			b.created(s, rpc.Create{Path: "/lock"}, "/lock")
		}
		b.created(s, queue, place(i))
		waiters = append(waiters, s)
	}
	return waiters
}

func (b *bench) do(s *zknode.Session, call rpc.ZooKeeper) rpc.ZooKeeperReply {
	b.t.Helper()
	reply, err := s.Do(call)
	must(b.t, err)
	return reply
}

func (b *bench) ok(s *zknode.Session, call rpc.ZooKeeper) rpc.ZooKeeperReply {
	b.t.Helper()
	reply := b.do(s, call)
	if reply.Code != "" {
		b.t.Fatalf("%v: got %v", call, reply)
	}
	return reply
}

func (b *bench) refused(s *zknode.Session, call rpc.ZooKeeper, code rpc.Code) {
	b.t.Helper()
	b.same(call.String(), b.do(s, call), rpc.ZooKeeperReply{Code: code})
}

func (b *bench) created(s *zknode.Session, call rpc.Create, path string) {
	b.t.Helper()
	b.same(call.String(), b.do(s, call), rpc.ZooKeeperReply{Path: path})
}

func (b *bench) children(s *zknode.Session, path string, names ...string) {
	b.t.Helper()
	b.same("children of "+path, b.do(s, rpc.Children{Path: path}), rpc.ZooKeeperReply{Children: append([]string{}, names...)})
}

func (b *bench) stat(s *zknode.Session, path string) rpc.Stat {
	b.t.Helper()
	return *b.ok(s, rpc.Exists{Path: path}).Stat
}

func (b *bench) fired(s *zknode.Session, want ...rpc.Event) {
	b.t.Helper()
	got, err := s.Fired()
	must(b.t, err)
	b.same("events", got, want)
}

func (b *bench) same(what string, got, want any) {
	b.t.Helper()
	if !reflect.DeepEqual(got, want) {
		b.t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t testing.TB, err error, words string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("got error %v, want one with %q", err, words)
	}
}
