package redisnode_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/redisnode"
)

// contract is what the lock clients rely on.
var contract = []struct {
	name string
	play func(*bench)
}{
	{"SET NX is refused while the key exists", func(b *bench) {
		b.expect("SET k a NX PX 10000", "OK")
		b.expect("SET k b NX PX 10000", nil)
		b.expect("GET k", "a")
		b.expect("DEL k", 1)
		b.expect("DEL k", 0)
		b.expect("GET k", nil)
		b.expect("SET k b NX PX 10000", "OK")
	}},
	{"PTTL counts down in milliseconds", func(b *bench) {
		b.expect("PTTL k", -2)
		b.expect("SET k a", "OK")
		b.expect("PTTL k", -1)
		b.expect("SET k a PX 10000", "OK")
		for _, left := range []int{10000, 9999, 9998} {
			b.expect("PTTL k", left)
			b.step(ms)
		}
		b.step(3997 * ms)
		b.expect("PTTL k", 6000)
	}},
	{"a key lives through its last millisecond and not beyond", func(b *bench) {
		b.expect("SET k a NX PX 10", "OK")
		b.step(9 * ms)
		b.expect("PTTL k", 1)
		b.step(ms)
		b.expect("PTTL k", 0)
		b.expect("SET k b NX PX 10", nil)
		b.step(ms)
		b.expect("PTTL k", -2)
		b.expect("SET k b NX PX 10", "OK")
	}},
	{"one jump has the same end as many small ones", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.step(seconds(10))
		b.expect("GET k", "a")
		b.step(ms)
		b.expect("GET k", nil)
	}},
	{"parts of a millisecond do not count", func(b *bench) {
		b.step(900 * time.Microsecond)
		b.expect("SET k a PX 10", "OK")
		b.step(200 * time.Microsecond)
		b.expect("PTTL k", 9)
		b.step(9*ms + 800*time.Microsecond)
		b.expect("PTTL k", 0)
		b.step(100 * time.Microsecond)
		b.expect("PTTL k", -2)
	}},
	{"a step back lengthens what is left", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.step(seconds(4))
		b.expect("PTTL k", 6000)
		b.step(-seconds(64))
		b.expect("PTTL k", 70000)
		b.step(seconds(70))
		b.expect("PTTL k", 0)
		b.step(ms)
		b.expect("GET k", nil)
	}},
	{"a step back does not bring back what expired", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.step(seconds(11))
		b.expect("GET k", nil)
		b.step(-seconds(11))
		b.expect("GET k", nil)
	}},
	{"TIME follows the clock both ways", func(b *bench) {
		for _, d := range []time.Duration{0, seconds(5), 123 * ms, -seconds(64), ms} {
			b.step(d)
			b.same("TIME", b.send("TIME"), clockSays(b.now))
		}
	}},
	{"PEXPIRE sets a new end", func(b *bench) {
		b.expect("PEXPIRE k 100", 0)
		b.expect("SET k a PX 10000", "OK")
		b.step(seconds(9))
		b.expect("PEXPIRE k 10000", 1)
		b.step(seconds(10))
		b.expect("PTTL k", 0)
		b.step(ms)
		b.expect("PTTL k", -2)
		b.expect("SET k a", "OK")
		b.expect("PEXPIRE k 0", 1)
		b.expect("GET k", nil)
	}},
	{"SETNX and EXPIRE are two steps", func(b *bench) {
		b.expect("SETNX k a", 1)
		b.expect("SETNX k b", 0)
		b.expect("PTTL k", -1)
		b.expect("EXPIRE k 10", 1)
		b.expect("PTTL k", 10000)
		b.step(seconds(10) + ms)
		b.expect("SETNX k b", 1)
	}},
	{"INCR counts, and keeps the end", func(b *bench) {
		b.expect("INCR n", 1)
		b.expect("INCR n", 2)
		b.expect("PTTL n", -1)
		b.expect("PEXPIRE n 10", 1)
		b.expect("INCR n", 3)
		b.step(10 * ms)
		b.expect("INCR n", 4)
		b.step(ms)
		b.expect("INCR n", 1)
	}},
	{"the release script deletes only its own lock", func(b *bench) {
		release := script(b.t, "release")
		b.expect("SET k a PX 10", "OK")
		b.same("release by b", b.command("EVAL", release, "1", "k", "b"), 0)
		b.expect("GET k", "a")
		b.step(10 * ms)
		b.same("release by a in the last millisecond", b.command("EVAL", release, "1", "k", "a"), 1)
		b.expect("GET k", nil)
		b.same("release of nothing", b.command("EVAL", release, "1", "k", "a"), 0)
	}},
	{"the token script counts only for the holder", func(b *bench) {
		draw := script(b.t, "drawToken")
		b.expect("SET k a PX 10", "OK")
		b.same("draw by a", b.command("EVAL", draw, "2", "k", "k:token", "a"), 1)
		b.same("draw by b", b.command("EVAL", draw, "2", "k", "k:token", "b"), 0)
		b.step(11 * ms)
		b.same("draw too late", b.command("EVAL", draw, "2", "k", "k:token", "a"), 0)
		b.expect("SET k b PX 10", "OK")
		b.same("draw by b", b.command("EVAL", draw, "2", "k", "k:token", "b"), 2)
	}},
	{"a restart keeps keys and their ends", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.expect("INCR n", 1)
		b.restart(false, seconds(4))
		b.expect("GET k", "a")
		b.expect("PTTL k", 6000)
		b.expect("INCR n", 2)
	}},
	{"time passes while the server is down", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.expect("SET j a PX 10001", "OK")
		b.restart(false, seconds(10)+ms)
		b.expect("GET k", nil)
		b.expect("PTTL j", 0)
		b.expect("SET k b NX PX 10", "OK")
	}},
	{"the clock may go back while the server is down", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.restart(false, -seconds(60))
		b.expect("PTTL k", 70000)
	}},
	{"a restart without data begins with nothing", func(b *bench) {
		b.expect("SET k a PX 10000", "OK")
		b.expect("INCR n", 1)
		b.restart(true, ms)
		b.expect("GET k", nil)
		b.expect("INCR n", 1)
		b.expect("SET k b NX PX 10000", "OK")
	}},
	{"an error is a reply", func(b *bench) {
		wrongType := redisnode.ErrReply("WRONGTYPE Operation against a key holding the wrong kind of value")
		b.expect("LPUSH k a", 1)
		b.expect("GET k", wrongType)
		b.expect("SET k a NX PX 10", nil)
		b.expect("SET n one", "OK")
		b.expect("INCR n", redisnode.ErrReply("ERR value is not an integer or out of range"))
		b.expect("PTTL k", -1)
	}},
}

// script is a script as the lock clients send it, read from their source.
func script(t rapid.TB, name string) string {
	t.Helper()
	source, err := lock.Source.ReadFile("keys.go")
	must(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "keys.go", source, 0)
	must(t, err)
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && spec.Names[0].Name == name {
			text, err = strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			must(t, err)
		}
		return true
	})
	if text == "" {
		t.Fatalf("keys.go has no script named %s", name)
	}
	return text
}
