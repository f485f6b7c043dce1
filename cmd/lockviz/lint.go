package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/challenges"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/lessons/rehearse"
	"github.com/lockviz/lockviz/scenarios"
)

type lintCmd struct {
	Path string `arg:"" optional:"" name:"dir" help:"A directory with lessons and scenarios, and challenges in its folder challenges, or one scenario file; without it, what comes with lockviz is checked."`
}

// Help is what lint --help says besides.
func (lintCmd) Help() string {
	return `Every file is read strictly: what is wrong is told with file, line and column. ` +
		`Then everything is run on live servers: a scenario must come out as it expects, a lesson's timeline must equal its trace.golden, ` +
		`the solution of each of its steps must reach the step's goal, and a challenge's solution its goal, with as few actions or changes as it says. ` +
		`Advice on what is allowed, but better otherwise, goes to standard error and is no fault.

Exit code 0: nothing is wrong. 1: something is. 2: there is no such directory or file.`
}

// Run checks everything and reports everything that is wrong, not the first.
func (c *lintCmd) Run(std streams) error {
	l := linter{std: std}
	if err := l.all(c.Path); err != nil {
		return exitError{exitInput, err}
	}
	if l.wrong != nil {
		return exitError{exitUnmet, l.wrong}
	}
	fmt.Fprintf(std.out, "%s: nothing is wrong\n", l.checked())
	return nil
}

// checked is what there was to check, in words.
func (l *linter) checked() string {
	var all []string
	for _, c := range []struct {
		n    int
		what string
	}{{l.lessons, "lesson"}, {l.challenges, "challenge"}, {l.scenarios, "scenario"}} {
		if c.n > 0 {
			all = append(all, count(c.n, c.what))
		}
	}
	if len(all) == 0 {
		return "no lesson, no challenge, no scenario"
	}
	return strings.Join(all, ", ")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// linter collects what is wrong.
type linter struct {
	std                            streams
	lessons, challenges, scenarios int
	wrong                          error
}

// all checks what there is. An error means that there is nothing to check.
func (l *linter) all(path string) error {
	if path == "" {
		l.builtIn()
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		l.file(path)
		return nil
	}
	course, err := lessons.LoadDir(path)
	l.add(err)
	l.course(path, course)
	tasks, err := challengesIn(path)
	l.add(err)
	l.tasks(filepath.Join(path, challengesDir), tasks)
	files, err := looseScenarios(path)
	l.add(err)
	for _, file := range files {
		l.file(file)
	}
	return nil
}

func (l *linter) add(err error) { l.wrong = errors.Join(l.wrong, err) }

func (l *linter) builtIn() {
	course, err := lessons.Load(lessons.FS)
	l.add(err)
	l.course("lessons", course)
	tasks, err := lessons.LoadChallenges(challenges.FS)
	l.add(err)
	l.tasks("challenges", tasks)
	for _, f := range scenarios.All() {
		l.play("scenarios/"+f.Name+".yaml", f.Scenario)
	}
}

// course rehearses lessons of a directory.
func (l *linter) course(dir string, course []lessons.Lesson) {
	l.lessons += len(course)
	for _, lesson := range course {
		if err := rehearse.Lesson(lesson); err != nil {
			l.add(fmt.Errorf("%s: %w", filepath.Join(dir, lesson.Dir), err))
		}
	}
}

// tasks rehearses challenges of a directory.
func (l *linter) tasks(dir string, tasks []lessons.Challenge) {
	l.challenges += len(tasks)
	for _, c := range tasks {
		if err := rehearse.Challenge(c); err != nil {
			l.add(fmt.Errorf("%s: %w", filepath.Join(dir, c.Dir), err))
		}
	}
}

func (l *linter) file(file string) {
	raw, err := readScenario(file)
	if err != nil {
		l.add(err)
		return
	}
	sc, err := scenario.Parse(file, raw)
	if err != nil {
		l.scenarios++
		l.add(err)
		return
	}
	l.play(file, sc)
}

// play runs a scenario and compares what comes of it with what it expects.
func (l *linter) play(file string, sc scenario.Scenario) {
	l.scenarios++
	advise(l.std, file, sc)
	run, err := rehearse.Play(sc)
	if err == nil {
		err = rehearse.Expected(sc, run.Verdicts)
	}
	if err != nil {
		l.add(prefixed(file, err))
	}
}

// prefixed puts the file's name before each line of an error.
func prefixed(file string, err error) error {
	return errors.New(file + ": " + strings.ReplaceAll(err.Error(), "\n", "\n"+file+": "))
}

// advise tells what is allowed, but better otherwise.
func advise(std streams, file string, sc scenario.Scenario) {
	for _, advice := range sc.Advice() {
		fmt.Fprintf(std.err, "%s: advice: %s\n", file, advice)
	}
}

// looseScenarios lists the scenario files that belong to no lesson and no
// challenge: loading one checks its own.
func looseScenarios(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.IsDir() && isYAML(path) && !hasText(path):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

func isYAML(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".yaml" || ext == ".yml"
}

// hasText reports whether a lesson or a challenge is in the same directory.
func hasText(path string) bool {
	return slices.ContainsFunc([]string{"lesson.md", "challenge.md"}, func(text string) bool {
		_, err := os.Stat(filepath.Join(filepath.Dir(path), text))
		return err == nil
	})
}
