package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/lockviz/lockviz/challenges"
	"github.com/lockviz/lockviz/lessons"
)

var update = flag.Bool("update", false, "rewrite the goldens; read the difference before you keep it")

// golden compares text with a file in testdata, or rewrites the file.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		write(t, file, text)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run the test with -update to make it", err)
	}
	if string(want) != text {
		t.Errorf("%s is stale; read the difference, then run the test with -update; it would be\n%s", file, text)
	}
}

// What a person sees of a run: its title, a sketch, the timeline, the verdicts
// in the order of the page, and what was expected in vain.
func TestRunPrints(t *testing.T) {
	file := filepath.Join("testdata", "pause.yaml")
	code, out, errs := lockviz("run", file)
	golden(t, "pause.golden", out)
	if want := "lockviz: expected stale-write holds, but it is violated: The store accepted A's write after B had written under a newer grant.\n" +
		"expected fenced 1, but it is 0: The store has refused no write.\n"; code != exitUnmet || errs != want {
		t.Errorf("exit code %d, and %q, want %q", code, errs, want)
	}
}

func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	var all bytes.Buffer
	for _, args := range [][]string{{"--help"}, {"run", "--help"}, {"lint", "--help"}} {
		all.WriteString("$ lockviz " + strings.Join(args, " ") + "\n")
		help(streams{&all, &all}, args)
	}
	golden(t, "help.golden", all.String())
}

// help parses arguments that ask for help, which ends the program.
func help(std streams, args []string) {
	ended := errors.New("ended")
	defer func() {
		if why := recover(); why != ended {
			panic(why)
		}
	}()
	var c cli
	parser(&c, std, kong.Exit(func(int) { panic(ended) })).Parse(args)
}

func TestRunGivesAdvice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "even.yaml")
	write(t, file, "lock: {kind: redlock, nodes: 4}\nclients: {A: {steps: [acquire, release]}}\n")
	code, _, errs := lockviz("run", file)
	if want := file + ": advice: 4 nodes need 3 votes and survive 1 down, no more than 3: an odd number is better.\n"; code != 0 || errs != want {
		t.Errorf("exit code %d, and %q, want %q", code, errs, want)
	}
}

func TestLintOfWhatComesWithLockviz(t *testing.T) {
	code, out, errs := lockviz("lint")
	if code != 0 || !strings.Contains(out, " scenarios: nothing is wrong\n") || strings.HasPrefix(out, "0") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}

func TestLintOfADirectory(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "a", "good.yaml")
	write(t, good, strings.ReplaceAll(quiet, "%", "holds"))
	write(t, filepath.Join(dir, ".git", "no.yaml"), "not a scenario")
	for _, path := range []string{dir, good} {
		if code, out, errs := lockviz("lint", path); code != 0 || out != "1 scenario: nothing is wrong\n" {
			t.Errorf("%s: %d %s %s", path, code, out, errs)
		}
	}
	bad, unmet := filepath.Join(dir, "b.yml"), filepath.Join(dir, "c.yaml")
	write(t, bad, "title: 7\nlokk: {}\n")
	write(t, unmet, strings.ReplaceAll(quiet, "%", "violated"))
	code, out, errs := lockviz("lint", dir)
	for _, want := range []string{
		bad + ":2:1: unknown field \"lokk\" in the scenario; did you mean lock? ",
		unmet + ": expected foreign-release violated, but it holds: Each release removed its own lock, or nothing.\n",
	} {
		if code != exitUnmet || out != "" || !strings.Contains(errs, want) {
			t.Errorf("exit code %d: %q lacks %q", code, errs, want)
		}
	}
	if code, _, errs := lockviz("lint", filepath.Join(dir, "none")); code != exitInput || !strings.Contains(errs, "none") {
		t.Errorf("a directory that is not there: exit code %d: %s", code, errs)
	}
}

// A lesson is rehearsed: it is not enough that it can be read.
func TestLintRehearsesLessons(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, lessons.FS); err != nil {
		t.Fatal(err)
	}
	lesson := filepath.Join(dir, "09-the-pause-nobody-sees")
	golden := filepath.Join(lesson, "trace.golden")
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	write(t, golden, strings.Replace(string(text), "started    starts", "started    begins", 1))
	code, _, errs := lockviz("lint", dir)
	if code != exitUnmet || !strings.Contains(errs, lesson+": ") || !strings.Contains(errs, "the timeline differs from trace.golden in line 1:") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}

// So is a challenge, in the folder of that name.
func TestLintRehearsesChallenges(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "challenges", "01-two-writers")
	for _, name := range []string{"challenge.md", "scenario.yaml"} {
		text, err := challenges.FS.ReadFile("01-two-writers/" + name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(own, name), string(text))
	}
	if code, out, errs := lockviz("lint", dir); code != 0 || out != "1 challenge: nothing is wrong\n" {
		t.Errorf("%d %s %s", code, out, errs)
	}
	text, err := os.ReadFile(filepath.Join(own, "challenge.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"best: 1", "best: 2", own + ": challenge 01-two-writers, seed 3: actions of the solution: 1; the best known is said to be 2"},
		{"best: 1", "par: 1", filepath.Join(own, "challenge.md") + ":30: unknown field \"par\" in a challenge; allowed: "},
	} {
		write(t, filepath.Join(own, "challenge.md"), strings.Replace(string(text), c.old, c.new, 1))
		if code, _, errs := lockviz("lint", dir); code != exitUnmet || !strings.Contains(errs, c.want) {
			t.Errorf("exit code %d: %s", code, errs)
		}
	}
	if _, err := loadChallenges(dir); err == nil {
		t.Error("a broken challenge was loaded")
	}
}
