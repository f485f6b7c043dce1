package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// schedule is a random course of events: a scenario, and faults between its
// steps.
type schedule struct {
	sc     scenario.Scenario
	faults []fault
}

type fault struct {
	after int // steps
	text  string
}

// What can go wrong, in the words of the action vocabulary. %c is a client, %s a
// server, %n a Redis node, %d a duration, %m a message; within one fault, each
// is one and the same.
var (
	processFaults = []string{"pause %c %d", "pause %c", "resume %c", "crash %c", "restart %c", "crash %n", "restart %n"}
	networkFaults = []string{"cut %c %s", "cut %c %s replies", "cut %c %s requests", "heal", "hold %c->%s", "drop %m", "delay %m %d", "slow %n %d"}
	clockFaults   = []string{"jump %n +%d", "jump %n -%d", "drift %n 1.5", "jump %c +%d", "jump %c -%d"}
	lossOfData    = []string{"crash %n lose-data; restart %n"}
)

func schedules(lock scenario.Lock, fencing bool, faults ...[]string) *rapid.Generator[schedule] {
	var forms []string
	for _, f := range faults {
		forms = append(forms, f...)
	}
	return rapid.Custom(func(t *rapid.T) schedule {
		s := schedule{sc: contention(lock, fencing, rapid.Uint64Range(0, 1<<32).Draw(t, "seed"))}
		for range rapid.IntRange(1, 8).Draw(t, "faults") {
			form := rapid.SampledFrom(forms).Draw(t, "form")
			s.faults = append(s.faults, fault{rapid.IntRange(1, 25).Draw(t, "after"), filled(t, form, s.sc)})
		}
		return s
	})
}

// contention is three clients that want one lock at about the same time.
func contention(lock scenario.Lock, fencing bool, seed uint64) scenario.Scenario {
	sc := scenario.Scenario{
		Title: "search", Seed: seed, Lock: lock, Store: scenario.Store{Object: "file", Fencing: fencing},
		Network: scenario.Network{Delay: scenario.Span{Min: ms(1), Max: ms(20)}},
	}
	for i, name := range []string{"A", "B", "C"} {
		sc.Clients = append(sc.Clients, scenario.Client{Name: name, Start: time.Duration(i) * ms(100), Steps: wholeProgram()})
	}
	return sc
}

func filled(t *rapid.T, form string, sc scenario.Scenario) string {
	return strings.NewReplacer(
		"%c", rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "client"),
		"%n", rapid.SampledFrom(sc.Servers()).Draw(t, "node"),
		"%s", rapid.SampledFrom(append(sc.Servers(), scenario.StoreLane)).Draw(t, "server"),
		"%d", trace.Dur(drawDuration(time.Millisecond, 9*time.Second).Draw(t, "for")),
		"%m", fmt.Sprintf("#%d", rapid.IntRange(1, 80).Draw(t, "msg")),
	).Replace(form)
}

// run plays a schedule and returns its lab, at its end or after enough events.
func (s schedule) run(t interface{ Fatal(...any) }) *Lab {
	l, err := OpenOn(shared, s.sc)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.faults {
		for range f.after {
			_ = l.Step()
		}
		for _, text := range strings.Split(f.text, "; ") {
			_ = l.Act(l.Head().Seq, text) // what makes no sense at the moment changes nothing
		}
	}
	for l.Head().Seq < bounded && !errors.Is(l.Step(), ErrEnded) {
	}
	return l
}

// bounded keeps labs that never end short.
const bounded = 1500

var (
	oneNode       = scenario.Lock{Kind: scenario.Redis, Name: "l", TTL: 2 * time.Second, Retry: scenario.Span{Min: ms(300), Max: ms(600)}, Timeout: ms(200)}
	fiveNode      = scenario.Lock{Kind: scenario.Redlock, Nodes: 5, Name: "l", TTL: 2 * time.Second, Retry: scenario.Span{Min: ms(300), Max: ms(600)}, Timeout: ms(50)}
	etcdLock      = scenario.Lock{Kind: scenario.Etcd, Name: "l", TTL: 2 * time.Second, Retry: scenario.Span{Min: ms(300), Max: ms(600)}, Timeout: ms(200)}
	zooKeeperLock = scenario.Lock{Kind: scenario.ZooKeeper, Name: "l", TTL: 4 * time.Second, Retry: scenario.Span{Min: ms(300), Max: ms(600)}, Timeout: ms(200)}
	parallel      = func() scenario.Lock { l := fiveNode; l.Parallel = true; return l }()
)

// always is what no schedule of these faults may break.
var always = []struct {
	name     string
	property string
	lock     scenario.Lock
	fencing  bool
	faults   [][]string
}{
	// Losing data is left out: it resets the counter key, which is what such a
	// token is worth.
	{"one node, fencing on: no stale write, whatever happens", "stale-write", oneNode, true, [][]string{processFaults, networkFaults, clockFaults}},
	// Redlock's own assumption: clocks run at about the same rate and are not
	// stepped, and nodes keep their data.
	{"redlock: no two promises at once while clocks are right", "mutual-exclusion", fiveNode, false, [][]string{processFaults, networkFaults}},
	{"redlock in parallel: the same", "mutual-exclusion", parallel, false, [][]string{processFaults, networkFaults}},
	{"etcd, fencing on: no stale write, whatever happens", "stale-write", etcdLock, true, [][]string{processFaults, networkFaults, clockFaults}},
	{"etcd: no two promises at once while the server's clock runs at its rate", "mutual-exclusion", etcdLock, false, [][]string{processFaults, networkFaults, {"jump %n +%d", "jump %n -%d"}}},
	{"zookeeper, fencing on: no stale write, whatever happens", "stale-write", zooKeeperLock, true, [][]string{processFaults, networkFaults, clockFaults}},
	{"zookeeper: no two promises at once while the server's clock runs at its rate", "mutual-exclusion", zooKeeperLock, false, [][]string{processFaults, networkFaults, {"jump %n +%d", "jump %n -%d"}}},
}

func TestNoScheduleOfFaultsBreaksWhatHolds(t *testing.T) {
	for _, c := range always {
		t.Run(c.name, func(t *testing.T) {
			g := schedules(c.lock, c.fencing, c.faults...)
			rapid.Check(t, func(t *rapid.T) {
				l := g.Draw(t, "schedule").run(t)
				defer l.Close()
				if v := l.Verdicts()[c.property]; v.Status == check.Violated {
					t.Fatalf("%s %v\nto see it, save this and use lockviz run:\n%s\n%s", v.Text, v.Events, l.AsScenario(), trace.Text(l.Events(0)))
				}
				if !check.Linearizable(l.Events(0), c.fencing) {
					t.Fatalf("the store's history is not linearizable:\n%s", l.AsScenario())
				}
			})
		})
	}
}

// The same search finds what does not hold: it is able to.
func TestTheSearchFindsWhatDoesNotHold(t *testing.T) {
	for _, c := range []struct {
		name     string
		property string
		lock     scenario.Lock
		fencing  bool
		faults   [][]string
	}{
		{"one node, no fencing", "stale-write", oneNode, false, [][]string{processFaults}},
		{"etcd, no fencing", "stale-write", etcdLock, false, [][]string{processFaults}},
		{"zookeeper, no fencing", "stale-write", zooKeeperLock, false, [][]string{processFaults}},
		{"redlock and a clock that is stepped", "mutual-exclusion", fiveNode, false, [][]string{{"jump %n +5s"}}},
		{"redlock and nodes that forget", "mutual-exclusion", fiveNode, false, [][]string{lossOfData}},
		{"redlock with fencing on: it has no token to check", "stale-write", fiveNode, true, [][]string{processFaults}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := schedules(c.lock, c.fencing, c.faults...)
			for seed := range 500 {
				l := g.Example(seed).run(t)
				v := l.Verdicts()[c.property]
				legal := check.Linearizable(l.Events(0), true)
				l.Close()
				if v.Status != check.Violated {
					continue
				}
				if c.lock.Kind == scenario.Redis && c.property == "stale-write" && legal {
					t.Errorf("schedule %d: a stale write, but porcupine finds a fenced store's history", seed)
				}
				t.Logf("schedule %d: %s", seed, v.Text)
				return
			}
			t.Error("the search found no violation in 500 schedules")
		})
	}
}
