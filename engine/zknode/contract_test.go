package zknode_test

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/rpc"
)

// contract is what the lock clients and the lab rely on.
var contract = []struct {
	name string
	play func(*bench)
}{
	{"a create tells the znode's path", func(b *bench) {
		a := b.connect()
		b.created(a, rpc.Create{Path: "/lock"}, "/lock")
		b.refused(a, rpc.Create{Path: "/lock"}, rpc.NodeExists)
		b.refused(a, rpc.Create{Path: "/none/x"}, rpc.NoNode)
		b.created(a, queue, "/lock/x-0000000000")
		b.created(a, queue, "/lock/x-0000000001")
		b.created(a, rpc.Create{Path: "/lock/", Sequential: true}, "/lock/0000000002")
	}},
	{"every child counts, and a parent made anew counts from 0", func(b *bench) {
		a := b.connect()
		b.created(a, rpc.Create{Path: "/lock"}, "/lock")
		b.created(a, rpc.Create{Path: "/lock/plain"}, "/lock/plain")
		b.created(a, queue, "/lock/x-0000000001")
		b.ok(a, rpc.DeleteNode{Path: "/lock/plain"})
		b.ok(a, rpc.DeleteNode{Path: "/lock/x-0000000001"})
		b.created(a, queue, "/lock/x-0000000002")
		b.ok(a, rpc.DeleteNode{Path: "/lock/x-0000000002"})
		b.ok(a, rpc.DeleteNode{Path: "/lock"})
		b.created(a, rpc.Create{Path: "/lock"}, "/lock")
		b.created(a, queue, "/lock/x-0000000000")
	}},
	{"a space that was cleared is as new", func(b *bench) {
		a := b.connect()
		b.created(a, rpc.Create{Path: "/s-", Sequential: true, Ephemeral: true}, "/s-0000000000")
		b.created(a, rpc.Create{Path: "/deep"}, "/deep")
		b.created(a, rpc.Create{Path: "/deep/er"}, "/deep/er")
		must(b.t, b.space.Clear())
		b.refused(a, rpc.Ping{}, rpc.SessionExpired)
		a = b.connect()
		b.children(a, "/")
		b.created(a, rpc.Create{Path: "/s-", Sequential: true, Ephemeral: true}, "/s-0000000000")
	}},
	{"a stat says who and in which order", func(b *bench) {
		a, c := b.connect(), b.connect()
		b.created(a, rpc.Create{Path: "/lock", Data: "v1"}, "/lock")
		b.created(a, queue, "/lock/x-0000000000")
		b.created(c, queue, "/lock/x-0000000001")
		lock := b.stat(c, "/lock")
		first, second := b.stat(c, "/lock/x-0000000000"), b.stat(a, "/lock/x-0000000001")
		b.same("owners", []int64{lock.Owner, first.Owner, second.Owner}, []int64{0, a.ID(), c.ID()})
		b.same("children", lock.NumChildren, 2)
		if !(lock.Czxid < first.Czxid && first.Czxid < second.Czxid) {
			b.t.Errorf("czxids %d, %d, %d do not rise", lock.Czxid, first.Czxid, second.Czxid)
		}
		b.ok(c, rpc.SetData{Path: "/lock", Data: "v2"})
		got := b.ok(a, rpc.GetData{Path: "/lock"})
		b.same("data", got.Data, "v2")
		if got.Stat.Czxid != lock.Czxid || got.Stat.Mzxid <= second.Czxid {
			b.t.Errorf("after a write: %+v; the znode was %+v", *got.Stat, lock)
		}
	}},
	{"what is not there is refused", func(b *bench) {
		a := b.connect()
		for _, call := range []rpc.ZooKeeper{
			rpc.DeleteNode{Path: "/x"}, rpc.GetData{Path: "/x"}, rpc.SetData{Path: "/x"},
			rpc.Children{Path: "/x"}, rpc.Children{Path: "/x", Watch: true}, rpc.Exists{Path: "/x"},
		} {
			b.refused(a, call, rpc.NoNode)
		}
		b.created(a, rpc.Create{Path: "/x"}, "/x")
		b.created(a, rpc.Create{Path: "/x/y", Ephemeral: true}, "/x/y")
		b.refused(a, rpc.DeleteNode{Path: "/x"}, rpc.NotEmpty)
		b.refused(a, rpc.Create{Path: "/x/y/z"}, "NoChildrenForEphemerals")
		b.children(a, "/x", "y")
		b.children(a, "/x/y")
		b.fired(a)
	}},
	{"in a chain each release wakes one", func(b *bench) {
		waiters := b.queue(4)
		for i, w := range waiters[1:] {
			b.ok(w, rpc.Exists{Path: place(i), Watch: true})
		}
		for i, w := range waiters {
			b.ok(w, rpc.DeleteNode{Path: place(i)})
			for j, other := range waiters {
				if j == i+1 {
					b.fired(other, rpc.Event{Path: place(i), Type: rpc.NodeDeleted})
				} else {
					b.fired(other)
				}
			}
		}
	}},
	{"a watch on the parent wakes all", func(b *bench) {
		waiters := b.queue(4)
		for _, w := range waiters[1:] {
			b.ok(w, rpc.Children{Path: "/lock", Watch: true})
		}
		b.ok(waiters[0], rpc.DeleteNode{Path: place(0)})
		for _, w := range waiters[1:] {
			b.fired(w, rpc.Event{Path: "/lock", Type: rpc.NodeChildrenChanged})
			b.children(w, "/lock", "x-0000000001", "x-0000000002", "x-0000000003")
		}
		b.ok(waiters[1], rpc.DeleteNode{Path: place(1)})
		for _, w := range waiters { // a watch fires once
			b.fired(w)
		}
	}},
	{"a session that is closed leaves the queue", func(b *bench) {
		waiters := b.queue(3)
		b.ok(waiters[1], rpc.Exists{Path: place(0), Watch: true})
		b.ok(waiters[2], rpc.Exists{Path: place(1), Watch: true})
		b.ok(waiters[1], rpc.CloseSession{})
		b.fired(waiters[2], rpc.Event{Path: place(1), Type: rpc.NodeDeleted})
		b.children(waiters[2], "/lock", "x-0000000000", "x-0000000002") // the oldest still holds
		b.ok(waiters[0], rpc.DeleteNode{Path: place(0)})
		b.fired(waiters[1])
	}},
	{"a watch tells what happened", func(b *bench) {
		a, c := b.connect(), b.connect()
		for _, step := range []struct {
			change rpc.ZooKeeper
			event  rpc.EventType
		}{
			{rpc.Create{Path: "/x"}, rpc.NodeCreated},
			{rpc.SetData{Path: "/x", Data: "v"}, rpc.NodeDataChanged},
			{rpc.DeleteNode{Path: "/x"}, rpc.NodeDeleted},
		} {
			b.do(a, rpc.Exists{Path: "/x", Watch: true})
			b.ok(c, step.change)
			b.fired(a, rpc.Event{Path: "/x", Type: step.event})
		}
		b.ok(a, rpc.Children{Path: "/", Watch: true})
		b.ok(a, rpc.Create{Path: "/own"})
		b.fired(a, rpc.Event{Path: "/", Type: rpc.NodeChildrenChanged})
	}},
	{"events come in the order of the changes", func(b *bench) {
		a, c := b.connect(), b.connect()
		var want []rpc.Event
		for i := range 50 {
			path := fmt.Sprintf("/n%02d", (i*37)%50)
			b.refused(a, rpc.Exists{Path: path, Watch: true}, rpc.NoNode)
		}
		for i := range 50 {
			path := fmt.Sprintf("/n%02d", (i*13)%50)
			b.created(c, rpc.Create{Path: path}, path)
			want = append(want, rpc.Event{Path: path, Type: rpc.NodeCreated})
		}
		b.fired(a, want...)
	}},
	{"who attaches again keeps znodes and watches", func(b *bench) {
		a, c := b.connect(), b.connect()
		b.created(a, rpc.Create{Path: "/lock"}, "/lock")
		b.created(a, queue, "/lock/x-0000000000")
		b.created(c, queue, "/lock/x-0000000001")
		b.ok(c, rpc.Exists{Path: place(0), Watch: true})
		b.refused(c, rpc.Exists{Path: "/none", Watch: true}, rpc.NoNode)
		b.ok(c, rpc.Children{Path: "/lock", Watch: true})
		for range 3 {
			got := b.ok(c, rpc.Connect{Again: true})
			b.same("session", got.Session, c.ID())
			b.fired(c)
		}
		b.children(a, "/lock", "x-0000000000", "x-0000000001")
		b.ok(a, rpc.DeleteNode{Path: place(0)})
		b.created(a, rpc.Create{Path: "/none"}, "/none")
		b.fired(c,
			rpc.Event{Path: place(0), Type: rpc.NodeDeleted},
			rpc.Event{Path: "/lock", Type: rpc.NodeChildrenChanged},
			rpc.Event{Path: "/none", Type: rpc.NodeCreated})
	}},
	{"a session that was closed has expired", func(b *bench) {
		a := b.connect()
		b.ok(a, rpc.Ping{})
		b.ok(a, rpc.CloseSession{})
		for _, call := range []rpc.ZooKeeper{
			rpc.Connect{Again: true}, rpc.Ping{}, rpc.Create{Path: "/x"}, rpc.Exists{Path: "/", Watch: true},
			rpc.GetData{Path: "/"}, rpc.CloseSession{},
		} {
			b.refused(a, call, rpc.SessionExpired)
		}
		b.fired(a)
		b.children(b.connect(), "/")
	}},
	{"spaces are apart", func(b *bench) {
		other, err := b.ensemble.Space(b.id + "-other")
		must(b.t, err)
		a := b.connect()
		b.space = other
		c := b.connect()
		b.created(a, rpc.Create{Path: "/lock"}, "/lock")
		b.children(c, "/")
		b.refused(c, rpc.Exists{Path: "/lock", Watch: true}, rpc.NoNode)
		b.ok(a, rpc.SetData{Path: "/lock", Data: "v"})
		b.fired(c)
	}},
	{"paths begin with a slash", func(b *bench) {
		a := b.connect()
		for _, path := range []string{"", "x", "/../x", "//x"} {
			if reply, err := a.Do(rpc.Create{Path: path}); err == nil {
				b.t.Errorf("create %q: got %v, want an error", path, reply)
			}
		}
	}},
}

var queue = rpc.Create{Path: "/lock/x-", Ephemeral: true, Sequential: true}

// place is the path of the nth in the queue.
func place(n int) string { return fmt.Sprintf("/lock/x-%010d", n) }
