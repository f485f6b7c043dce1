package engine

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Goroutines of one process take turns at its mutex, and whoever has patience gets
// it, though another gives up in the very moment in which it would be woken: after a
// pause of the process, all that was due happens in one moment.
func TestGoroutinesTakeTurns(t *testing.T) {
	const m = lock.Moment
	for start := range 8 {
		for patience := range 3 {
			for pause := range 6 {
				sc := contention(scenario.Lock{Kind: scenario.Mutex, Name: "l", Timeout: ms(200)}, false, 1)
				for i, c := range []struct{ start, patience time.Duration }{{9 * m, 0}, {m, 0}, {time.Duration(start+5) * m, time.Duration(patience+1) * m}} {
					sc.Clients[i].Process, sc.Clients[i].Start = "p", c.start
					sc.Clients[i].Steps = []scenario.Step{{Verb: scenario.Acquire, For: c.patience}, {Verb: scenario.Work, For: 3 * m}, {Verb: scenario.Release}}
				}
				takeTurns(t, sc, time.Duration(pause+7)*m)
			}
		}
	}
}

func takeTurns(t *testing.T, sc scenario.Scenario, pause time.Duration) {
	l, err := OpenOn(shared, sc)
	must(t, err)
	defer l.Close()
	must(t, l.Advance(pause))
	_ = l.Act(l.Head().Seq, "pause A 100us")
	must(t, l.Run(ToEnd))
	if got := len(bodies[trace.Finished](l)); got != len(sc.Clients) {
		t.Errorf("%d came to an end\n%s", got, trace.Text(l.Events(0)))
	}
	if v := l.Verdicts()["two-believers"]; v.Status == check.Violated {
		t.Errorf("%s\n%s", v.Text, trace.Text(l.Events(0)))
	}
}

// What stops a process stops every goroutine of it, and a restart starts every one.
func TestAProcessIsRestartedAsAWhole(t *testing.T) {
	sc := contention(scenario.Lock{Kind: scenario.Mutex, Name: "l", Timeout: ms(200)}, false, 1)
	sc.Clients[0].Process, sc.Clients[1].Process = "p", "p"
	l := open(t, sc)
	if a, c := l.Lanes()[0].What, l.Lanes()[2].What; a != "process p" || c != "process C" {
		t.Errorf("A is in %q, C in %q", a, c)
	}
	must(t, l.Advance(time.Second))
	must(t, l.Act(l.Head().Seq, "crash A"))
	must(t, l.Act(l.Head().Seq, "restart B"))
	runToEnd(t, l)
	started := map[string]int{}
	for _, e := range l.Events(0) {
		if _, ok := e.Body.(trace.Started); ok {
			started[e.Lane]++
		}
	}
	if started["A"] != 2 || started["B"] != 2 || started["C"] != 1 {
		t.Errorf("started %v", started)
	}
}
