package main

import "github.com/lockviz/lockviz/lessons"

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
