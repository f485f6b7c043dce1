package scenario

import (
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/trace"
)

// Generators of everything valid.

func durations(least time.Duration) *rapid.Generator[time.Duration] {
	unit := rapid.SampledFrom([]time.Duration{1, time.Microsecond, time.Millisecond, time.Second, time.Minute, time.Hour})
	return rapid.Custom(func(t *rapid.T) time.Duration {
		u := unit.Draw(t, "unit")
		return max(least, u*time.Duration(rapid.Int64Range(0, int64(MaxDuration/u)).Draw(t, "n")))
	})
}

func spans(least time.Duration) *rapid.Generator[Span] {
	return rapid.Custom(func(t *rapid.T) Span {
		a, b := durations(least).Draw(t, "a"), durations(least).Draw(t, "b")
		return Span{min(a, b), max(a, b)}
	})
}

func values() *rapid.Generator[string] {
	printable := rapid.Rune().Filter(func(r rune) bool { return strconv.IsPrint(r) && r != utf8.RuneError })
	return rapid.StringOfN(printable, 0, MaxValue, 100)
}

func clientNames() *rapid.Generator[string] {
	fixed := rapid.SampledFrom([]string{"A", "B", "true", "null", "No", "pause", "redis-", "on"})
	free := rapid.StringMatching(`[A-Za-z][A-Za-z0-9_-]{0,31}`).Filter(func(s string) bool { return checkName(s) == nil })
	return rapid.OneOf(fixed, free)
}

// actions in a scenario with these lanes, by verb.
func actions(s Scenario) *rapid.Generator[Action] {
	clients := rapid.SampledFrom(s.names(trace.Clients))
	processes := rapid.SampledFrom(s.names(trace.Clients, trace.Servers))
	others := rapid.SampledFrom(s.names(trace.Servers, trace.Resource))
	return rapid.Custom(func(t *rapid.T) Action {
		verbs := slices.DeleteFunc(verbNames(), func(v Verb) bool {
			return len(s.Servers()) == 0 && (v == Slow || v == Command)
		})
		a := Action{Verb: rapid.SampledFrom(verbs).Draw(t, "verb")}
		someTime := func() time.Duration { return durations(1).Draw(t, "for") }
		msg := func() int { return rapid.IntRange(1, MaxMessage).Draw(t, "msg") }
		switch a.Verb {
		case Pause:
			a.Lane = clients.Draw(t, "lane")
			if rapid.Bool().Draw(t, "timed") {
				a.For = someTime()
			}
		case Resume, Expire, StartNow, DoAcquire, DoRelease:
			a.Lane = clients.Draw(t, "lane")
		case Crash:
			a.Lane = processes.Draw(t, "lane")
			if group, _ := s.group(a.Lane); group == trace.Servers && rapid.Bool().Draw(t, "lose") {
				a.Mode = "lose-data"
			}
		case Slow:
			a.Lane = rapid.SampledFrom(s.names(trace.Servers)).Draw(t, "lane")
			if rapid.Bool().Draw(t, "timed") {
				a.For = someTime()
			}
		case Command:
			a.Lane = rapid.SampledFrom(s.names(trace.Servers)).Draw(t, "lane")
			words := rapid.SliceOfN(values().Filter(func(v string) bool { return len(v) < 20 }), 1, 4).Draw(t, "words")
			a.Value = JoinCommand(words)
		case Restart:
			a.Lane = processes.Draw(t, "lane")
		case Jump:
			a.Lane, a.For = processes.Draw(t, "lane"), someTime()
			if rapid.Bool().Draw(t, "back") {
				a.For = -a.For
			}
		case Drift:
			a.Lane, a.Rate = processes.Draw(t, "lane"), rapid.Float64Range(MinRate, MaxRate).Draw(t, "rate")
		case Cut:
			a.Lane, a.To = clients.Draw(t, "lane"), others.Draw(t, "to")
			a.Mode = rapid.SampledFrom([]string{"", "requests", "replies"}).Draw(t, "mode")
		case Heal:
			if rapid.Bool().Draw(t, "one") {
				a.Lane, a.To = clients.Draw(t, "lane"), others.Draw(t, "to")
			}
		case Hold:
			a.Lane, a.To = clients.Draw(t, "lane"), others.Draw(t, "to")
			if rapid.Bool().Draw(t, "back") {
				a.Lane, a.To = a.To, a.Lane
			}
		case Deliver, Drop, Duplicate:
			a.Msg = msg()
		case Delay:
			a.Msg, a.For = msg(), someTime()
		case SetFence:
			a.On = rapid.Bool().Draw(t, "on")
		case DoWrite:
			a.Lane, a.Value = clients.Draw(t, "lane"), values().Draw(t, "value")
		}
		return a
	}).Filter(func(a Action) bool {
		return len(a.String()) <= MaxActionBytes && (a.Verb != Failover || s.Lock.Kind == RedisReplica)
	})
}

func programs() *rapid.Generator[[]Step] {
	one := rapid.Custom(func(t *rapid.T) Step {
		s := Step{Verb: rapid.SampledFrom(stepNames()).Draw(t, "verb")}
		switch s.Verb {
		case Work:
			s.For = durations(1).Draw(t, "for")
		case Acquire:
			s.For = durations(0).Draw(t, "patience")
		case Write:
			s.Value = values().Draw(t, "value")
		}
		return s
	}).Filter(func(s Step) bool { return len(s.String()) <= MaxActionBytes })
	return rapid.Map(rapid.SliceOfN(one, 0, 8), orNil[Step])
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

func triggers(s Scenario) *rapid.Generator[Trigger] {
	return rapid.Custom(func(t *rapid.T) Trigger {
		if rapid.Bool().Draw(t, "timed") {
			return Trigger{At: durations(0).Draw(t, "at")}
		}
		lane := rapid.SampledFrom(append(s.Lanes(), Lane{LabLane, trace.AnyLane})).Draw(t, "lane")
		return Trigger{
			Lane: lane.Name,
			Kind: string(rapid.SampledFrom(kindsOn(lane.Group)).Draw(t, "kind")),
			N:    rapid.IntRange(1, MaxCount).Draw(t, "n"),
		}
	})
}

func expectations() *rapid.Generator[Expectation] {
	return rapid.Custom(func(t *rapid.T) Expectation {
		name := rapid.SampledFrom(servedVerdicts()).Draw(t, "verdict")
		if v, _ := verdictDoc(name); v.Counts && rapid.Bool().Draw(t, "counts") {
			return Expectation{Verdict: name, Counts: true, Count: rapid.IntRange(0, MaxCount).Draw(t, "count")}
		}
		return Expectation{Verdict: name, Status: rapid.SampledFrom(statuses).Draw(t, "status")}
	})
}

func someMistakes(kind LockKind) *rapid.Generator[[]Mistake] {
	all := mistakesOf(kind)
	if len(all) == 0 {
		return rapid.Just([]Mistake(nil))
	}
	return rapid.Map(rapid.SliceOfDistinct(rapid.SampledFrom(all), rapid.ID[Mistake]), orNil[Mistake])
}

func scenarios() *rapid.Generator[Scenario] {
	titles := rapid.StringN(1, MaxTitle, -1).Filter(func(s string) bool { return checkTitle(s) == nil })
	objects := rapid.StringMatching(`[A-Za-z0-9][A-Za-z0-9:._/-]{0,63}`)
	return rapid.Custom(func(t *rapid.T) Scenario {
		kind := rapid.SampledFrom(servedKinds()).Draw(t, "kind")
		s := Scenario{
			Title: titles.Draw(t, "title"),
			Until: durations(0).Draw(t, "until"),
			Seed:  rapid.Uint64Range(0, MaxSeed).Draw(t, "seed"),
			Lock: Lock{
				Kind: kind, Name: objects.Draw(t, "lock"),
				TTL:     max(MinDelay, durations(0).Draw(t, "ttl").Truncate(time.Millisecond)),
				Retry:   spans(MinDelay).Draw(t, "retry"),
				Timeout: durations(MinDelay).Draw(t, "timeout"),
			},
			Store:   Store{Object: objects.Draw(t, "object"), Fencing: rapid.Bool().Draw(t, "fencing")},
			Network: Network{spans(0).Draw(t, "delay")},
		}
		switch kind {
		case Etcd:
			s.Lock.TTL = time.Duration(rapid.IntRange(2, 86400).Draw(t, "seconds")) * time.Second
			s.Store.In = rapid.SampledFrom([]string{"", "etcd"}).Draw(t, "in")
		case ZooKeeper:
			s.Lock.TTL = time.Duration(rapid.IntRange(4000, 40000).Draw(t, "ms")) * time.Millisecond
		}
		if kind == Redlock {
			s.Lock.Nodes = rapid.IntRange(1, MaxNodes).Draw(t, "nodes")
			s.Lock.Parallel = rapid.Bool().Draw(t, "parallel")
		}
		if kind == RedisReplica {
			s.Lock.Wait = rapid.IntRange(0, MaxWait).Draw(t, "wait")
			s.Lock.Lag = spans(0).Draw(t, "lag")
		}
		s.Lock.Watchdog = !kind.Sessions() && kind != Mutex && rapid.Bool().Draw(t, "watchdog")
		s.Lock.Mistakes = someMistakes(kind).Draw(t, "mistakes")
		for _, name := range rapid.SliceOfNDistinct(clientNames(), 1, MaxClients, rapid.ID[string]).Draw(t, "clients") {
			s.Clients = append(s.Clients, Client{
				Name: name, Start: durations(0).Draw(t, "start"), Steps: programs().Draw(t, "steps"),
				Mistakes: someMistakes(kind).Draw(t, "client mistakes"),
			})
		}
		if kind == Mutex {
			s.Clients[0].Process = rapid.SampledFrom([]string{"", "web-1"}).Draw(t, "process")
		}
		for range rapid.IntRange(0, 8).Draw(t, "cues") {
			s.Script = append(s.Script, Cue{triggers(s).Draw(t, "when"), actions(s).Draw(t, "do")})
		}
		s.Expect = orNil(rapid.SliceOfDistinct(expectations(), func(e Expectation) string { return e.Verdict }).Draw(t, "expect"))
		return s
	})
}

func TestActionsComeBack(t *testing.T) {
	s := Scenario{Lock: Lock{Kind: Redlock, Nodes: 5}, Clients: []Client{{Name: "A"}, {Name: "client_2"}}}
	rapid.Check(t, func(t *rapid.T) {
		a := actions(s).Draw(t, "action")
		got, err := ParseAction(a.String())
		if err != nil {
			t.Fatalf("%s: %v", a, err)
		}
		if got != a {
			t.Fatalf("%s: %#v became %#v", a, a, got)
		}
		if err := s.CheckAction(a); err != nil {
			t.Fatal(err)
		}
	})
}

func TestScenariosComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scenarios().Draw(t, "scenario")
		got, err := Parse("it.yaml", []byte(s.String()))
		if err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
		if !reflect.DeepEqual(got, s) {
			t.Fatalf("\n got %#v\nwant %#v\n%s", got, s, s)
		}
	})
}

func TestTriggersComeBack(t *testing.T) {
	s := Scenario{Lock: Lock{Kind: Redis}, Clients: []Client{{Name: "A"}}}
	rapid.Check(t, func(t *rapid.T) {
		want := triggers(s).Draw(t, "trigger")
		if want.Lane == "" {
			return // a lab time has a field of its own
		}
		got, err := ParseTrigger(want.String())
		if err != nil || got != want || s.CheckTrigger(got) != nil {
			t.Fatalf("%s: %#v, %v", want, got, err)
		}
	})
}
