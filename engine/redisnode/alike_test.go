package redisnode_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/redisnode"
)

// Whatever is done to both, our node and Redis answer alike.
func TestOurNodeAnswersAsRedisDoes(t *testing.T) {
	ours, real := begin(t, startOurs), begin(t, startReal)
	release, draw := script(t, "release"), script(t, "drawToken")
	rapid.Check(t, func(t *rapid.T) {
		pair := twins{t: t, ours: ours, real: real}
		pair.ask("FLUSHALL")
		key := rapid.SampledFrom(keys)
		value := rapid.SampledFrom([]string{"a", "b", "7"})
		px := rapid.Map(rapid.IntRange(1, 12), func(n int) string { return fmt.Sprint(n) })
		command := func(words ...any) func(*rapid.T) {
			return func(t *rapid.T) { pair.ask(drawn(t, words)...) }
		}
		t.Repeat(map[string]func(*rapid.T){
			"lock":     command("SET", key, value, "NX", "PX", px),
			"set":      command("SET", key, value),
			"keep ttl": command("SET", key, value, "KEEPTTL"),
			"setnx":    command("SETNX", key, value),
			"get":      command("GET", key),
			"del":      command("DEL", key),
			"pttl":     command("PTTL", key),
			"end":      command("PEXPIRETIME", key),
			"pexpire":  command("PEXPIRE", key, px),
			"persist":  command("PERSIST", key),
			"incr":     command("INCR", key),
			"time":     command("TIME"),
			"release":  command("EVAL", release, "1", key, value),
			"draw":     command("EVAL", draw, "2", key, "n", value),
			"step":     func(t *rapid.T) { pair.step(time.Duration(rapid.IntRange(-9, 15).Draw(t, "ms")) * ms) },
		})
	})
}

var keys = []string{"k", "l", "n"}

// drawn replaces each generator by what it draws.
func drawn(t *rapid.T, words []any) []string {
	command := make([]string, len(words))
	for i, w := range words {
		switch w := w.(type) {
		case string:
			command[i] = w
		case *rapid.Generator[string]:
			command[i] = w.Draw(t, "word")
		}
	}
	return command
}

// twins are two servers to which the same is done.
type twins struct {
	t          *rapid.T
	ours, real *bench
	done       []string
}

func (p *twins) ask(command ...string) {
	p.done = append(p.done, fmt.Sprintf("%q", command))
	p.ours.t, p.real.t = p.t, p.t
	ours, real := p.ours.command(command...), p.real.command(command...)
	if !reflect.DeepEqual(essence(command, ours), essence(command, real)) {
		p.t.Fatalf("after %v\nour node says %#v, Redis says %#v", p.done, ours, real)
	}
}

// essence leaves out the words of an error inside a script: Redis adds where
// in the script it was.
func essence(command []string, reply any) any {
	if _, failed := reply.(redisnode.ErrReply); failed && command[0] == "EVAL" {
		return redisnode.ErrReply("")
	}
	return reply
}

// step moves both clocks. Redis may find out much later that a key has expired,
// so each is asked for: a clock that goes back in between would revive it.
func (p *twins) step(d time.Duration) {
	p.done = append(p.done, d.String())
	p.ours.step(d)
	p.real.step(d)
	for _, k := range keys {
		p.ask("GET", k)
	}
}
