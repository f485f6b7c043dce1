package etcdnode_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/rpc"
)

// bench is a space on the test bench.
type bench struct {
	t rapid.TB
	s *etcdnode.Space
}

// begin takes a space of the shared member that nobody else has.
func begin(t testing.TB) bench {
	s := shared.Space(t.Name())
	t.Cleanup(func() { must(t, s.Clear()) })
	return bench{t, s}
}

func (b bench) do(c rpc.Etcd) rpc.EtcdReply {
	b.t.Helper()
	r, err := b.s.Do(c)
	must(b.t, err)
	return r
}

// want compares what the operations of a call found and deleted.
func (b bench) want(c rpc.Etcd, want ...rpc.Result) rpc.EtcdReply {
	b.t.Helper()
	r := b.do(c)
	if !reflect.DeepEqual(r.Results, want) {
		b.t.Errorf("%s: got %+v, want %+v", c, r.Results, want)
	}
	return r
}

var (
	nothing = rpc.Result{}
	put     = rpc.Result{Put: true}
)

func found(kvs ...rpc.KV) rpc.Result { return rpc.Result{KVs: kvs} }

func (b bench) grant(ttl time.Duration) int64 {
	b.t.Helper()
	r := b.do(rpc.LeaseGrant{TTL: ttl})
	if r.Lease == 0 || r.TTL != ttl || r.Revision == 0 {
		b.t.Fatalf("grant of %s: got %+v", ttl, r)
	}
	return r.Lease
}

// put puts a key on a lease and returns it as etcd keeps it.
func (b bench) put(key string, lease int64) rpc.KV {
	b.t.Helper()
	r := b.want(rpc.Op{Do: rpc.Put, Key: key, Value: "v", Lease: lease}, put)
	return rpc.KV{Key: key, Value: "v", Create: r.Revision, Mod: r.Revision, Lease: lease}
}

func (b bench) watch(key string, from int64) *etcdnode.Watcher {
	b.t.Helper()
	w, err := b.s.Watch(rpc.Watch{Key: key, From: from})
	must(b.t, err)
	return w
}

// fires waits for the deletion, and that nothing comes after it.
func (b bench) fires(w *etcdnode.Watcher, key string, revision int64) {
	b.t.Helper()
	if d, open := <-w.C; !open || d != (rpc.Deletion{Key: key, Revision: revision}) {
		b.t.Errorf("the watch says %+v (%v), want %s at %d", d, open, key, revision)
	}
	if d, open := <-w.C; open {
		b.t.Errorf("the watch goes on: %+v", d)
	}
}

// quiet is a watch that has said nothing yet.
func (b bench) quiet(w *etcdnode.Watcher) {
	b.t.Helper()
	select {
	case d, open := <-w.C:
		b.t.Fatalf("the watch says %+v (%v) too early", d, open)
	default:
	}
}

func contains(s, part string) bool { return strings.Contains(s, part) }

func doErr(s *etcdnode.Space) error {
	_, err := s.Do(rpc.Op{Do: rpc.Get, Key: "k"})
	return err
}

func watchErr(s *etcdnode.Space) error {
	_, err := s.Watch(rpc.Watch{Key: "k"})
	return err
}

const leaseNotFound = "etcdserver: requested lease not found"

func TestALeaseLivesUntilItIsRevoked(t *testing.T) {
	b := begin(t)
	lease := b.grant(7 * time.Second)
	kv := b.put("k", lease)
	if r := b.do(rpc.LeaseKeepAlive{Lease: lease}); r.Lease != lease || r.TTL != 7*time.Second || r.Revision < kv.Mod {
		t.Errorf("keepalive of a live lease: got %+v", r)
	}
	w := b.watch("k", kv.Mod)
	gone := b.do(rpc.LeaseRevoke{Lease: lease})
	if gone.Revision <= kv.Mod || gone.Failed != "" {
		t.Errorf("revoke: got %+v", gone)
	}
	b.fires(w, "k", gone.Revision)
	b.want(rpc.Op{Do: rpc.Get, Key: "k"}, nothing)
}

func TestALeaseThatIsGone(t *testing.T) {
	b := begin(t)
	lease := b.grant(time.Second)
	b.do(rpc.LeaseRevoke{Lease: lease})
	if r := b.do(rpc.LeaseKeepAlive{Lease: lease}); r.Lease != lease || r.TTL != 0 || r.Failed != "" {
		t.Errorf("keepalive: got %+v", r)
	}
	put := rpc.Op{Do: rpc.Put, Key: "k", Lease: lease}
	for _, c := range []rpc.Etcd{rpc.LeaseRevoke{Lease: lease}, put, rpc.Txn{Then: []rpc.Op{put}}} {
		if r := b.do(c); r.Failed != leaseNotFound || r.Results != nil {
			t.Errorf("%s: got %+v", c, r)
		}
	}
	b.want(rpc.Op{Do: rpc.Get, Key: "k"}, nothing)
}
