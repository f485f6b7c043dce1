package lessons

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// ownBreak and ownRepair are the smallest challenges that say everything. The error
// tests change one thing in them.
const ownBreak = `---
number: 40
title: An own challenge
level: easy
task: Let A wait.
---

What is to be done.

` + "```challenge" + `
goal:
  - saw: A counted
    with: {yes: 5, held: false}
  - did: [pause, crash redis-*]
    say: somebody was stopped
rules:
  - did: jump
    say: No clock is touched.
    cheat:
      - act: jump A +5s
hints:
  - It is a button.
best: 1
solution:
  - act: pause A 15s
explain: |
  A stood still.
` + "```\n"

const ownRepair = `---
number: 40
title: An own repair
level: hard
task: Keep it.
---

` + "```challenge" + `
goal:
  - verdict: stale-write
    is: violated
    never: true
hints:
  - It is a box.
best: 1
options:
  - name: fencing
    say: The store looks
    change: {store: {fencing: true}}
    right: true
    why: It compares.
  - name: ttl
    say: Longer
    change: {lock: {ttl: 30s}}
    why: The pause is longer.
  - name: short
    say: Shorter
    change: {lock: {ttl: 1s}}
    why: It is too short.
solution: [fencing]
explain: It compares.
` + "```\n"

const challengeScenario = `title: An own challenge
lock: {kind: redlock, nodes: 5, name: "job:1", ttl: 10s}
store: {fencing: false}
clients:
  A: {steps: [acquire, release]}
  B: {start: 3s, steps: [acquire, release]}
`

func challengeFS(text string) fstest.MapFS {
	return fstest.MapFS{
		"40-own/challenge.md":  {Data: []byte(text)},
		"40-own/scenario.yaml": {Data: []byte(challengeScenario)},
	}
}

func loadChallenge(t *testing.T, text string) Challenge {
	t.Helper()
	all, err := LoadChallenges(challengeFS(text))
	if err != nil {
		t.Fatal(err)
	}
	return all[0]
}

func TestLoadChallenge(t *testing.T) {
	c := loadChallenge(t, ownBreak)
	if c.Number != 40 || c.Slug != "own" || c.Title != "An own challenge" || c.Level != Easy || c.Task != "Let A wait." || c.Best != 1 || c.Repairs() {
		t.Errorf("front matter came out as %+v", c)
	}
	if c.Intro != "<p>What is to be done.</p>\n" || c.Explain != "<p>A stood still.</p>\n" || len(c.Hints) != 1 {
		t.Errorf("intro %q, explain %q, hints %q", c.Intro, c.Explain, c.Hints)
	}
	if g := c.Goal; len(g) != 2 || g[0].With["yes"] != 5.0 || g[0].With["held"] != false || !slices.Equal(g[1].Did, []string{"pause", "crash redis-*"}) {
		t.Errorf("goal came out as %+v", g)
	}
	if r := c.Rules; len(r) != 1 || r[0].Say != "No clock is touched." || r[0].Cheat[0].String() != "jump A +5s" {
		t.Errorf("rules came out as %+v", r)
	}
	if len(c.Solution) != 1 || c.Solution[0].String() != "pause A 15s" {
		t.Errorf("solution came out as %+v", c.Solution)
	}
}

func TestLoadRepair(t *testing.T) {
	c := loadChallenge(t, ownRepair)
	if !c.Repairs() || len(c.Options) != 3 || !c.Options[0].Right || c.Options[1].Right || !slices.Equal(c.Choose, []string{"fencing"}) {
		t.Errorf("options came out as %+v, solution %v", c.Options, c.Choose)
	}
	if o := c.Options; o[0].Excludes(o[1]) || !o[1].Excludes(o[2]) || !o[2].Excludes(o[1]) {
		t.Error("two options exclude one another exactly when they set the same field")
	}
}

// A rule holds for what a person did, and not for what the script did.
func TestNothingIsDoneByHandInARepair(t *testing.T) {
	c := loadChallenge(t, ownRepair)
	by := func(who string) []trace.Event {
		return []trace.Event{{Seq: 1, Lane: "A", Body: trace.Action{Text: "pause A", By: who}}}
	}
	fine := check.Verdicts{"stale-write": {Status: check.Holds}}
	for _, x := range []struct {
		who   string
		ended bool
		want  bool
	}{{"script", true, true}, {"person", true, false}, {"script", false, false}} {
		if got := c.Solved(by(x.who), fine, x.ended); got != x.want {
			t.Errorf("done by the %s, ended %v: solved %v", x.who, x.ended, got)
		}
	}
}

// What options change is a scenario in all its combinations, and nothing but what
// they say.
func TestOpening(t *testing.T) {
	c := loadChallenge(t, ownRepair)
	for _, x := range []struct {
		chosen string
		change func(*scenario.Scenario)
	}{
		{"", func(*scenario.Scenario) {}},
		{"fencing", func(s *scenario.Scenario) { s.Store.Fencing = true }},
		{"ttl+fencing", func(s *scenario.Scenario) { s.Store.Fencing, s.Lock.TTL = true, 30e9 }},
	} {
		want := c.Scenario
		x.change(&want)
		got, err := c.Opening(ChosenFrom(x.chosen))
		if err != nil || got.String() != want.String() {
			t.Errorf("%q: %v\n%s\nwant\n%s", x.chosen, err, got, want)
		}
	}
	for chosen, want := range map[string]string{
		"none":      `there is no option "none"`,
		"fencing+":  `there is no option ""`,
		"short+ttl": `the options "ttl" and "short" change the same thing`,
	} {
		if _, err := c.Opening(ChosenFrom(chosen)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", chosen, err, want)
		}
	}
}

// Every kind of mistake in a challenge.md, and what its author is told.
func TestChallengeProblems(t *testing.T) {
	for own, cases := range map[string][]problemCase{ownBreak: breakCases, ownRepair: repairCases} {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				if !strings.Contains(own, c.old) {
					t.Fatalf("the challenge has no %q", c.old)
				}
				_, err := LoadChallenges(challengeFS(strings.Replace(own, c.old, c.new, 1)))
				const at = "40-own/challenge.md:"
				expect(t, err, at+strings.ReplaceAll(allowed().Replace(c.want), "\n", "\n"+at))
			})
		}
	}
}

// What is wrong with a challenge's directory and files is told as for a lesson.
func TestProblemsOfChallengeFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(fstest.MapFS)
		want string
	}{
		{"no challenge.md", func(f fstest.MapFS) { delete(f, "40-own/challenge.md") },
			"40-own/challenge.md:1: the file is missing; write it: front matter, prose, a challenge block"},
		{"no scenario.yaml", func(f fstest.MapFS) { delete(f, "40-own/scenario.yaml") },
			"40-own/scenario.yaml:1: the file is missing; write the lab that the challenge opens"},
		{"another number", func(f fstest.MapFS) {
			f["41-own/challenge.md"], f["41-own/scenario.yaml"] = f["40-own/challenge.md"], f["40-own/scenario.yaml"]
			delete(f, "40-own/challenge.md")
			delete(f, "40-own/scenario.yaml")
		}, "41-own/challenge.md:1: the front matter says number 40, but the directory is named 41-own; make them the same"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := challengeFS(ownBreak)
			c.edit(fsys)
			_, err := LoadChallenges(fsys)
			expect(t, err, c.want)
		})
	}
}

// Whatever stands in a challenge.md, loading it gives a challenge, or an error
// whose every line names file and line. It does not panic.
func TestAnyChallengeMD(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := scrambled(t, ownBreak, ownRepair)
		if _, err := LoadChallenges(challengeFS(text)); err != nil {
			checkLocated(t, err)
		}
	})
}

// A scenario's names stay what they are when options are laid over it, also those that
// YAML reads as something else.
func TestOptionsKeepNames(t *testing.T) {
	source := strings.NewReplacer("  A:", "  \"true\":", "  B:", "  \"null\":").Replace(challengeScenario)
	for _, text := range []string{source, strings.ReplaceAll(source, `"true"`, "true"), strings.ReplaceAll(source, `"null"`, "null")} {
		if _, err := scenario.Parse("plain", []byte(text)); err != nil {
			continue // then nobody has such a file
		}
		sc, err := changed(text, []Option{{change: yaml.MapSlice{{Key: "seed", Value: 5}}}})
		if err != nil || sc.Seed != 5 || sc.Clients[0].Name != "true" || sc.Clients[1].Name != "null" {
			t.Errorf("%v: %+v", err, sc.Clients)
		}
	}
}
