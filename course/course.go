// Package course holds what the reading pages say: the words of the glossary,
// what people believe, how locks compare, and which one to take. All of it is
// data in YAML files, read strictly: what is wrong is told with file and line,
// and nothing of a broken file is shown. The code to start from is in the
// folder samples, where the tests compile and run it; here it is only text.
//
// The package knows no lesson and no scenario. It names them (Place), and
// whoever shows a page finds out what is there.
package course

import (
	"embed"
	"errors"
	"io/fs"
	"regexp"
	"sync"
)

// FS holds the built-in files.
//
//go:embed *.yaml samples
var FS embed.FS

// Course is everything that the reading pages say.
type Course struct {
	Glossary   Glossary
	Beliefs    []Belief
	Comparison Comparison
	Choice     Choice
}

// BuiltIn is the course that comes with lockviz, which never changes.
var BuiltIn = sync.OnceValues(func() (*Course, error) { return Load(FS) })

// Load reads the files of fsys. When anything is wrong it returns no course,
// and an error with a line for each thing that is:
// "beliefs.yaml:12: what is wrong; what is allowed".
func Load(fsys fs.FS) (*Course, error) {
	var c Course
	var errs [4]error
	c.Glossary, errs[0] = loadGlossary(fsys)
	c.Beliefs, errs[1] = loadBeliefs(fsys)
	c.Comparison, errs[2] = loadComparison(fsys)
	c.Choice, errs[3] = loadChoice(fsys)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return &c, nil
}

// Source says where something from outside is known from.
type Source struct {
	Text string `yaml:"text"`
	Href string `yaml:"href"`
}

// Place is something in lockviz to go to: "lesson the-pause-nobody-sees",
// "lesson 14", "scenario pause", "lab redlock". It need not be there: a
// lesson may not be written yet, a kind of lock not be served.
type Place string

var place = regexp.MustCompile(`^(lesson|scenario|lab) ([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// Parts are the kind ("lesson", "scenario" or "lab") and the name.
func (p Place) Parts() (kind, name string) {
	m := place.FindStringSubmatch(string(p))
	if m == nil {
		return "", ""
	}
	return m[1], m[2]
}
