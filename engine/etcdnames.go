package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/rpc"
)

// etcdNames gives the numbers of the live etcd names that are the same in every
// run. The member is shared, so its revisions and lease IDs depend on what else
// happened on it. A lab's own changes are counted instead, and so are its leases:
// the numbers are those of a fresh etcd on which nothing but this lab happens.
type etcdNames struct {
	prefix string  // of the lock's keys; a lease ID follows
	begun  int64   // live revision when the lab began: it is called 1, as a fresh etcd's
	leases []int64 // live lease IDs: the n-th is called n
	made   []int64 // live revisions that this lab's changes made: the n-th is called n+1
}

// latest is the name of the revision that the latest change made; a fresh etcd
// begins with revision 1.
func (n *etcdNames) latest() int64 { return int64(len(n.made)) + 1 }

// changed notes that a change of this lab made a revision.
func (n *etcdNames) changed(revision int64) { n.made = append(n.made, revision) }

func (n *etcdNames) revision(live int64) int64 {
	if live == 0 {
		return 0
	}
	i, _ := slices.BinarySearch(n.made, live+1)
	return int64(i) + 1
}

// least is a live revision at which the named one has been made, and no later one
// of this lab.
func (n *etcdNames) least(name int64) int64 {
	switch i := name - 2; {
	case name == 0:
		return 0
	case i < 0:
		return n.begun
	case i < int64(len(n.made)):
		return n.made[i]
	}
	return math.MaxInt64
}

// most is the last live revision before the change of this lab that follows the
// named one.
func (n *etcdNames) most(name int64) int64 {
	if i := name - 1; i < int64(len(n.made)) {
		return n.made[max(i, 0)] - 1
	}
	return math.MaxInt64
}

func (n *etcdNames) lease(live int64) int64 {
	if live == 0 {
		return 0
	}
	i := slices.Index(n.leases, live)
	if i < 0 {
		i = len(n.leases)
		n.leases = append(n.leases, live)
	}
	return int64(i) + 1
}

func (n *etcdNames) liveLease(name int64) int64 {
	if name < 1 || name > int64(len(n.leases)) {
		return name
	}
	return n.leases[name-1]
}

// key gives a key of the lock the stable name of its lease; liveKey gives it back. A
// key that a stranger named otherwise keeps its name.
func (n *etcdNames) key(live string) string     { return n.rename(live, n.known) }
func (n *etcdNames) liveKey(name string) string { return n.rename(name, n.liveLease) }

// known is the name of a lease if it has one.
func (n *etcdNames) known(live int64) int64 {
	if slices.Contains(n.leases, live) {
		return n.lease(live)
	}
	return live
}

func (n *etcdNames) rename(key string, lease func(int64) int64) string {
	id, ok := strings.CutPrefix(key, n.prefix)
	if !ok {
		return key
	}
	v, err := strconv.ParseInt(id, 16, 64)
	if err != nil {
		return key
	}
	return fmt.Sprintf("%s%x", n.prefix, lease(v))
}

// raw is a call with the live server's own numbers.
func (n *etcdNames) raw(call rpc.Etcd) rpc.Etcd {
	switch c := call.(type) {
	case rpc.LeaseKeepAlive:
		return rpc.LeaseKeepAlive{Lease: n.liveLease(c.Lease)}
	case rpc.LeaseRevoke:
		return rpc.LeaseRevoke{Lease: n.liveLease(c.Lease)}
	case rpc.Watch:
		return rpc.Watch{Key: n.liveKey(c.Key), From: n.least(c.From)}
	case rpc.Op:
		return n.rawOp(c)
	case rpc.Txn:
		return rpc.Txn{If: each(c.If, n.rawCompare), Then: each(c.Then, n.rawOp), Else: each(c.Else, n.rawOp)}
	}
	return call
}

func (n *etcdNames) rawCompare(c rpc.Compare) rpc.Compare {
	return rpc.Compare{Key: n.liveKey(c.Key), Create: n.least(c.Create)}
}

func (n *etcdNames) rawOp(o rpc.Op) rpc.Op {
	o.Key = n.liveKey(o.Key)
	if o.Lease != 0 {
		o.Lease = n.liveLease(o.Lease)
	}
	if o.Do == rpc.Last {
		o.Max = n.most(o.Max)
	}
	return o
}

// stable is a reply with the stable names.
func (n *etcdNames) stable(r rpc.EtcdReply) rpc.EtcdReply {
	r.Revision = n.revision(r.Revision)
	r.Lease = n.lease(r.Lease)
	r.Results = each(r.Results, func(one rpc.Result) rpc.Result {
		return rpc.Result{KVs: each(one.KVs, n.kv), Deleted: each(one.Deleted, n.kv), Put: one.Put}
	})
	return r
}

func (n *etcdNames) kv(kv rpc.KV) rpc.KV {
	return rpc.KV{
		Key: n.key(kv.Key), Value: kv.Value, Create: n.revision(kv.Create), Mod: n.revision(kv.Mod), Lease: n.lease(kv.Lease),
	}
}

func each[A, B any](all []A, f func(A) B) []B {
	var out []B
	for _, x := range all {
		out = append(out, f(x))
	}
	return out
}
