package etcdnode_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/rpc"
)

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		m, err := etcdnode.Start("")
		must(b, err)
		b.StopTimer()
		must(b, m.Close())
		b.StartTimer()
	}
}

func BenchmarkTxn(b *testing.B) {
	bench := begin(b)
	lease := bench.grant(time.Second)
	take := rpc.Txn{
		If:   []rpc.Compare{{Key: "lock/a", Create: 0}},
		Then: []rpc.Op{{Do: rpc.Put, Key: "lock/a", Lease: lease}, {Do: rpc.First, Key: "lock/"}},
		Else: []rpc.Op{{Do: rpc.Get, Key: "lock/a"}, {Do: rpc.First, Key: "lock/"}},
	}
	for b.Loop() {
		bench.do(take)
	}
}

func BenchmarkKeepAlive(b *testing.B) {
	bench := begin(b)
	lease := bench.grant(time.Second)
	for b.Loop() {
		bench.do(rpc.LeaseKeepAlive{Lease: lease})
	}
}

// A key is put, watched from the revision at which it was seen, and deleted,
// until the watch has said so.
func BenchmarkPutWatchDelete(b *testing.B) {
	bench := begin(b)
	for b.Loop() {
		kv := bench.put("k", 0)
		w := bench.watch("k", kv.Mod)
		bench.do(rpc.Op{Do: rpc.Delete, Key: "k"})
		<-w.C
	}
}

// Three hundred labs do the same, as fast as they can.
func BenchmarkCrowd(b *testing.B) {
	b.SetParallelism(300)
	b.RunParallel(func(p *testing.PB) {
		bench := bench{b, shared.Space(fmt.Sprintf("%p", p))}
		defer bench.s.Clear()
		for p.Next() {
			kv := bench.put("k", 0)
			w := bench.watch("k", kv.Mod)
			bench.do(rpc.Op{Do: rpc.Delete, Key: "k"})
			<-w.C
		}
	})
}

func BenchmarkDeleteUntilTheWatchSaysSo(b *testing.B) {
	bench := begin(b)
	for b.Loop() {
		b.StopTimer()
		kv := bench.put("k", 0)
		w := bench.watch("k", kv.Mod)
		b.StartTimer()
		bench.do(rpc.Op{Do: rpc.Delete, Key: "k"})
		<-w.C
	}
}
