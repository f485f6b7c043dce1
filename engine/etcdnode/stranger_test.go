package etcdnode_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"go.uber.org/zap"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/rpc"
)

// stranger connects as etcdctl would.
func stranger(t testing.TB, m *etcdnode.Member) *clientv3.Client {
	t.Helper()
	c, err := clientv3.New(clientv3.Config{Endpoints: []string{m.Addr()}, Logger: zap.NewNop()})
	must(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

func TestAStrangerSeesTheKeys(t *testing.T) {
	b := begin(t)
	lease := b.grant(3 * time.Second)
	kv := b.put("lock/a", lease)
	c := stranger(t, shared)
	r, err := c.Get(t.Context(), b.s.Prefix(), clientv3.WithPrefix())
	must(t, err)
	if len(r.Kvs) != 1 || string(r.Kvs[0].Key) != b.s.Prefix()+"lock/a" || string(r.Kvs[0].Value) != "v" ||
		r.Kvs[0].CreateRevision != kv.Create || r.Kvs[0].Lease != lease {
		t.Errorf("got %v, want %v", r.Kvs, kv)
	}
	ttl, err := c.TimeToLive(t.Context(), clientv3.LeaseID(lease))
	must(t, err)
	if left := time.Duration(ttl.TTL) * time.Second; left < 29*24*time.Hour {
		t.Errorf("the wall clock ends the lease in %s: before any lab does", left)
	}
	w := b.watch("lock/a", kv.Mod)
	_, err = c.Put(t.Context(), b.s.Prefix()+"lock/a", "changed")
	must(t, err)
	gone, err := c.Delete(t.Context(), b.s.Prefix()+"lock/a")
	must(t, err)
	b.fires(w, "lock/a", gone.Header.Revision)
}

func TestAStrangersLeaseCanBeKeptAlive(t *testing.T) {
	b, c := begin(t), stranger(t, shared)
	granted, err := c.Grant(t.Context(), 600)
	must(t, err)
	lease := int64(granted.ID)
	if r := b.do(rpc.LeaseKeepAlive{Lease: lease}); r.TTL != 600*time.Second {
		t.Errorf("got %+v", r)
	}
	b.do(rpc.LeaseRevoke{Lease: lease})
}

// seat is one client of ours at a lock, by the recipe of etcd's own
// concurrency.Mutex (waitDeletes in its key.go).
type seat struct {
	bench
	key    string
	create int64
}

func (b bench) sit(lease int64) seat {
	b.t.Helper()
	s := seat{bench: b, key: fmt.Sprintf("lock/%x", lease)}
	r := b.do(rpc.Txn{
		If:   []rpc.Compare{{Key: s.key, Create: 0}},
		Then: []rpc.Op{{Do: rpc.Put, Key: s.key, Lease: lease}, {Do: rpc.First, Key: "lock/"}},
		Else: []rpc.Op{{Do: rpc.Get, Key: s.key}, {Do: rpc.First, Key: "lock/"}},
	})
	if !r.Succeeded {
		b.t.Fatalf("the key was there: %+v", r)
	}
	s.create = r.Revision
	return s
}

// before is the key that this one waits for.
func (s seat) before() (key string, seen int64) {
	s.t.Helper()
	r := s.do(rpc.Op{Do: rpc.Last, Key: "lock/", Max: s.create - 1})
	if len(r.Results[0].KVs) == 0 {
		return "", r.Revision
	}
	return r.Results[0].KVs[0].Key, r.Revision
}

// etcd's own Mutex and our calls queue for one lock, and each lets the other in.
func TestEtcdsOwnMutexQueuesWithUs(t *testing.T) {
	b, c := begin(t), stranger(t, shared)
	theirs := func() (*concurrency.Session, *concurrency.Mutex) {
		s, err := concurrency.NewSession(c, concurrency.WithTTL(600))
		must(t, err)
		return s, concurrency.NewMutex(s, b.s.Prefix()+"lock")
	}
	session1, mutex1 := theirs()
	must(t, mutex1.Lock(t.Context()))
	us := b.sit(b.grant(10 * time.Second))
	held, seen := us.before()
	if b.s.Prefix()+held != mutex1.Key() {
		t.Fatalf("we wait for %q, want %q", held, mutex1.Key())
	}
	w := b.watch(held, seen)

	session2, mutex2 := theirs()
	got := make(chan error, 1)
	go func() { got <- mutex2.Lock(t.Context()) }()
	must(t, mutex1.Unlock(t.Context()))
	if d := <-w.C; d.Key != held {
		t.Fatalf("their unlock: the watch says %+v", d)
	}
	if next, _ := us.before(); next != "" {
		t.Fatalf("we still wait for %q", next)
	}
	select {
	case err := <-got:
		t.Fatalf("they got the lock that we hold: %v", err)
	default:
	}
	b.want(rpc.Op{Do: rpc.Delete, Key: us.key}, rpc.Result{Deleted: []rpc.KV{{
		Key: us.key, Create: us.create, Mod: us.create, Lease: lease(us),
	}}})
	must(t, <-got)
	must(t, session1.Close())
	must(t, session2.Close())
}

func lease(s seat) (id int64) {
	fmt.Sscanf(s.key, "lock/%x", &id)
	return id
}

// A page in a browser can send requests to loopback ports. It finds no keys.
func TestNoKeysOverHTTP(t *testing.T) {
	for path, want := range map[string]int{"/v3/kv/range": http.StatusNotFound, "/health": http.StatusOK} {
		r, err := http.Get("http://" + shared.Addr() + path)
		must(t, err)
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("%s: got %s", path, r.Status)
		}
	}
	q, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+shared.Addr()+"/health", nil)
	must(t, err)
	q.Host = "rebound.example.com"
	r, err := http.DefaultClient.Do(q)
	must(t, err)
	r.Body.Close()
	if r.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("a foreign name: got %s", r.Status)
	}
	http.DefaultClient.CloseIdleConnections()
}
