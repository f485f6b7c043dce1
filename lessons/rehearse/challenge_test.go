package rehearse

import (
	"slices"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/challenges"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/lessons"
)

func TestBuiltInChallenges(t *testing.T) {
	for _, c := range builtIn(t) {
		t.Run(c.Dir, func(t *testing.T) {
			if err := Challenge(c); err != nil {
				t.Error(err)
			}
		})
	}
}

func builtIn(t *testing.T) []lessons.Challenge {
	t.Helper()
	all, err := lessons.LoadChallenges(challenges.FS)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// They are in order of difficulty, of each level and each kind of lock, and some
// are repairs.
func TestChallengesRangeFromEasyToHard(t *testing.T) {
	all := builtIn(t)
	kinds, repairs := map[string]int{}, 0
	for i, c := range all {
		if i > 0 && slices.Index(lessons.Levels, c.Level) < slices.Index(lessons.Levels, all[i-1].Level) {
			t.Errorf("%s is easier than the one before it", c.Dir)
		}
		kinds[string(c.Scenario.Lock.Kind)]++
		if c.Repairs() {
			repairs++
		}
	}
	for _, kind := range []string{"redis", "redis-replica", "redlock", "etcd", "zookeeper"} {
		if kinds[kind] == 0 {
			t.Errorf("there is none of kind %s", kind)
		}
	}
	if len(all) < 14 || repairs < 3 || all[0].Level != lessons.Easy || all[len(all)-1].Level != lessons.Hard {
		t.Errorf("%d challenges, %d of them repairs", len(all), repairs)
	}
}

// Whoever repairs does nothing by hand: a pause that is cut short repairs the run,
// and it does not count.
func TestARepairIsNotDoneByHand(t *testing.T) {
	c := challenge(t, "a-pause-of-a-minute")
	err := attempt(c, "resuming A", []lessons.Op{until("A", "paused"), act("resume A"), act("fencing on"), toEnd}, func(s *Learner) error {
		events, verdicts := s.lab.Events(0), s.lab.Verdicts()
		if verdicts["stale-write"].Status == check.Violated {
			t.Error("the run still fails, so this test shows nothing")
		}
		if c.Solved(events, verdicts, true) || len(c.Broken(events, verdicts)) != 1 {
			t.Errorf("it counts as a repair; rules broken: %v", c.Broken(events, verdicts))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func challenge(t *testing.T, slug string) lessons.Challenge {
	t.Helper()
	all := builtIn(t)
	return all[slices.IndexFunc(all, func(c lessons.Challenge) bool { return c.Slug == slug })]
}

// A challenge that does not come out as it says is found.
func TestBrokenChallenges(t *testing.T) {
	for _, c := range []struct {
		slug, name string
		spoil      func(*lessons.Challenge)
		want       string
	}{
		{"two-writers", "a goal that is met by doing nothing",
			func(c *lessons.Challenge) {
				c.Goal = lessons.Goal{{Saw: &lessons.Sight{Lane: "A", Kind: "worked"}}}
			},
			"the goal is met by doing nothing, at event"},
		{"two-writers", "a solution that does too little",
			func(c *lessons.Challenge) { c.Solution = c.Solution[:1] },
			`the solution does not reach "two clients believe that they hold the lock"`},
		{"two-writers", "a solution that cannot be done",
			func(c *lessons.Challenge) { c.Solution = []lessons.Op{act("resume A")} },
			"the solution, resume A: A is not paused"},
		{"two-writers", "a solution that takes more than the best",
			func(c *lessons.Challenge) {
				c.Solution = append([]lessons.Op{act("drift redis-1 1")}, c.Solution...)
			},
			"actions of the solution: 2; the best known is said to be 1"},
		{"two-writers", "a solution that takes fewer than the best",
			func(c *lessons.Challenge) { c.Best = 2 },
			"actions of the solution: 1; the best known is said to be 2"},
		{"two-writers", "a solution that breaks a rule",
			func(c *lessons.Challenge) { c.Solution = c.Rules[0].Cheat },
			"the solution breaks a rule: No help from outside"},
		{"two-writers", "a rule that does not catch its cheat",
			func(c *lessons.Challenge) { c.Rules[0].Did = []string{"command"} },
			"does not catch its cheat"},
		{"two-writers", "a cheat that gains nothing",
			func(c *lessons.Challenge) { c.Rules[0].Cheat = c.Rules[0].Cheat[:2] },
			"does not meet the goal, so nobody needs the rule"},
		{"a-pause-of-a-minute", "an option that is said to repair and does not",
			func(c *lessons.Challenge) { c.Options[0].Right = true },
			`with [ttl]: the solution does not reach "no write lands whose lock was lost long ago"`},
		{"a-pause-of-a-minute", "an option that repairs and is not said to",
			func(c *lessons.Challenge) { c.Options[4].Right = false },
			"with [fencing] the goal is met, and it is not said to be"},
		{"a-pause-of-a-minute", "a run that does not fail",
			func(c *lessons.Challenge) { c.Scenario.Script = nil; c.Goal = c.Goal[1:] },
			"with [] the goal is met, and it is not said to be"},
		{"a-pause-of-a-minute", "a solution of more options than the best",
			func(c *lessons.Challenge) { c.Choose = []string{"fencing", "watchdog"} },
			"changes of the solution: 2; the best known is said to be 1"},
		{"two-failovers", "a best that is not the best",
			func(c *lessons.Challenge) { c.Best, c.Choose = 3, []string{"wait", "ttl", "retry"} },
			"with [wait ttl] the goal is met, and it is not said to be"},
	} {
		t.Run(c.name, func(t *testing.T) {
			spoilt := challenge(t, c.slug)
			c.spoil(&spoilt)
			err := Challenge(spoilt)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v\nwant %s", err, c.want)
			}
			if !strings.HasPrefix(err.Error(), "challenge "+spoilt.Dir+", seed ") {
				t.Errorf("the error names no challenge and no seed:\n%v", err)
			}
		})
	}
}
