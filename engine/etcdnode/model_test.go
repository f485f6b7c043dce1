package etcdnode_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/rpc"
)

// model is what etcd's docs say of a space that nobody else writes to: keys
// with the revision at which they came, gone with their lease, and a past.
type model struct {
	t     *rapid.T
	bench bench
	keys  []rpc.KV // in the order of their creation
	gone  []rpc.Deletion
	live  []int64 // leases
	first int64   // the revision of the first change
	now   int64
	slow  int // watches of the past that may still be made: each takes some 50 ms
}

// Whatever is done, the server answers as the model does.
func TestDoAnswersAsTheModel(t *testing.T) {
	s := start(t, "").Space("a")
	rapid.Check(t, func(t *rapid.T) {
		m := &model{t: t, bench: bench{t, s}}
		defer func() { must(t, s.Clear()) }()
		m.now = m.bench.do(rpc.Op{Do: rpc.Get, Key: "k"}).Revision
		m.first = m.now + 1
		m.slow = max(0, rapid.IntRange(-4, 1).Draw(t, "slow watches"))
		key := rapid.SampledFrom([]string{"lock/a", "lock/b", "lock/c", "lock2/a", "lock"})
		prefix := rapid.SampledFrom([]string{"lock/", "lock", "lock2/", "none/", ""})
		t.Repeat(map[string]func(*rapid.T){
			"put":    func(t *rapid.T) { m.put(key.Draw(t, "key"), m.drawLease(t)) },
			"get":    func(t *rapid.T) { m.get(key.Draw(t, "key")) },
			"delete": func(t *rapid.T) { m.delete(key.Draw(t, "key")) },
			"first":  func(t *rapid.T) { m.firstUnder(prefix.Draw(t, "prefix")) },
			"last": func(t *rapid.T) {
				m.lastUnder(prefix.Draw(t, "prefix"), rapid.Int64Range(m.first, m.now+2).Draw(t, "max"))
			},
			"grant":  func(*rapid.T) { m.live = append(m.live, m.bench.grant(time.Second)) },
			"revoke": func(t *rapid.T) { m.revoke(m.drawLease(t)) },
			"take":   func(t *rapid.T) { m.take(key.Draw(t, "key"), m.drawLease(t)) },
			"watch": func(t *rapid.T) {
				m.watch(key.Draw(t, "key"), rapid.Int64Range(m.first, m.now+3).Draw(t, "from"))
			},
		})
	})
}

// drawLease draws a live lease, or 0.
func (m *model) drawLease(t *rapid.T) int64 {
	return rapid.SampledFrom(append([]int64{0}, m.live...)).Draw(t, "lease")
}

func (m *model) find(key string) (i int, found rpc.Result) {
	i = slices.IndexFunc(m.keys, func(kv rpc.KV) bool { return kv.Key == key })
	if i >= 0 {
		found.KVs = []rpc.KV{m.keys[i]}
	}
	return i, found
}

// ask compares the reply, of which the revision is one more after a change.
func (m *model) ask(c rpc.Etcd, changes bool, want ...rpc.Result) {
	if changes {
		m.now++
	}
	if r := m.bench.want(c, want...); r.Revision != m.now {
		m.t.Fatalf("%s: at revision %d, want %d", c, r.Revision, m.now)
	}
}

func (m *model) put(key string, lease int64) {
	m.ask(rpc.Op{Do: rpc.Put, Key: key, Value: "v", Lease: lease}, true, put)
	m.set(key, lease)
}

func (m *model) set(key string, lease int64) {
	i, _ := m.find(key)
	if i < 0 {
		m.keys = append(m.keys, rpc.KV{Key: key, Create: m.now})
		i = len(m.keys) - 1
	}
	kv := &m.keys[i]
	kv.Value, kv.Mod, kv.Lease = "v", m.now, lease
}

func (m *model) get(key string) {
	_, found := m.find(key)
	m.ask(rpc.Op{Do: rpc.Get, Key: key}, false, found)
}

func (m *model) delete(key string) {
	i, found := m.find(key)
	m.ask(rpc.Op{Do: rpc.Delete, Key: key}, i >= 0, rpc.Result{Deleted: found.KVs})
	m.remove(func(kv rpc.KV) bool { return kv.Key == key })
}

// remove takes keys away at the present revision.
func (m *model) remove(which func(rpc.KV) bool) {
	for _, kv := range m.keys {
		if which(kv) {
			m.gone = append(m.gone, rpc.Deletion{Key: kv.Key, Revision: m.now})
		}
	}
	m.keys = slices.DeleteFunc(m.keys, which)
}

func (m *model) revoke(lease int64) {
	if lease == 0 {
		return
	}
	on := func(kv rpc.KV) bool { return kv.Lease == lease }
	m.ask(rpc.LeaseRevoke{Lease: lease}, slices.ContainsFunc(m.keys, on))
	m.remove(on)
	m.live = slices.DeleteFunc(m.live, func(l int64) bool { return l == lease })
}

func (m *model) under(prefix string, upTo int64) []rpc.KV {
	return slices.DeleteFunc(slices.Clone(m.keys), func(kv rpc.KV) bool {
		return kv.Create > upTo || len(kv.Key) < len(prefix) || kv.Key[:len(prefix)] != prefix
	})
}

func (m *model) firstUnder(prefix string) {
	all := m.under(prefix, m.now)
	m.ask(rpc.Op{Do: rpc.First, Key: prefix}, false, rpc.Result{KVs: upToOne(all)})
}

func (m *model) lastUnder(prefix string, upTo int64) {
	all := m.under(prefix, upTo)
	slices.Reverse(all)
	m.ask(rpc.Op{Do: rpc.Last, Key: prefix, Max: upTo}, false, rpc.Result{KVs: upToOne(all)})
}

func upToOne(kvs []rpc.KV) []rpc.KV {
	if len(kvs) == 0 {
		return nil
	}
	return kvs[:1]
}

// take is the transaction of etcd's concurrency.Mutex, for this key.
func (m *model) take(key string, lease int64) {
	txn := rpc.Txn{
		If:   []rpc.Compare{{Key: key, Create: 0}},
		Then: []rpc.Op{{Do: rpc.Put, Key: key, Value: "v", Lease: lease}, {Do: rpc.Get, Key: key}},
		Else: []rpc.Op{{Do: rpc.Get, Key: key}},
	}
	i, found := m.find(key)
	if i >= 0 {
		m.ask(txn, false, found)
		return
	}
	want := rpc.KV{Key: key, Value: "v", Create: m.now + 1, Mod: m.now + 1, Lease: lease}
	m.ask(txn, true, put, rpc.Result{KVs: []rpc.KV{want}})
	m.set(key, lease)
}

// watch is told of the first deletion at that revision or later: one that was,
// or the next.
func (m *model) watch(key string, from int64) {
	if i, _ := m.find(key); from <= m.now && (i < 0 || m.keys[i].Create > from) {
		if m.slow == 0 {
			m.t.Skip("slow") // this one step of rapid's, which draws another
		}
		m.slow--
	}
	w := m.bench.watch(key, from)
	defer w.Cancel()
	for m.deletion(key, from) < 0 {
		m.bench.quiet(w)
		if _, found := m.find(key); found.KVs == nil {
			m.put(key, 0)
		}
		m.delete(key)
	}
	m.bench.fires(w, key, m.gone[m.deletion(key, from)].Revision)
}

// deletion finds the first of the key at that revision or later, or -1.
func (m *model) deletion(key string, from int64) int {
	return slices.IndexFunc(m.gone, func(d rpc.Deletion) bool { return d.Key == key && d.Revision >= from })
}
