package main

import (
	"os"
	"path/filepath"

	"github.com/lockviz/lockviz/challenges"
	"github.com/lockviz/lockviz/lessons"
)

// loadLessons loads the built-in course and, if a directory is given, a
// workshop's own after it.
func loadLessons(dir string) ([]lessons.Lesson, error) {
	course, err := lessons.Load(lessons.FS)
	if err != nil || dir == "" {
		return course, err
	}
	own, err := lessons.LoadDir(dir)
	if err != nil {
		return nil, err
	}
	return lessons.Join(course, own)
}

// challengesDir is where a workshop's own challenges are, in the directory of its
// lessons.
const challengesDir = "challenges"

// loadChallenges loads the built-in challenges and, if a directory of lessons is
// given that has some, a workshop's own after them.
func loadChallenges(dir string) ([]lessons.Challenge, error) {
	all, err := lessons.LoadChallenges(challenges.FS)
	if err != nil || dir == "" {
		return all, err
	}
	own, err := challengesIn(dir)
	if err != nil {
		return nil, err
	}
	return lessons.JoinChallenges(all, own)
}

// challengesIn loads the challenges in a directory of lessons; it need not have
// any.
func challengesIn(dir string) ([]lessons.Challenge, error) {
	dir = filepath.Join(dir, challengesDir)
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		return nil, nil
	}
	return lessons.LoadChallengesDir(dir)
}
