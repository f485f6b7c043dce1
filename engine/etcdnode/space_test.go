package etcdnode_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/rpc"
)

// Labs that do the same at one time see nothing of one another.
func TestAHundredSpacesAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			b := bench{t, shared.Space(fmt.Sprint("crowd-", i))}
			b.queueOfThree()
			must(t, b.s.Clear())
		})
	}
	all.Wait()
}

// queueOfThree is three clients at a lock: the first loses its lease, the
// second hands on, the third is left holding it.
func (b bench) queueOfThree() {
	leases := []int64{b.grant(time.Second), b.grant(2 * time.Second), b.grant(3 * time.Second)}
	seats := []seat{b.sit(leases[0]), b.sit(leases[1]), b.sit(leases[2])}
	var watches []*etcdnode.Watcher
	for i, s := range seats[1:] {
		key, seen := s.before()
		if key != seats[i].key {
			b.t.Errorf("%s: waits for %q, want %q", b.s.Prefix(), key, seats[i].key)
		}
		watches = append(watches, b.watch(key, seen))
	}
	b.quiet(watches[0])
	revoked := b.do(rpc.LeaseRevoke{Lease: leases[0]})
	b.fires(watches[0], seats[0].key, revoked.Revision)
	b.quiet(watches[1])
	deleted := b.do(rpc.Op{Do: rpc.Delete, Key: seats[1].key})
	b.fires(watches[1], seats[1].key, deleted.Revision)
	b.want(rpc.Op{Do: rpc.First, Key: ""}, found(rpc.KV{
		Key: seats[2].key, Create: seats[2].create, Mod: seats[2].create, Lease: leases[2],
	}))
}

func TestClearLeavesOtherSpacesAlone(t *testing.T) {
	ids := []string{"a", "a/b", "ab", "", "ä b%"}
	var spaces []bench
	kvs, leases := map[string]rpc.KV{}, map[string]int64{}
	for _, id := range ids {
		b := bench{t, shared.Space(t.Name() + id)}
		spaces = append(spaces, b)
		lease := b.grant(5 * time.Second)
		kvs[b.s.Prefix()], leases[b.s.Prefix()] = b.put("k", lease), lease
		b.grant(5 * time.Second) // with no key
	}
	before := leaseCount(t)
	for i, b := range spaces {
		must(t, b.s.Clear())
		must(t, b.s.Clear())
		b.want(rpc.Op{Do: rpc.First}, nothing)
		if r := b.do(rpc.LeaseKeepAlive{Lease: leases[b.s.Prefix()]}); r.TTL != 0 {
			t.Errorf("%s: a lease is left: %+v", b.s.Prefix(), r)
		}
		for _, other := range spaces[i+1:] {
			other.want(rpc.Op{Do: rpc.First}, found(kvs[other.s.Prefix()]))
			if r := other.do(rpc.LeaseKeepAlive{Lease: leases[other.s.Prefix()]}); r.TTL != 5*time.Second {
				t.Errorf("%s: the lease is %+v", other.s.Prefix(), r)
			}
		}
	}
	if gone := before - leaseCount(t); gone != 2*len(ids) {
		t.Errorf("%d leases were revoked, want %d", gone, 2*len(ids))
	}
}

func leaseCount(t *testing.T) int {
	r, err := stranger(t, shared).Leases(t.Context())
	must(t, err)
	return len(r.Leases)
}

func TestPrefix(t *testing.T) {
	if p := shared.Space("x7f3").Prefix(); p != etcdnode.Root+"x7f3/" || etcdnode.Root != "/lockviz/" {
		t.Errorf("got %s", p)
	}
	if p := shared.Space("../a/b").Prefix(); strings.Count(p, "/") != 3 {
		t.Errorf("an id gets out of its place: %s", p)
	}
}

func TestCancelEndsAWatch(t *testing.T) {
	b := begin(t)
	kv := b.put("k", 0)
	w, other := b.watch("k", kv.Mod), b.watch("k", kv.Mod)
	w.Cancel()
	w.Cancel()
	if d, open := <-w.C; open {
		t.Errorf("a cancelled watch says %+v", d)
	}
	gone := b.do(rpc.Op{Do: rpc.Delete, Key: "k"})
	b.fires(other, "k", gone.Revision)
}

func TestATimeToLiveIsWholeSeconds(t *testing.T) {
	b := begin(t)
	for _, ttl := range []time.Duration{-time.Second, 0, 999 * time.Millisecond, 1500 * time.Millisecond} {
		if _, err := b.s.Do(rpc.LeaseGrant{TTL: ttl}); err == nil || !contains(err.Error(), "whole seconds") {
			t.Errorf("%s: got %v", ttl, err)
		}
	}
}

// A revision is kept while a lab may ask for it, and then no longer.
func TestHistory(t *testing.T) {
	m := start(t, "")
	m.Keep(100)
	c := stranger(t, m)
	old, busy := bench{t, m.Space("old")}, bench{t, m.Space("busy")}
	churn := func(n int) {
		for range n / 2 {
			busy.put("k", 0)
			busy.do(rpc.Op{Do: rpc.Delete, Key: "k"})
		}
	}
	kept := func(revision int64) bool {
		_, err := c.Get(context.Background(), "k", clientv3.WithRev(revision))
		if err != nil && !errors.Is(err, rpctypes.ErrCompacted) {
			t.Fatal(err)
		}
		return err == nil
	}

	first := old.put("k", 0)
	gone := old.do(rpc.Op{Do: rpc.Delete, Key: "k"})
	churn(80)
	must(t, busy.s.Clear())
	if !kept(first.Mod) {
		t.Fatal("a revision was dropped that an open lab has seen")
	}
	old.fires(old.watch("k", first.Mod), "k", gone.Revision)

	last := old.put("l", 0)
	must(t, old.s.Clear())
	must(t, busy.s.Clear())
	if kept(first.Mod) || !kept(last.Mod+1) {
		t.Error("what no lab needs is kept, or more was dropped")
	}

	seen := old.put("k", 0)
	churn(200)
	if kept(seen.Mod) {
		t.Error("a lab that stays open keeps more than the bound")
	}
	churn(2)
	if _, err := old.s.Watch(rpc.Watch{Key: "l", From: seen.Mod}); err == nil || !contains(err.Error(), "compacted") {
		t.Errorf("a watch from there: got %v", err)
	}
}
