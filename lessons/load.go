package lessons

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/lockviz/lockviz/engine/scenario"
)

const maxFile = 1 << 20 // bytes of one file of a lesson

var dirName = regexp.MustCompile(`^([0-9]{2,3})-([a-z0-9]+(?:-[a-z0-9]+)*)$`)

// Load reads every lesson of fsys, in the order of their numbers. When
// anything is wrong it returns no lessons, and an error with a line for each
// thing that is: "dir/lesson.md:12: what is wrong; what to do".
func Load(fsys fs.FS) ([]Lesson, error) { return load(fsys, "") }

// LoadDir is Load for a directory on disk; its errors name files as the
// caller can open them.
func LoadDir(dir string) ([]Lesson, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, fmt.Errorf("lessons: %w", err)
	}
	return load(os.DirFS(dir), dir)
}

// Join puts more lessons after the ones that are there. Numbers and slugs must
// stay unique.
func Join(these, more []Lesson) ([]Lesson, error) {
	all := slices.Concat(these, more)
	slices.SortStableFunc(all, func(a, b Lesson) int { return cmp.Compare(a.Number, b.Number) })
	if err := unique(all, ""); err != nil {
		return nil, err
	}
	return all, nil
}

func load(fsys fs.FS, prefix string) ([]Lesson, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, fmt.Errorf("lessons: %w", err)
	}
	var all []Lesson
	var wrong []error
	for _, e := range entries {
		if !isLesson(fsys, e) {
			continue
		}
		l, err := loadOne(fsys, e.Name(), prefix)
		wrong = append(wrong, err)
		all = append(all, l)
	}
	if err := errors.Join(append(wrong, unique(all, prefix))...); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b Lesson) int { return cmp.Compare(a.Number, b.Number) })
	return all, nil
}

// isLesson tells a lesson's directory from others: by its name, or because a
// lesson.md is in it.
func isLesson(fsys fs.FS, e fs.DirEntry) bool {
	if !e.IsDir() {
		return false
	}
	_, err := fs.Stat(fsys, path.Join(e.Name(), "lesson.md"))
	return err == nil || dirName.MatchString(e.Name())
}

func loadOne(fsys fs.FS, dir, prefix string) (Lesson, error) {
	p := &problems{file: filepath.Join(prefix, dir, "lesson.md")}
	l := Lesson{Dir: dir}
	name := dirName.FindStringSubmatch(dir)
	if name == nil {
		p.add(1, "the directory is named %q; allowed: the lesson's number and a slug, for example 09-the-pause", dir)
		return l, p.err()
	}
	l.Slug = name[2]
	stage := readScenario(fsys, prefix, p, &l)
	source, ok := p.read(fsys, path.Join(dir, "lesson.md"), "write it: front matter, prose, step blocks")
	if !ok {
		return l, p.err()
	}
	readLesson(p, source, stage, &l)
	if n, _ := strconv.Atoi(name[1]); l.Number != 0 && l.Number != n {
		p.add(1, "the front matter says number %d, but the directory is named %s; make them the same", l.Number, dir)
	}
	return l, p.err()
}

// readScenario reads scenario.yaml and trace.golden; nil says that there is no
// scenario to check steps against.
func readScenario(fsys fs.FS, prefix string, p *problems, l *Lesson) *stage {
	if golden, err := fs.ReadFile(fsys, path.Join(l.Dir, "trace.golden")); err == nil {
		l.Golden = string(golden)
	}
	source, ok := p.read(fsys, path.Join(l.Dir, "scenario.yaml"), "write the lab that the lesson opens")
	if !ok {
		return nil
	}
	l.Source = string(source)
	sc, err := scenario.Parse(filepath.Join(prefix, l.Dir, "scenario.yaml"), source)
	if err != nil {
		p.other = append(p.other, err)
		return nil
	}
	l.Scenario = sc
	return newStage(sc)
}

// read reads a file of the lesson that has to be there.
func (p *problems) read(fsys fs.FS, name, toDo string) ([]byte, bool) {
	file := filepath.Join(filepath.Dir(p.file), path.Base(name))
	info, err := fs.Stat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.addTo(file, 1, "the file is missing; "+toDo)
		return nil, false
	case err == nil && info.Size() > maxFile:
		p.addTo(file, 1, fmt.Sprintf("the file has %d bytes; allowed: %d", info.Size(), maxFile))
		return nil, false
	}
	source, err := fs.ReadFile(fsys, name)
	if err != nil {
		p.addTo(file, 1, err.Error())
		return nil, false
	}
	return source, true
}

// readLesson fills in what lesson.md says.
func readLesson(p *problems, source []byte, stage *stage, l *Lesson) {
	m, ok := readManuscript(p, source)
	if !ok {
		return
	}
	readFront(p, m.front, l)
	l.Intro = m.html(m.parts[0])
	seen := map[string]bool{}
	for _, part := range m.parts[1:] {
		if part.title == notesTitle {
			l.Notes = m.html(part)
			continue
		}
		section := m.section(part, stage)
		if section.ID == "" || seen[section.ID] {
			p.add(part.line, "a section named %q; every section needs a name of its own", part.title)
		}
		seen[section.ID] = true
		l.Sections = append(l.Sections, section)
	}
	number(p, l)
}

func (m *manuscript) section(part part, stage *stage) Section {
	s := Section{ID: slugify(part.title), Title: part.title, Prose: m.html(part)}
	if part.step == nil {
		return s
	}
	b, source := m.stepBlock(part)
	if step, ok := (stepReader{block: b, stage: stage}).step(source); ok {
		s.Step = step
	}
	return s
}

// number counts the steps of a lesson.
func number(p *problems, l *Lesson) {
	for i, step := range l.Steps() {
		step.Number = i + 1
	}
	for _, s := range l.Sections {
		if s.Step != nil {
			s.Step.ID = s.ID
		}
	}
	if len(l.Steps()) == 0 && p.none() {
		p.add(1, "a lesson without steps; put a ```step block at the end of a section")
	}
}

// unique reports numbers and slugs that two lessons share.
func unique(all []Lesson, prefix string) error {
	var wrong []error
	numbers, slugs := map[int]string{}, map[string]string{}
	for _, l := range all {
		file := filepath.Join(prefix, l.Dir, "lesson.md")
		if other, taken := numbers[l.Number]; taken && l.Number != 0 {
			wrong = append(wrong, Problem{file, 1, fmt.Sprintf("number %d belongs to %s already; take a free one, here and in the directory's name", l.Number, other)})
		}
		if other, taken := slugs[l.Slug]; taken && l.Slug != "" {
			wrong = append(wrong, Problem{file, 1, fmt.Sprintf("the slug %q belongs to %s already; name the directory differently", l.Slug, other)})
		}
		numbers[l.Number], slugs[l.Slug] = l.Dir, l.Dir
	}
	return errors.Join(wrong...)
}
