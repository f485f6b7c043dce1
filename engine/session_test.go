package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

func drawSessionLock(t *rapid.T) scenario.Lock {
	return rapid.SampledFrom([]scenario.Lock{etcdLock, zooKeeperLock}).Draw(t, "lock")
}

// holder is one client that holds the lock for a while.
func holder(lock scenario.Lock) scenario.Scenario {
	sc := contention(lock, false, 1)
	sc.Clients = []scenario.Client{{Name: "A", Steps: []scenario.Step{
		{Verb: scenario.Acquire}, {Verb: scenario.Work, For: 15 * time.Second}, {Verb: scenario.Check}, {Verb: scenario.Release},
	}}}
	return sc
}

// bodies are the events of one type.
func bodies[B trace.Body](l *Lab) (found []B) {
	for _, e := range l.Events(0) {
		if b, ok := e.Body.(B); ok {
			found = append(found, b)
		}
	}
	return found
}

// A heart beats often enough, however patient the client is with everything else and
// whatever is done to its clock: no session ends while nothing is in its way.
func TestASessionLastsWhileNothingIsWrong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lock := drawSessionLock(t)
		lock.Retry.Min = drawDuration(time.Millisecond, time.Minute).Draw(t, "retry")
		lock.Retry.Max = 2 * lock.Retry.Min
		lock.Timeout = drawDuration(ms(100), time.Minute).Draw(t, "timeout")
		l := openRandom(t, holder(lock))
		defer l.Close()
		for range rapid.IntRange(0, 3).Draw(t, "jumps") {
			if err := l.Advance(drawDuration(ms(500), 9*time.Second).Draw(t, "wait")); err != nil {
				t.Fatal(err)
			}
			lane := rapid.SampledFrom([]string{"A", l.Scenario().Servers()[0]}).Draw(t, "lane")
			sign := rapid.SampledFrom([]string{"+", "-"}).Draw(t, "sign")
			by := trace.Dur(drawDuration(ms(1), 20*time.Hour).Draw(t, "by"))
			if err := l.Act(l.Head().Seq, "jump "+lane+" "+sign+by); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Run(ToEnd); err != nil {
			t.Fatal(err)
		}
		if lost, failed := bodies[trace.LostLock](l), bodies[trace.Failed](l); len(lost)+len(failed) > 0 {
			t.Fatalf("lost %v, failed %v\n%s", lost, failed, trace.Text(l.Events(0)))
		}
	})
}

// Cut off from etcd, a client stops believing before etcd lets anybody else in, by
// its own clock alone: however long it waits for one reply.
func TestAClientOfEtcdStopsInTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lock := etcdLock
		lock.Timeout = drawDuration(ms(100), 2*time.Minute).Draw(t, "timeout")
		l := openRandom(t, holder(lock))
		defer l.Close()
		if err := l.Advance(drawDuration(ms(200), 10*time.Second).Draw(t, "at")); err != nil {
			t.Fatal(err)
		}
		cut := l.Head().Now
		if err := l.Act(l.Head().Seq, "cut A etcd-1"); err != nil {
			t.Fatal(err)
		}
		if err := l.Advance(2 * lock.TTL); err != nil {
			t.Fatal(err)
		}
		if lost := bodies[trace.LostLock](l); len(lost) != 1 {
			t.Fatalf("cut off at %v, it lost %v\n%s", cut, lost, trace.Text(l.Events(0)))
		}
	})
}

// A client learns of one loss once, whoever finds out first.
func TestALossIsLearnedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := holder(drawSessionLock(t))
		sc.Clients[0].Steps = []scenario.Step{{Verb: scenario.Acquire}, {Verb: scenario.Work, For: ms(700)}, {Verb: scenario.Extend}, {Verb: scenario.Acquire}, {Verb: scenario.Work, For: ms(3000)}}
		l := openRandom(t, sc)
		defer l.Close()
		_ = l.Run(ToAcquired)
		if err := l.Advance(drawDuration(ms(1), ms(2500)).Draw(t, "at")); err != nil {
			t.Fatal(err)
		}
		ended := l.Act(l.Head().Seq, "expire A") == nil
		_ = l.Run(ToEnd)
		if lost := bodies[trace.LostLock](l); ended && len(lost) > 1 {
			t.Fatalf("lost %v\n%s", lost, trace.Text(l.Events(0)))
		}
	})
}

// After the loss, the lock can be taken again, without a release before it.
func TestALostLockCanBeTakenAgain(t *testing.T) {
	for _, lock := range []scenario.Lock{oneNode, etcdLock, zooKeeperLock} {
		sc := contention(lock, false, 1)
		sc.Clients = []scenario.Client{{Name: "A"}}
		l := open(t, sc)
		for _, text := range []string{"acquire A", "expire A", "acquire A"} {
			must(t, l.Act(l.Head().Seq, text))
			must(t, l.Advance(time.Second))
		}
		if got := bodies[trace.Acquired](l); len(got) != 2 {
			t.Errorf("%s: acquired %d times, want 2\n%s", lock.Kind, len(got), trace.Text(l.Events(0)))
		}
	}
}

// Clients that share a session are one process: what stops one stops all, and the end
// of the session is the end for all.
func TestASharedSessionIsOneProcess(t *testing.T) {
	for action, kind := range map[string]trace.Kind{"pause A": trace.Paused{}.Kind(), "crash B": trace.Crashed{}.Kind(), "expire A": trace.Failed{}.Kind()} {
		sc := contention(etcdLock, false, 1)
		sc.Lock.Mistakes = []scenario.Mistake{scenario.SharedSession}
		for i := range sc.Clients {
			sc.Clients[i].Steps = []scenario.Step{{Verb: scenario.Acquire}, {Verb: scenario.Work, For: time.Minute}, {Verb: scenario.Release}}
		}
		l := open(t, sc)
		must(t, l.Advance(time.Second))
		must(t, l.Act(l.Head().Seq, action))
		must(t, l.Advance(10*time.Second))
		var lanes []string
		for _, e := range l.Events(0) {
			if e.Body.Kind() == kind {
				lanes = append(lanes, e.Lane)
			}
		}
		if slices.Sort(lanes); strings.Join(lanes, "") != "ABC" {
			t.Errorf("%s: %s happened to %v\n%s", action, kind, lanes, trace.Text(l.Events(0)))
		}
		if v := l.Verdicts()["mutual-exclusion"]; v.Status != check.NotExercised {
			t.Errorf("%s: mutual-exclusion is %s: %s", action, v.Status, v.Text)
		}
	}
}

// What a client reads of an object in etcd is what etcd has, whatever strangers did
// to it and whatever etcd has forgotten.
func TestTheObjectInEtcdIsWhatEtcdHas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := contention(etcdLock, rapid.Bool().Draw(t, "fencing"), 1)
		sc.Store.In, sc.Until = string(scenario.Etcd), 30*time.Second // who is driven by hand lives on
		l := openRandom(t, sc)
		defer l.Close()
		for i := range rapid.IntRange(1, 6).Draw(t, "actions") {
			_ = l.Advance(drawDuration(ms(1), 2*time.Second).Draw(t, "wait"))
			text := rapid.SampledFrom([]string{`command etcd-1 "put file x%d"`, `command etcd-1 "del file"`, "crash etcd-1 lose-data", "restart etcd-1", "write A"}).Draw(t, "action")
			_ = l.Act(l.Head().Seq, strings.Replace(text, "%d", fmt.Sprint(i), 1))
		}
		_ = l.Act(l.Head().Seq, "restart etcd-1")
		if err := l.Run(ToEnd); err != nil {
			t.Fatalf("%v\n%s", err, trace.Text(l.Events(0)))
		}
		var reply string
		for _, e := range l.Events(0) {
			switch b := e.Body.(type) {
			case trace.Executed:
				reply = b.Reply
			case trace.Served:
				if has := strings.Contains(reply, fmt.Sprintf("%q", b.Value)); has != (b.Value != "") {
					t.Fatalf("etcd answered %q, and %s read %q\n%s", reply, b.Reader, b.Value, trace.Text(l.Events(0)))
				}
			}
		}
		if !check.Linearizable(l.Events(0), false) && !sc.Store.Fencing {
			t.Fatalf("the object's history is not that of one object\n%s", trace.Text(l.Events(0)))
		}
	})
}

// A key that a stranger put keeps its name, and stands in the queue like any other.
func TestAStrangersKeyInTheQueue(t *testing.T) {
	sc := contention(etcdLock, false, 1)
	key := "lock/" + sc.Lock.Name + "/abc"
	l := open(t, sc)
	must(t, l.Act(0, `command etcd-1 "put `+key+` x"`))
	must(t, l.Advance(3*time.Second))
	if set := bodies[trace.KeySet](l); len(set) == 0 || set[0].Key != key || set[0].Owner != Stranger || set[0].Session != "" || set[0].Until != 0 {
		t.Errorf("it is shown as %+v", set)
	}
	if got := bodies[trace.Acquired](l); len(got) != 0 {
		t.Errorf("it is in nobody's way: %+v", got)
	}
	must(t, l.Act(l.Head().Seq, `command etcd-1 "del `+key+`"`))
	runToEnd(t, l)
	if v := l.Verdicts()["progress"]; v.Status != check.Holds {
		t.Errorf("when it is gone: %s", v.Text)
	}
}
