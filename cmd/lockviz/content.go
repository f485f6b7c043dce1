package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lockviz/lockviz/challenges"
	"github.com/lockviz/lockviz/internal/web"
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

// ownDir is a directory of lessons whose author may be writing in it.
type ownDir struct {
	dir  string
	seen string // its files, when they were read
}

// changesIn answers what tells the site of changes; nil without a directory. It is
// called before the directory is read.
func changesIn(dir string) func() (web.Edition, bool) {
	if dir == "" {
		return nil
	}
	d := &ownDir{dir, filesIn(dir)}
	return d.changed
}

// changed reads all lessons and challenges again if a file of the directory is
// another than when it was asked last. What is built in cannot change.
func (d *ownDir) changed() (web.Edition, bool) {
	files := filesIn(d.dir) // before they are read: what changes meanwhile is seen the next time
	if files == d.seen {
		return web.Edition{}, false
	}
	d.seen = files
	course, err := loadLessons(d.dir)
	if err != nil {
		return web.Edition{Err: err}, true
	}
	tasks, err := loadChallenges(d.dir)
	return web.Edition{Lessons: course, Challenges: tasks, Err: err}, true
}

// filesIn tells two states of the directory apart: name, size and time of every
// file that a lesson or a challenge can be made of.
func filesIn(dir string) string {
	var all strings.Builder
	files := os.DirFS(dir)
	for _, pattern := range []string{"*", "*/*", challengesDir + "/*/*"} {
		names, _ := fs.Glob(files, pattern) // fails for a bad pattern only
		for _, name := range names {
			if info, err := fs.Stat(files, name); err == nil && !info.IsDir() {
				fmt.Fprintln(&all, name, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return all.String()
}
