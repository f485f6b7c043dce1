package redisnode_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/redisnode"
)

// Each of these would keep the node busy for ever, end the whole process, read a
// file, or say something else in a replay.
func TestWhatALabCannotTakeFromOutside(t *testing.T) {
	for _, script := range []string{
		"while true do end", "repeat until false", "for i = 1, 1e18 do end", "for k in next, KEYS do end", "::a:: goto a",
		"local function f() return f() end return f()", "return (function() return 1 end)()",
		"_G['lo'..'ad'..'string']('wh'..'ile true do end')()", "return getfenv()", "return pcall(error)", "return coroutine.create(print)",
		"return print", "return {print}", "return {{error}}", "return redis", "return redis.call", "return {redis.call}", "return math.floor",
		"local s = 'x' return s.rep", "local s = 'x' return s[ARGV[1]]", "return ('x'):rep(1e9)", "return string.rep('x', 1e9)",
		"local f = tonumber return f", "do local print = 1 end return print", "if true then local print = 1 end return print",
		"local print = print return print", "KEYS = print return KEYS",
		"local t = {} t[1] = t return t", "KEYS[1] = KEYS return KEYS", "local t = {1, 1} return {t, t}", "return {err = redis}", "return {...}",
		"return dofile('/etc/hostname')", "return loadfile('/etc/hostname')", "return require('x')", "return package.path", "return debug",
		"return tostring({})", "error({})", "return math.random()", "return next(cjson.decode(ARGV[1]))", "return os.clock()",
		"return redis.call('BL'..'POP', KEYS[1], 0)", "return redis.call('BLPOP', KEYS[1], 0)", "return redis.call(ARGV[1])",
		"return redis.call('bzpopmin', 'a', 0)", "return redis.call('XREAD', 'BLOCK', 0, 'STREAMS', 's', '$')",
		"return redis.call('KEYS', ARGV[1])", "return redis.call('INFO')", "return redis.call('SELECT', 5)", "return redis.call('CLIENT', 'GETNAME')",
		"return redis.call('SETRANGE', 'k', 1e12, 'x')", "return redis.call('APPEND', 'k', redis.call('GET', 'k'))",
		"local v = redis.call('GET', 'k') return redis.call('SET', 'k', v..v)", "local v = ARGV[1] v = v..'a'..v return v",
	} {
		for _, command := range [][]string{{"eval", script, "1", "k", "rep"}, {"SCRIPT", "load", script}} {
			if redisnode.Unfit(command) == nil {
				t.Errorf("%s takes %s", command[0], script)
			}
		}
	}
	for _, command := range []string{
		"EVAL_RO x 0", "EVALSHA_RO x 0", "SCRIPT", "SCRIPT KILL", "SETRANGE k 999999999999 x", "SETBIT k 4294967296 1", "HRANDFIELD h -9223372036854775808",
		"RANDOMKEY", "CLUSTER SLOTS", "PUBLISH c m", "PUBSUB CHANNELS", "SWAPDB 0 1", "MOVE k 1", "SHUTDOWN", "DEBUG SLEEP 100", "CONFIG GET *",
		"XREADGROUP GROUP g c STREAMS s >", "BLMPOP 0 1 k LEFT", "QUIT", "HELLO 3", "INFO", " ",
		"KEYS [z-a]", "KEYS \xff", `KEYS \\E(`, "scan 0 match [z-a]", "PSUBSCRIBE [z-a]",
	} {
		if redisnode.Unfit(strings.Split(command, " ")) == nil {
			t.Errorf("a lab takes %s", command)
		}
	}
}

// What locks are built from is taken, whatever case it is in.
func TestWhatALabTakesFromOutside(t *testing.T) {
	n := startNode(t)
	for _, script := range []string{
		"if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end",
		"local v = redis.call('GET', KEYS[1])\nif v == false then return -1 elseif v == ARGV[1] then return 1 end\nreturn redis.error_reply('ERR no')",
		"if (redis.call('exists', KEYS[1]) == 0) then redis.call('hincrby', KEYS[1], ARGV[1], 1); redis.call('pexpire', KEYS[1], 100); return nil; end; return redis.call('pttl', KEYS[1]);",
		"return {KEYS[1], ARGV[#ARGV], tonumber('7') + 1, {1, 'a'}, #KEYS, not true, -1}",
		"local n = tonumber(redis.call('INCR', KEYS[1]..':token')) do local n = 2 end return math.max(n, 3)",
		"return type(redis.pcall('TIME')[1]) .. '!'", "return server.status_reply('FINE')", "return 'no end", "return nil",
	} {
		if err := redisnode.Unfit([]string{"EVAL", script, "1", "k", "a"}); err != nil {
			t.Errorf("%s: %v", script, err)
			continue
		}
		do(t, n, "DEL", "k")
		do(t, n, "EVAL", script, "1", "k", "a")
	}
}

// The node outlives whatever it is given, and answers it in the same way again.
func TestCommandsFromOutsideAreHarmless(t *testing.T) {
	names := rapid.SampledFrom(redisnode.Repeatable())
	words := rapid.SampledFrom([]string{
		"k", "l", "h", "s", "z", "x", "", "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "1e400", "nan", "inf", "-inf", "*", "[", "\\", "(1",
		"$", "+", "-", "0-1", "18446744073709551615-1", "COUNT", "LIMIT", "MATCH", "WITHSCORES", "BYSCORE", "BYLEX", "REV", "EX", "PX", "EXAT", "PXAT", "NX", "XX",
		"GET", "KEEPTTL", "GT", "LT", "CH", "INCR", "MAXLEN", "MINID", "~", "STREAMS", "BEFORE", "ASYNC", "FIELDS", "TYPE", "100", "-100", "a\r\nb", "\xff",
	})
	rapid.Check(t, func(t *rapid.T) {
		n, err := redisnode.Start(start)
		if err != nil {
			t.Fatal(err)
		}
		defer n.Close()
		var commands [][]string
		for range rapid.IntRange(1, 40).Draw(t, "commands") {
			c := append([]string{names.Draw(t, "name")}, rapid.SliceOfN(words, 0, 6).Draw(t, "words")...)
			if redisnode.Unfit(c) == nil {
				commands = append(commands, c)
			}
		}
		var runs [2][]any
		for i := range runs {
			if err := n.Reset(start); err != nil {
				t.Fatal(err)
			}
			for _, c := range commands {
				reply, err := n.Do("A", c...)
				if err != nil {
					t.Fatalf("%q: %v", c, err)
				}
				n.Key("k")
				runs[i] = append(runs[i], reply)
			}
		}
		for i, c := range commands {
			if a, b := runs[0][i], runs[1][i]; !same(a, b) {
				t.Fatalf("%q: %v, and in a replay %v", c, a, b)
			}
		}
	})
}

func same(a, b any) bool { return fmt.Sprintf("%T %v", a, a) == fmt.Sprintf("%T %v", b, b) }
