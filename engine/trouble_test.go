package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// trouble is something that goes wrong for a while: what is done, and what is done
// some time later so that all is well again. %c is a client, %s the server, %m the
// latest message.
type trouble struct {
	begin   string
	lasts   time.Duration
	end     string
	forgets bool // the service ends a promise before its time
}

var passing = []trouble{
	{begin: "drop %m"}, {begin: "duplicate %m"}, {begin: "delay %m 3s"},
	{"cut %c %s", 300 * time.Millisecond, "heal", false},
	{"cut %c %s replies", 300 * time.Millisecond, "heal", false},
	{"cut %c %s requests", 3 * time.Second, "heal", false},
	{"hold %s->%c", 300 * time.Millisecond, "heal", false},
	{"hold %c->%s", 3 * time.Second, "heal", false},
	{"crash %s", 100 * time.Millisecond, "restart %s", false},
	{"crash %s", 9 * time.Second, "restart %s", false},
	{"crash %s lose-data", time.Second, "restart %s", true},
	{"slow %s 300ms", time.Second, "slow %s", false},
	{begin: "pause %c 1s"}, {begin: "pause %c 9s"},
	{begin: "jump %c +1h"}, {begin: "jump %c -1h"}, {begin: "jump %s -1h"}, {begin: "drift %c 1.2"},
	{"crash %c", 500 * time.Millisecond, "restart %c", false},
	{begin: "expire %c", forgets: true},
}

// Whatever goes wrong for a while, and whenever: when it is over, whoever waits gets
// the lock, and everybody comes to an end. Nothing is left behind that keeps others
// waiting, and the service keeps its own rule unless somebody made it forget.
func TestTroubleThatPasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := openRandom(t, drawChain(t))
		defer l.Close()
		forgot := false
		for range rapid.IntRange(1, 4).Draw(t, "troubles") {
			tr := rapid.SampledFrom(passing).Draw(t, "trouble")
			forgot = forgot || tr.forgets
			makeTrouble(t, l, tr)
		}
		for l.Head().Seq < 5000 && l.Step() == nil {
		}
		judgeChain(t, l, forgot)
	})
}

// drawChain is a holder and two waiters.
func drawChain(t *rapid.T) scenario.Scenario {
	kind := rapid.SampledFrom([]scenario.LockKind{scenario.Etcd, scenario.ZooKeeper}).Draw(t, "kind")
	sc := contention(scenario.Lock{
		Kind: kind, Name: "job", TTL: 4 * time.Second, Timeout: 500 * time.Millisecond,
		Retry: scenario.Span{Min: 400 * time.Millisecond, Max: 600 * time.Millisecond},
	}, false, 1)
	switch mode := rapid.IntRange(0, 2).Draw(t, "mode"); {
	case kind == scenario.ZooKeeper && mode == 0:
		sc.Lock.Mistakes = []scenario.Mistake{scenario.WatchParent}
	case kind == scenario.Etcd && mode == 0:
		sc.Store.In = string(scenario.Etcd)
	case kind == scenario.Etcd && mode == 1:
		sc.Lock.Mistakes = []scenario.Mistake{scenario.SharedSession}
	}
	return sc
}

// makeTrouble begins one after some events, and ends it when its time is over. What
// makes no sense at that moment is left out.
func makeTrouble(t *rapid.T, l *Lab, tr trouble) {
	msg := 0
	for range rapid.IntRange(1, 90).Draw(t, "events") {
		if l.Step() != nil {
			break
		}
	}
	for _, e := range l.Events(0) {
		if s, ok := e.Body.(trace.Sent); ok {
			msg = s.Msg
		}
	}
	client := rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "client")
	fill := strings.NewReplacer("%c", client, "%s", l.Scenario().Servers()[0], "%m", fmt.Sprintf("#%d", msg))
	if l.Act(l.Head().Seq, fill.Replace(tr.begin)) != nil || tr.end == "" {
		return
	}
	if err := l.Advance(tr.lasts); err != nil {
		t.Fatal(err)
	}
	if err := l.Act(l.Head().Seq, fill.Replace(tr.end)); err != nil {
		t.Fatal(err)
	}
}

func judgeChain(t *rapid.T, l *Lab, forgot bool) {
	finished := map[string]bool{}
	for _, e := range l.Events(0) {
		if _, ok := e.Body.(trace.Finished); ok {
			finished[e.Lane] = true
		}
	}
	if !l.Head().Ended || len(finished) < 3 {
		t.Errorf("only %v came to an end", finished)
	}
	want := []string{"progress", "orphan"}
	if !l.Scenario().Makes(scenario.SharedSession) {
		want = append(want, "foreign-release")
		if !forgot {
			want = append(want, "mutual-exclusion")
		}
	}
	for _, name := range want {
		if v := l.Verdicts()[name]; v.Status == check.Violated {
			t.Errorf("%s: %s", name, v.Text)
		}
	}
	if t.Failed() {
		t.Log(trace.Text(l.Events(0)))
	}
}
