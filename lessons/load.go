package lessons

import (
	"io/fs"
	"path"
)

// Load reads every lesson of fsys, in the order of their numbers. When
// anything is wrong it returns no lessons, and an error with a line for each
// thing that is: "dir/lesson.md:12: what is wrong; what to do".
func Load(fsys fs.FS) ([]Lesson, error) { return lessonShelf.load(fsys, "") }

// LoadDir is Load for a directory on disk; its errors name files as the
// caller can open them.
func LoadDir(dir string) ([]Lesson, error) { return lessonShelf.loadDir(dir) }

// Join puts more lessons after the ones that are there. Numbers and slugs must
// stay unique.
func Join(these, more []Lesson) ([]Lesson, error) { return lessonShelf.join(these, more) }

const goldenFile = "trace.golden" // of a lesson; may be missing

var lessonShelf = shelf[Lesson]{
	kind: "lesson", parts: "front matter, prose, step blocks",
	entry: func(l *Lesson) *Entry { return &l.Entry },
	fill:  readLesson,
}

// readLesson fills in what lesson.md says.
func readLesson(p *problems, source []byte, stage *stage, l *Lesson) {
	if _, err := fs.Stat(p.fsys, path.Join(p.dir, goldenFile)); err == nil {
		golden, _ := p.read(goldenFile, "")
		l.Golden = string(golden)
	}
	m, ok := readManuscript(p, lessonForm, source)
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
	if part.block == nil {
		return s
	}
	b, source := m.yaml(part)
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
