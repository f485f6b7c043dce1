package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// op is one thing that a person does to a lab, in a form that prints.
type op struct {
	do   string // step, run, advance, act, open, reset
	n    int
	text string
	time time.Duration
}

func (o op) String() string { return fmt.Sprintf("%s %d %s %s", o.do, o.n, o.text, trace.Dur(o.time)) }

// apply does it. What is refused is refused the same way every time, which the
// transcript shows.
func (o op) apply(l *Lab) error {
	switch o.do {
	case "step":
		for range o.n {
			if err := l.Step(); err != nil {
				return err
			}
		}
		return nil
	case "run":
		return l.Run(Goal(o.text))
	case "advance":
		return l.Advance(o.time)
	case "act":
		return l.Act(l.Head().Seq, o.text)
	case "act-before":
		return l.Act(l.Head().Seq*o.n/100, o.text)
	case "open":
		bs := l.Branches()
		return l.OpenBranch(bs[o.n%len(bs)].ID)
	}
	return l.Reset()
}

func drawDuration(low, high time.Duration) *rapid.Generator[time.Duration] {
	return rapid.Custom(func(t *rapid.T) time.Duration {
		return time.Duration(rapid.Int64Range(int64(low/time.Millisecond), int64(high/time.Millisecond)).Draw(t, "ms")) * time.Millisecond
	})
}

func drawStep() *rapid.Generator[scenario.Step] {
	return rapid.Custom(func(t *rapid.T) scenario.Step {
		verb := rapid.SampledFrom([]scenario.StepVerb{scenario.Acquire, scenario.Read, scenario.Work, scenario.Write, scenario.Release, scenario.Extend, scenario.Check}).Draw(t, "verb")
		s := scenario.Step{Verb: verb}
		if verb == scenario.Work || verb == scenario.Acquire && rapid.Bool().Draw(t, "patient") {
			s.For = drawDuration(time.Millisecond, 4*time.Second).Draw(t, "for")
		}
		return s
	})
}

func wholeProgram() []scenario.Step {
	return []scenario.Step{{Verb: scenario.Acquire}, {Verb: scenario.Read}, {Verb: scenario.Work, For: time.Second}, {Verb: scenario.Write}, {Verb: scenario.Release}}
}

// drawAction draws from the whole vocabulary, sensible or not.
func drawAction(lanes []string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		lane := rapid.SampledFrom(lanes).Draw(t, "lane")
		to := rapid.SampledFrom(lanes).Draw(t, "to")
		d := trace.Dur(drawDuration(time.Millisecond, 20*time.Second).Draw(t, "d"))
		msg := rapid.IntRange(1, 60).Draw(t, "msg")
		return rapid.SampledFrom([]string{
			"pause " + lane + " " + d, "pause " + lane, "resume " + lane,
			"crash " + lane, "crash " + lane + " lose-data", "restart " + lane,
			"jump " + lane + " +" + d, "jump " + lane + " -" + d, "drift " + lane + " 1.2", "drift " + lane + " 0.5",
			"cut " + lane + " " + to, "cut " + lane + " " + to + " replies", "cut " + lane + " " + to + " requests",
			"heal", "heal " + lane + " " + to, "hold " + lane + "->" + to,
			fmt.Sprintf("deliver #%d", msg), fmt.Sprintf("drop #%d", msg), fmt.Sprintf("delay #%d %s", msg, d), fmt.Sprintf("duplicate #%d", msg),
			"slow " + lane + " " + d, "failover", "command " + lane + ` "DEL lock:l"`, "command " + lane + ` "del lock/l/1"`, "command " + lane + ` "delete /lock/l"`,
			"expire " + lane, "fencing on", "fencing off",
			"start " + lane, "acquire " + lane, "release " + lane, "write " + lane + ` "x"`,
		}).Draw(t, "action")
	})
}

func drawScenario() *rapid.Generator[scenario.Scenario] {
	return rapid.Custom(func(t *rapid.T) scenario.Scenario {
		sc := scenario.Scenario{
			Title: "random", Seed: rapid.Uint64Range(0, 1<<32).Draw(t, "seed"),
			Lock:    drawLock().Draw(t, "lock"),
			Store:   scenario.Store{Object: "file", Fencing: rapid.Bool().Draw(t, "fencing")},
			Network: scenario.Network{Delay: scenario.Span{Min: ms(1), Max: drawDuration(ms(1), ms(30)).Draw(t, "delay")}},
		}
		for i := range rapid.IntRange(1, 4).Draw(t, "clients") {
			c := scenario.Client{Name: string(rune('A' + i)), Start: drawDuration(0, 3*time.Second).Draw(t, "start"), Steps: wholeProgram()}
			if rapid.Bool().Draw(t, "odd program") {
				c.Steps = rapid.SliceOfN(drawStep(), 1, 6).Draw(t, "steps")
			}
			if sc.Lock.Kind == scenario.Mutex {
				c.Process = rapid.SampledFrom([]string{"", "web-1", "web-2"}).Draw(t, "process")
			}
			sc.Clients = append(sc.Clients, c)
		}
		if sc.Lock.Kind == scenario.Etcd && rapid.Bool().Draw(t, "in etcd") {
			sc.Store.In = string(scenario.Etcd)
		}
		for range rapid.IntRange(0, 4).Draw(t, "script") {
			a, err := scenario.ParseAction(drawAction(lanesOf(sc)).Draw(t, "do"))
			if err == nil && sc.CheckAction(a) == nil {
				sc.Script = append(sc.Script, scenario.Cue{When: scenario.Trigger{At: drawDuration(0, 20*time.Second).Draw(t, "at")}, Do: a})
			}
		}
		return sc
	})
}

func drawLock() *rapid.Generator[scenario.Lock] {
	return rapid.Custom(func(t *rapid.T) scenario.Lock {
		l := scenario.Lock{
			Kind: rapid.SampledFrom([]scenario.LockKind{scenario.Redis, scenario.RedisReplica, scenario.Redlock, scenario.Etcd, scenario.ZooKeeper, scenario.Mutex}).Draw(t, "kind"),
			Name: "l", TTL: drawDuration(10*time.Millisecond, 8*time.Second).Draw(t, "ttl"),
			Retry: scenario.Span{Min: 300 * time.Millisecond, Max: 900 * time.Millisecond}, Timeout: 200 * time.Millisecond,
			Watchdog: rapid.Bool().Draw(t, "watchdog"),
		}
		switch l.Kind {
		case scenario.Mutex:
			l.Watchdog = false
		case scenario.Etcd:
			l.TTL, l.Watchdog = time.Duration(rapid.IntRange(2, 8).Draw(t, "lease"))*time.Second, false
		case scenario.ZooKeeper:
			l.TTL, l.Watchdog = drawDuration(4*time.Second, 8*time.Second).Draw(t, "session"), false
		case scenario.Redlock:
			l.Nodes, l.Parallel = rapid.IntRange(1, 4).Draw(t, "nodes"), rapid.Bool().Draw(t, "parallel")
		case scenario.RedisReplica:
			l.Wait = rapid.IntRange(0, 1).Draw(t, "wait")
			l.Lag = scenario.Span{Min: ms(1), Max: drawDuration(ms(1), time.Second).Draw(t, "lag")}
		}
		for _, m := range scenario.Mistakes {
			if m.Served && slices.Contains(m.Kinds, l.Kind) && rapid.IntRange(0, 5).Draw(t, "mistake") == 0 {
				l.Mistakes = append(l.Mistakes, m.Mistake)
			}
		}
		return l
	})
}

func lanesOf(sc scenario.Scenario) (names []string) {
	for _, l := range sc.Lanes() {
		names = append(names, l.Name)
	}
	return names
}

func drawOps(lanes []string) *rapid.Generator[[]op] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) op {
		o := op{do: rapid.SampledFrom([]string{"step", "step", "act", "act", "act-before", "run", "advance", "open", "reset"}).Draw(t, "do")}
		o.n = rapid.IntRange(1, 99).Draw(t, "n")
		switch o.do {
		case "act", "act-before":
			o.text = drawAction(lanes).Draw(t, "text")
		case "run":
			o.text = string(rapid.SampledFrom([]Goal{ToAcquired, ToExpired, ToWrite, ToViolation}).Draw(t, "to"))
		case "advance":
			o.time = drawDuration(1, 5*time.Second).Draw(t, "time")
		}
		return o
	}), 1, 12)
}

// transcript is all that a person can see of a lab after doing ops.
func transcript(t *rapid.T, l *Lab, ops []op) string {
	s := ""
	for _, o := range ops {
		s += fmt.Sprintf("\n> %v: %v\n%s%+v\n%+v\n", o, o.apply(l), trace.Text(l.Events(0)), l.Head(), l.Branches())
		s += fmt.Sprintln(l.Verdicts())
	}
	return s
}

func TestEqualLabsAreEqualByteForByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario().Draw(t, "scenario")
		ops := drawOps(lanesOf(sc)).Draw(t, "ops")
		a, b := openRandom(t, sc), openRandom(t, sc)
		defer a.Close()
		defer b.Close()
		if x, y := transcript(t, a, ops), transcript(t, b, ops); x != y {
			t.Fatalf("two labs differ:\n%s", firstDifference(x, y))
		}
	})
}

// Opening a branch runs it again; it must give what it gave before.
func TestABranchIsTheSameWheneverItIsOpened(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario().Draw(t, "scenario")
		l := openRandom(t, sc)
		defer l.Close()
		seen := map[string]string{}
		for _, o := range drawOps(lanesOf(sc)).Draw(t, "ops") {
			_ = o.apply(l)
			if o.do == "reset" {
				clear(seen)
			}
			seen[l.Branch()] = state(l)
		}
		for _, b := range l.Branches() {
			if err := l.OpenBranch(b.ID); err != nil {
				t.Fatalf("opening %s: %v", b.ID, err)
			}
			if want, ok := seen[b.ID]; ok && state(l) != want {
				t.Fatalf("branch %s came out otherwise:\n%s", b.ID, firstDifference(want, state(l)))
			}
		}
	})
}

// What was tried by clicking can be written down: the scenario with the actions
// as its script runs the same, and a file of it reads back.
func TestARunIsAScenario(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario().Draw(t, "scenario")
		l := openRandom(t, sc)
		defer l.Close()
		for _, o := range drawOps(lanesOf(sc)).Draw(t, "ops") {
			_ = o.apply(l)
		}
		written, err := scenario.Parse("run.yaml", []byte(l.AsScenario().String()))
		if err != nil {
			t.Fatalf("%v\n%s", err, l.AsScenario())
		}
		again := openRandom(t, written)
		defer again.Close()
		_ = again.catchUp(l.Head().Seq, l.Head().Now)
		want := strings.ReplaceAll(trace.Text(l.Events(0)), "(by the person)", "(by the script)")
		if got := trace.Text(again.Events(0)); got != want {
			t.Fatalf("the scenario runs otherwise:\n%s\n%s", firstDifference(want, got), written)
		}
	})
}

func state(l *Lab) string {
	return fmt.Sprintf("%s%+v\n%v", trace.Text(l.Events(0)), l.Head(), l.Verdicts())
}

func openRandom(t *rapid.T, sc scenario.Scenario) *Lab {
	l, err := OpenOn(shared, sc)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func firstDifference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-400)
			return a[from:min(len(a), i+200)] + "\n--- but ---\n" + b[from:min(len(b), i+200)]
		}
	}
	return "one is longer: " + a[min(len(a), len(b)):] + b[min(len(a), len(b)):]
}
