package zknode_test

import (
	"testing"

	"github.com/lockviz/lockviz/engine/rpc"
)

func benchAll(b *testing.B, play func(*testing.B, *bench)) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) { play(b, begin(b, kind.start(b))) })
	}
}

func BenchmarkCreateExistsDelete(b *testing.B) {
	benchAll(b, func(b *testing.B, on *bench) {
		a := on.connect()
		for b.Loop() {
			on.ok(a, rpc.Create{Path: "/x", Ephemeral: true})
			on.ok(a, rpc.Exists{Path: "/x"})
			on.ok(a, rpc.DeleteNode{Path: "/x"})
		}
	})
}

func BenchmarkConnectClose(b *testing.B) {
	benchAll(b, func(b *testing.B, on *bench) {
		for b.Loop() {
			on.ok(on.connect(), rpc.CloseSession{})
		}
	})
}

func BenchmarkConnectAgain(b *testing.B) {
	benchAll(b, func(b *testing.B, on *bench) {
		a := on.connect()
		on.ok(a, rpc.Children{Path: "/", Watch: true})
		for b.Loop() {
			on.ok(a, rpc.Connect{Again: true})
		}
	})
}

// A watch is set, another session changes what it is for, and its event comes.
func BenchmarkWatchChangeFired(b *testing.B) {
	benchAll(b, func(b *testing.B, on *bench) {
		a, c := on.connect(), on.connect()
		on.created(c, rpc.Create{Path: "/x"}, "/x")
		for b.Loop() {
			on.ok(a, rpc.Exists{Path: "/x", Watch: true})
			on.ok(c, rpc.SetData{Path: "/x"})
			on.fired(a, rpc.Event{Path: "/x", Type: rpc.NodeDataChanged})
		}
	})
}

func BenchmarkSpaceClear(b *testing.B) {
	benchAll(b, func(b *testing.B, on *bench) {
		for b.Loop() {
			b.StopTimer()
			on.queue(3)
			b.StartTimer()
			must(b, on.space.Clear())
		}
	})
}
