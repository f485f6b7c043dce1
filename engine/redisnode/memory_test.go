package redisnode_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/redisnode"
)

// outside does what a lab does with a command from outside.
func outside(n *redisnode.Node, command ...string) (reply any, refused error) {
	if err := redisnode.Unfit(command); err != nil {
		return nil, err
	}
	if err := n.Admit(command); err != nil {
		return nil, err
	}
	return n.Do("stranger", command...)
}

// Whoever fills a node meets its limit, by whatever way; what makes room again
// is always done.
func TestANodeHasALimitOfMemory(t *testing.T) {
	long := strings.Repeat("x", 1400)
	for name, fill := range map[string]func(i int) []string{
		"keys":    func(i int) []string { return []string{"SET", fmt.Sprint("k", i), long} },
		"small":   func(i int) []string { return []string{"MSET", fmt.Sprint("a", i), "", fmt.Sprint("b", i), ""} },
		"list":    func(int) []string { return []string{"RPUSH", "l", long} },
		"set":     func(i int) []string { return []string{"SADD", "s", fmt.Sprint(i, long)} },
		"zset":    func(i int) []string { return []string{"ZADD", "z", "1", fmt.Sprint(i, long)} },
		"hash":    func(i int) []string { return []string{"HSET", "h", fmt.Sprint(i), long} },
		"stream":  func(int) []string { return []string{"XADD", "x", "*", "f", long} },
		"append":  func(int) []string { return []string{"APPEND", "k", long} },
		"scripts": func(i int) []string { return []string{"SCRIPT", "LOAD", fmt.Sprintf("return '%d%s'", i, long)} },
		"a script that copies": func(int) []string {
			return []string{"EVAL", "local v = redis.call('GET', 'v') return redis.call('RPUSH', 'l'" + strings.Repeat(", v", 90) + ")", "0"}
		},
	} {
		n := startNode(t)
		do(t, n, "SET", "v", long)
		i, refused := 0, error(nil)
		for ; refused == nil; i++ {
			if i > 20_000 {
				t.Fatalf("%s: there is no limit", name)
			}
			_, refused = outside(n, fill(i)...)
		}
		used, _ := n.Memory()
		if used > redisnode.MaxMemory || used < redisnode.MaxMemory/2 || !strings.Contains(refused.Error(), "may hold 1024") {
			t.Errorf("%s: %d bytes after %d: %v", name, used, i, refused)
		}
		for _, room := range []string{"GET v", "KEYS *", "FLUSHALL", "SCRIPT FLUSH"} {
			if _, err := outside(n, strings.Split(room, " ")...); err != nil {
				t.Errorf("%s: %s: %v", name, room, err)
			}
		}
		if _, err := outside(n, fill(0)...); err != nil {
			t.Errorf("%s: after making room: %v", name, err)
		}
		n.Close()
	}
}

// A reply is no longer than a node, or little more.
func TestARepliesLengthIsBounded(t *testing.T) {
	n := startNode(t)
	for range 600 {
		if _, err := outside(n, "APPEND", "k", strings.Repeat("x", 1000)); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range []string{"MGET" + strings.Repeat(" k", 700), "SRANDMEMBER k -1000000000", "HMGET h" + strings.Repeat(" k", 700)} {
		if _, err := outside(n, strings.Split(command, " ")...); err == nil {
			t.Errorf("%.20s… is done", command)
		}
	}
	calls := strings.Repeat("redis.call('GET', 'k'), ", 20)
	for _, script := range []string{"return {" + calls + "1}", "local v = redis.call('GET', 'k') return {v" + strings.Repeat(", v", 150) + "}", "return {1" + strings.Repeat(",1", 200) + "}"} {
		if _, err := outside(n, "EVAL", script, "0"); err == nil {
			t.Errorf("%.40s… is done", script)
		}
	}
	if _, err := outside(n, "EVAL", "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", "1", "k", "x"); err == nil {
		t.Error("a script could copy a long value")
	}
	do(t, n, "DEL", "k")
	if _, err := outside(n, "EVAL", "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0", "1", "k", "x"); err != nil {
		t.Error(err)
	}
}

// Whatever was taken from outside, the node holds no more than it may.
func TestNoCommandsTakeANodeOverItsMemory(t *testing.T) {
	names := rapid.SampledFrom(redisnode.Repeatable())
	words := rapid.SampledFrom([]string{"k", "l", "h", "s", "z", "x", "*", "1", "-1", "2", strings.Repeat("y", 700)})
	rapid.Check(t, func(t *rapid.T) {
		n, err := redisnode.Start(start)
		if err != nil {
			t.Fatal(err)
		}
		defer n.Close()
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			c := append([]string{names.Draw(t, "name")}, rapid.SliceOfN(words, 0, 40).Draw(t, "words")...)
			for range rapid.SampledFrom([]int{1, 1, 1, 50}).Draw(t, "times") {
				if _, refused := outside(n, c...); refused != nil {
					break
				}
			}
		}
		if used, _ := n.Memory(); used > redisnode.MaxMemory {
			t.Fatalf("it holds %d bytes", used)
		}
	})
}

// miniredis keeps each script that it compiled for the life of the process,
// unless it is made to forget.
func TestCompiledScriptsAreForgotten(t *testing.T) {
	n := startNode(t)
	for i := range 3 * redisnode.ScriptsBetween {
		if _, err := outside(n, "EVAL", fmt.Sprintf("return %d", i), "0"); err != nil {
			t.Fatal(err)
		}
	}
	if kept := redisnode.Compiled(); kept > redisnode.ScriptsBetween {
		t.Errorf("%d scripts are kept", kept)
	}
}

// Scripts do not outlive a reset, even if the node went down meanwhile.
func TestAResetForgetsScriptsOfANodeThatWentDown(t *testing.T) {
	n := startNode(t)
	sha := do(t, n, "SCRIPT", "LOAD", "return 1").(string)
	n.Crash(false)
	must(t, n.Restart())
	must(t, n.Reset(start))
	if got := do(t, n, "EVALSHA", sha, "0"); !strings.Contains(fmt.Sprint(got), "NOSCRIPT") {
		t.Errorf("EVALSHA: %v", got)
	}
}
