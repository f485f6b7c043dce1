package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/lessons"
)

type lintCmd struct {
	Dir string `arg:"" optional:"" help:"A directory with lessons and scenarios; without it, the built-in lessons are checked."`
}

// Run checks everything and reports everything that is wrong, not the first.
func (c *lintCmd) Run(std streams) error {
	if c.Dir == "" {
		course, err := lessons.Load(lessons.FS)
		return report(std, len(course), 0, err)
	}
	course, wrong := lessons.LoadDir(c.Dir)
	files, err := looseScenarios(c.Dir)
	wrong = errors.Join(wrong, err)
	for _, file := range files {
		wrong = errors.Join(wrong, lintScenario(file))
	}
	return report(std, len(course), len(files), wrong)
}

func report(std streams, courses, files int, wrong error) error {
	if wrong != nil {
		return exitError{exitUnmet, wrong}
	}
	fmt.Fprintf(std.out, "%s and %s: nothing is wrong\n", count(courses, "lesson"), count(files, "scenario"))
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func lintScenario(file string) error {
	raw, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, err = scenario.Parse(file, raw)
	return err
}

// looseScenarios lists the scenario files that belong to no lesson: loading a
// lesson checks its own.
func looseScenarios(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		ext := filepath.Ext(path)
		if (ext == ".yaml" || ext == ".yml") && !inLesson(path) {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

func inLesson(path string) bool {
	_, err := os.Stat(filepath.Join(filepath.Dir(path), "lesson.md"))
	return err == nil
}
