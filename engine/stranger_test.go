package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// attended runs a lab on a goroutine of its own, as the web layer does, and
// returns how to run something there.
func attended(t *testing.T, l *Lab) (on func(f func())) {
	work, ended := make(chan func()), make(chan struct{})
	go func() {
		for f := range work {
			f()
		}
		close(ended)
	}()
	l.Attend(func(f func()) bool { work <- f; return true }, func() {})
	t.Cleanup(func() { close(work); <-ended })
	return func(f func()) {
		done := make(chan struct{})
		work <- func() { f(); close(done) }
		<-done
	}
}

func stranger(t *testing.T, l *Lab) *redis.Client {
	c := redis.NewClient(&redis.Options{Addr: l.Lanes()[2].Addr, Protocol: 2, DisableIdentity: true, MaxRetries: -1})
	t.Cleanup(func() { c.Close() })
	return c
}

// A person's redis-cli sees the lab's keys, and what it changes is on the
// timeline and in every replay.
func TestAStrangerTakesPart(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	on := attended(t, l)
	on(func() { must(t, l.Run(ToAcquired)) })
	c, ctx := stranger(t, l), context.Background()

	value, err := c.Do(ctx, "GET", "lock:job:4471").Text()
	must(t, err)
	if n, err := c.Do(ctx, "DEL", "lock:job:4471").Int(); err != nil || n != 1 {
		t.Fatalf("DEL: %d, %v", n, err)
	}
	if err := c.Do(ctx, "GET", "lock:job:4471").Err(); err != redis.Nil {
		t.Fatalf("GET after DEL: %v", err)
	}
	script := "-- a script\n\treturn redis.call('set', KEYS[1], 'mine', 'NX', 'PX', '5000')"
	must(t, c.Do(ctx, "EVAL", script, "1", "lock:job:4471").Err())

	var before, after string
	on(func() {
		before = state(l)
		must(t, l.Act(5, "pause A"))
		must(t, l.OpenBranch("main"))
		after = state(l)
	})
	if before != after {
		t.Error("the replay differs:\n" + firstDifference(before, after))
	}
	for _, want := range []string{
		`from a stranger: GET lock:job:4471 ⇒ "` + value + `"`,
		"lock:job:4471 of A is gone: deleted by stranger",
		"lock:job:4471 = mine, set by stranger",
	} {
		if !strings.Contains(after, want) {
			t.Errorf("the timeline lacks %q:\n%s", want, after)
		}
	}
}

func TestAStrangerIsToldWhatCannotBeReplayed(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	on := attended(t, l)
	c, ctx := stranger(t, l), context.Background()
	for _, r := range []struct {
		command []any
		want    string
	}{
		{[]any{"MULTI"}, "one command at a time can be replayed"},
		{[]any{"SET", "k", strings.Repeat("x", 3000)}, "cannot replay this command"},
		{[]any{"BLPOP", "k", "0"}, "BLPOP may wait, and the lab would stand still"},
		{[]any{"xread", "block", "0", "STREAMS", "s", "$"}, "XREAD may wait"},
		{[]any{"EVAL", "while true do end", "0"}, "EVAL: a script with a loop"},
		{[]any{"SCRIPT", "LOAD", "local function f() f() end f()"}, "SCRIPT: a script with a function"},
		{[]any{"SELECT", "1"}, "one database, which is 0"},
	} {
		err := c.Do(ctx, r.command...).Err()
		if err == nil || !strings.HasPrefix(err.Error(), "ERR ") || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%v: %v, want %s", r.command[0], err, r.want)
		}
	}
	on(func() {
		if events := l.Events(0); len(events) != 0 {
			t.Errorf("recorded all the same:\n%s", trace.Text(events))
		}
	})
}

// A command that a person types into the page meets the same rules, and those
// of one connection, which it does not have.
func TestACommandOnThePageCannotStopTheLab(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	for _, command := range []string{"MULTI", "BRPOP k 0", "SELECT 1", "SUBSCRIBE c", `EVAL \"while true do end\" 0`, `EVAL_RO \"while true do end\" 0`,
		`EVAL \"return print\" 0`, "SETRANGE k 999999999999 x", "KEYS [z-a]"} {
		if err := l.Act(0, `command redis-1 "`+command+`"`); err == nil {
			t.Errorf("%s was done:\n%s", command, trace.Text(l.Events(0)))
		}
	}
	must(t, l.Act(0, `command redis-1 "XREAD STREAMS s 0"`))
}

// Who attends late finds the nodes that are down, too, once they are up.
func TestStrangersOfANodeThatWasDown(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	must(t, l.Act(0, "crash redis-1"))
	on := attended(t, l)
	on(func() { must(t, l.Act(l.Head().Seq, "restart redis-1")) })
	must(t, stranger(t, l).Do(context.Background(), "SET", "k", "v").Err())
	on(func() {
		if !strings.Contains(state(l), "from a stranger: SET k v") {
			t.Error(state(l))
		}
	})
}

// A lab that closes, or a node that crashes, under a waiting stranger must not
// wait for it in turn.
func TestAStrangerHoldsUpNothing(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	asked := make(chan struct{})
	l.Attend(func(func()) bool { close(asked); return true }, func() {}) // never runs it
	failed := make(chan error)
	c := stranger(t, l)
	go func() { failed <- c.Do(context.Background(), "GET", "k").Err() }()
	<-asked
	must(t, l.Act(0, "crash redis-1"))
	if err := <-failed; err == nil {
		t.Error("a command on a crashed node succeeded")
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Scripts that a node remembers and what it draws at random are as new when a
// lab is run again.
func TestAReplayFindsAFreshNode(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	sha := "e0e1f9fabfc9d4800c877a703b823ac0578ff8db" // of return 1
	commands := []string{"EVALSHA " + sha + " 0", `EVAL "return 1" 0`, "EVALSHA " + sha + " 0", "SADD s a b c d e f g h", "SPOP s", "SRANDMEMBER s"}
	for _, command := range commands {
		must(t, l.Act(l.Head().Seq, scenario.Action{Verb: scenario.Command, Lane: "redis-1", Value: command}.String()))
	}
	before := state(l)
	must(t, l.Act(2, "crash redis-1"))
	must(t, l.OpenBranch("main"))
	if after := state(l); before != after {
		t.Error("the replay differs:\n" + firstDifference(before, after))
	}
}

// A script that waits would keep the lab waiting too.
func TestAScriptMustEndAndRepeat(t *testing.T) {
	l := open(t, pauseNobodySees(false))
	for _, script := range []string{"while true do end", "return redis.call('BLPOP', KEYS[1], 0)", "return redis.call('bzpopmin', 'a', 0)", "return math.random()"} {
		a := scenario.Action{Verb: scenario.Command, Lane: "redis-1", Value: scenario.JoinCommand([]string{"EVAL", script, "1", "k"})}
		if err := l.Act(0, a.String()); err == nil {
			t.Errorf("%s was carried out", script)
		}
	}
}
