// Package rpc is the vocabulary between a lock's client and the service behind
// it, where that takes more than lines of text: the calls to etcd and ZooKeeper
// that locks make, what is answered, and how both read on a timeline. It knows
// no library and no lab.
//
// Keys, paths, leases, sessions and revisions are plain values. What they
// stand for is up to who carries the call out: etcdnode and zknode take those of
// the live server.
package rpc

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Etcd is a call to etcd: a LeaseGrant, LeaseKeepAlive, LeaseRevoke, Txn, Op,
// Watch or WatchCancel (etcd docs, "API reference").
type Etcd interface {
	fmt.Stringer
	etcd()
}

// LeaseGrant asks for a new lease.
type LeaseGrant struct{ TTL time.Duration } // whole seconds, at least 1

// LeaseKeepAlive gives a lease its full time to live again.
type LeaseKeepAlive struct{ Lease int64 }

// LeaseRevoke ends a lease and deletes every key that hangs on it.
type LeaseRevoke struct{ Lease int64 }

// Txn does Then if every comparison holds, and Else otherwise, in one step.
type Txn struct {
	If         []Compare
	Then, Else []Op
}

// Compare holds if the key's create revision is this one; 0: if there is no such
// key.
type Compare struct {
	Key    string
	Create int64
}

// Watch asks to be told when Key is deleted at revision From or later.
type Watch struct {
	Key  string
	From int64
}

// WatchCancel ends a watch that did not fire.
type WatchCancel struct{ Of int } // message number of the Watch

// Op is one operation on keys, alone or in a transaction.
type Op struct {
	Do    OpKind
	Key   string // for First and Last: the prefix
	Value string // Put
	Lease int64  // Put: the lease that the key hangs on; 0: none
	Max   int64  // Last: the highest create revision to look at
}

// OpKind says what an Op does.
type OpKind string

// The operations.
const (
	Put    OpKind = "put"
	Get    OpKind = "get"
	First  OpKind = "first"  // of the keys under a prefix, the one created first
	Last   OpKind = "last"   // of those created up to a revision, the one created last
	Delete OpKind = "delete" // one key
)

// EtcdReply is the answer to a call.
type EtcdReply struct {
	Revision  int64         // of the whole store when the call was carried out (the header's)
	Lease     int64         // LeaseGrant, LeaseKeepAlive
	TTL       time.Duration // LeaseGrant, LeaseKeepAlive: time left; 0: there is no such lease
	Succeeded bool          // Txn: whether the comparisons held
	Results   []Result      // Op: one; Txn: one for each operation done
	Failed    string        // the server's error, if it answered with one: nothing was done
}

// Result is the outcome of one Op.
type Result struct {
	KVs     []KV // what was found
	Deleted []KV // what was deleted
	Put     bool // it was a put: it is done
}

// KV is a key as etcd keeps it.
type KV struct {
	Key, Value string
	Create     int64 // revision at which it came to be
	Mod        int64 // revision at which it was last changed
	Lease      int64 // that it hangs on; 0: none
}

// Deletion is what a Watch was for.
type Deletion struct {
	Key      string
	Revision int64 // at which the key was deleted
}

func (LeaseGrant) etcd()     {}
func (LeaseKeepAlive) etcd() {}
func (LeaseRevoke) etcd()    {}
func (Txn) etcd()            {}
func (Op) etcd()             {}
func (Watch) etcd()          {}
func (WatchCancel) etcd()    {}

func (c LeaseGrant) String() string     { return fmt.Sprintf("LeaseGrant ttl=%g", c.TTL.Seconds()) }
func (c LeaseKeepAlive) String() string { return "LeaseKeepAlive " + LeaseName(c.Lease) }
func (c LeaseRevoke) String() string    { return "LeaseRevoke " + LeaseName(c.Lease) }
func (c Watch) String() string {
	return fmt.Sprintf("Watch DELETE %s from revision %d", c.Key, c.From)
}

func (c WatchCancel) String() string { return fmt.Sprintf("Watch: cancel #%d", c.Of) }

func (c Txn) String() string {
	s := "Txn"
	if len(c.If) > 0 {
		s += " if " + join(c.If, " and ")
	}
	s += " then " + join(c.Then, ", ")
	if len(c.Else) > 0 {
		s += " else " + join(c.Else, ", ")
	}
	return s
}

func (c Compare) String() string { return fmt.Sprintf("create(%s) = %d", c.Key, c.Create) }

func (o Op) String() string {
	switch o.Do {
	case Put:
		s := "put " + o.Key
		if o.Value != "" {
			s += " " + strconv.Quote(o.Value)
		}
		if o.Lease != 0 {
			s += " " + LeaseName(o.Lease)
		}
		return s
	case First:
		return "get first-created under " + o.Key
	case Last:
		return fmt.Sprintf("get last-created under %s up to %d", o.Key, o.Max)
	}
	return string(o.Do) + " " + o.Key
}

// LeaseName is how a lease is called: etcd writes it in hexadecimal.
func LeaseName(id int64) string { return fmt.Sprintf("lease=%x", id) }

func (r EtcdReply) String() string {
	switch {
	case r.Failed != "":
		return r.Failed
	case r.Lease != 0 && r.TTL == 0:
		return LeaseName(r.Lease) + " not found"
	case r.Lease != 0:
		return fmt.Sprintf("%s ttl=%g", LeaseName(r.Lease), r.TTL.Seconds())
	}
	var found []string
	for _, one := range r.Results {
		if s := one.String(); s != "" {
			found = append(found, s)
		}
	}
	switch {
	case len(r.Results) == 0:
		return fmt.Sprintf("revision %d", r.Revision)
	case len(found) == 0 && r.Results[0].Put:
		return fmt.Sprintf("revision %d: done", r.Revision)
	case len(found) == 0:
		return fmt.Sprintf("revision %d: nothing", r.Revision)
	}
	return fmt.Sprintf("revision %d: %s", r.Revision, strings.Join(found, ", "))
}

func (r Result) String() string {
	switch {
	case len(r.Deleted) > 0:
		return "deleted " + join(r.Deleted, ", ")
	case len(r.KVs) > 0:
		return join(r.KVs, ", ")
	}
	return "" // nothing, or a put: the call says what
}

func (kv KV) String() string {
	s := fmt.Sprintf("%s create=%d", kv.Key, kv.Create)
	if kv.Value != "" {
		s += " " + strconv.Quote(kv.Value)
	}
	return s
}

func (d Deletion) String() string { return fmt.Sprintf("%s deleted at revision %d", d.Key, d.Revision) }

func join[T fmt.Stringer](all []T, with string) string {
	words := make([]string, len(all))
	for i, x := range all {
		words[i] = x.String()
	}
	return strings.Join(words, with)
}
