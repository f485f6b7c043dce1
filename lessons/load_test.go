package lessons

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// own is the smallest lesson that says everything. The error tests change one
// thing in it.
const own = `---
number: 18
title: An own lesson
summary: It shows what a lesson has.
minutes: 5
---

Before the first section.

## Take it

Prose.

` + "```step\n" + ownStep + "```" + `

## The end

Prose only.

## Speaker notes

For the speaker.
`

const ownStep = ownPredict + `run: Press **Step**.
goal:
  - saw: A acquired
observe: A's bar.
explain: |
  A asked first.

  Nobody else did.
hints:
  - It is a button.
solution:
  - until: A acquired
`

const ownPredict = `predict:
  ask: Who gets the lock?
  choices:
    - say: A
      right: true
      why: It is alone.
    - say: Nobody
      why: The lock is free.
`

const ownScenario = `title: An own lesson
lock: {kind: redis, name: "job:1", ttl: 10s}
clients:
  A: {steps: [acquire, release]}
  B: {start: 3s, steps: [acquire, release]}
`

func ownFS(lesson, scenario string) fstest.MapFS {
	return fstest.MapFS{
		"18-own/lesson.md":     {Data: []byte(lesson)},
		"18-own/scenario.yaml": {Data: []byte(scenario)},
	}
}

func loadOwn(t *testing.T, lesson string) Lesson {
	t.Helper()
	all, err := Load(ownFS(lesson, ownScenario))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d lessons, want 1", len(all))
	}
	return all[0]
}

func TestLoad(t *testing.T) {
	l := loadOwn(t, own)
	if l.Number != 18 || l.Slug != "own" || l.Dir != "18-own" || l.Title != "An own lesson" || l.Minutes != 5 || l.ByHand {
		t.Errorf("front matter came out as %+v", l)
	}
	if l.Intro != "<p>Before the first section.</p>\n" || l.Notes != "<p>For the speaker.</p>\n" || l.Golden != "" {
		t.Errorf("intro %q, notes %q, golden %q", l.Intro, l.Notes, l.Golden)
	}
	if len(l.Sections) != 2 || l.Sections[0].ID != "take-it" || l.Sections[1].Title != "The end" || l.Sections[1].Step != nil {
		t.Errorf("sections came out as %+v", l.Sections)
	}
	if l.Source != ownScenario || len(l.Scenario.Clients) != 2 {
		t.Errorf("scenario came out as %+v", l.Scenario)
	}
}

func TestStep(t *testing.T) {
	steps := loadOwn(t, own).Steps()
	if len(steps) != 1 {
		t.Fatalf("%d steps, want 1", len(steps))
	}
	s := steps[0]
	if s.Number != 1 || s.ID != "take-it" || s.Predict.Ask != "<p>Who gets the lock?</p>\n" {
		t.Errorf("step came out as %+v", s)
	}
	if c := s.Predict.Choices; len(c) != 2 || c[0] != (Choice{"A", true, "<p>It is alone.</p>\n"}) || c[1].Right {
		t.Errorf("choices came out as %+v", c)
	}
	if s.Run != "<p>Press <strong>Step</strong>.</p>\n" || s.Explain != "<p>A asked first.</p>\n<p>Nobody else did.</p>\n" {
		t.Errorf("run %q, explain %q", s.Run, s.Explain)
	}
	if len(s.Goal) != 1 || *s.Goal[0].Saw != (Sight{"A", "acquired"}) || s.Goal[0].Say != "A acquired" {
		t.Errorf("goal came out as %+v", s.Goal)
	}
	if len(s.Solution) != 1 || s.Solution[0].String() != "until A acquired" {
		t.Errorf("solution came out as %+v", s.Solution)
	}
}

// Every form of every move, and the line in which the page shows it.
func TestMoves(t *testing.T) {
	moves := `
  - step: 3
  - until: A acquired 2
  - run: write
  - advance: 1500ms
  - act: pause A 15s
  - back: store accepted
  - reset: true
`
	s := loadOwn(t, strings.Replace(own, "\n  - until: A acquired\n", moves, 1)).Steps()[0]
	var got []string
	for _, op := range s.Solution {
		got = append(got, op.String())
	}
	want := "step 3; until A acquired 2; run write; advance 1.5s; pause A 15s; back store accepted; reset"
	if strings.Join(got, "; ") != want {
		t.Errorf("moves\n got %s\nwant %s", strings.Join(got, "; "), want)
	}
}

func TestByHandOpensWithoutScript(t *testing.T) {
	script := ownScenario + "script:\n  - {when: A acquired, do: pause A 15s}\n"
	for _, byHand := range []bool{false, true} {
		lesson := own
		if byHand {
			lesson = strings.Replace(own, "minutes: 5", "minutes: 5\nby-hand: true", 1)
		}
		all, err := Load(ownFS(lesson, script))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(all[0].Opening().Script); (got == 0) != byHand {
			t.Errorf("by-hand %v: opens with %d script lines", byHand, got)
		}
		if len(all[0].Scenario.Script) != 1 {
			t.Errorf("by-hand %v: the lesson's own scenario lost its script", byHand)
		}
	}
}

// A lesson reads the same whatever its line ends are, and so does what is wrong with it.
func TestCarriageReturns(t *testing.T) {
	broken := strings.Replace(own, "minutes: 5", "minutes: 0", 1)
	_, wrong := Load(ownFS(broken, ownScenario))
	for _, end := range []string{"\r\n", "\r"} {
		if got, want := loadOwn(t, strings.ReplaceAll(own, "\n", end)), loadOwn(t, own); got.Sections[0].Prose != want.Sections[0].Prose ||
			got.Steps()[0].Explain != want.Steps()[0].Explain {
			t.Errorf("with %q %+v\nwith LF %+v", end, got.Sections[0], want.Sections[0])
		}
		if _, err := Load(ownFS(strings.ReplaceAll(broken, "\n", end), ownScenario)); err == nil || err.Error() != wrong.Error() {
			t.Errorf("with %q %v\nwith LF %v", end, err, wrong)
		}
	}
}

func TestBuiltIn(t *testing.T) {
	all, err := Load(FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		if l.Golden == "" {
			t.Errorf("%s has no trace.golden; go test ./lessons/rehearse -update writes it", l.Dir)
		}
		if l.Notes == "" {
			t.Errorf("%s has no speaker notes", l.Dir)
		}
	}
}

func TestLoadDirNamesFilesOnDisk(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, ownFS(strings.Replace(own, "minutes: 5", "minutes: 0", 1), ownScenario)); err != nil {
		t.Fatal(err)
	}
	_, err := LoadDir(dir)
	want := filepath.Join(dir, "18-own", "lesson.md") + `:5: field "minutes" is "0"; allowed: a whole number from 1 to 240`
	if err == nil || err.Error() != want {
		t.Errorf("error\n got %v\nwant %s", err, want)
	}
	if _, err := LoadDir(filepath.Join(dir, "absent")); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("a directory that does not exist: %v", err)
	}
}

func TestJoin(t *testing.T) {
	first, second := loadOwn(t, own), loadOwn(t, own)
	second.Number, second.Slug, second.Dir = 3, "other", "03-other"
	all, err := Join([]Lesson{first}, []Lesson{second})
	if err != nil || len(all) != 2 || all[0].Number != 3 {
		t.Errorf("joined to %v, error %v", all, err)
	}
	_, err = Join([]Lesson{first}, []Lesson{first})
	if err == nil {
		t.Error("the same lesson twice is no error")
	}
}

// Other directories beside the lessons are nobody's business.
func TestOtherDirectories(t *testing.T) {
	fsys := ownFS(own, ownScenario)
	fsys["images/a.png"] = &fstest.MapFile{}
	fsys["README.md"] = &fstest.MapFile{}
	if _, err := Load(fsys); err != nil {
		t.Error(err)
	}
}

var _ fs.FS = FS
