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

// Entry is what a lesson and a challenge have in common: a directory NN-slug
// with a text and a lab.
type Entry struct {
	Number int    // place among its kind, from 1
	Slug   string // name in links: the directory without its number
	Dir    string // the directory, for example "09-the-pause-nobody-sees"
	Title  string

	Scenario scenario.Scenario // as in the file, script included
	Source   string            // text of scenario.yaml
}

// shelf loads entries of one kind.
type shelf[T any] struct {
	kind  string // "lesson": for messages, and the name of its file
	parts string // what its file is made of
	entry func(*T) *Entry
	fill  func(p *problems, source []byte, stage *stage, t *T) // with what the file says; stage is nil when there is no scenario
}

const maxFile = 1 << 20 // bytes of one file

var dirName = regexp.MustCompile(`^([0-9]{2,3})-([a-z0-9]+(?:-[a-z0-9]+)*)$`)

func (s shelf[T]) file() string { return s.kind + ".md" }

// loadDir is load for a directory on disk; its errors name files as the caller
// can open them.
func (s shelf[T]) loadDir(dir string) ([]T, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, fmt.Errorf("%ss: %w", s.kind, err)
	}
	return s.load(os.DirFS(dir), dir)
}

// load reads every entry, in the order of their numbers; none when anything is
// wrong with one.
func (s shelf[T]) load(fsys fs.FS, prefix string) ([]T, error) {
	dirs, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, fmt.Errorf("%ss: %w", s.kind, err)
	}
	var all []T
	var wrong []error
	for _, d := range dirs {
		if !s.is(fsys, d) {
			continue
		}
		one, err := s.one(fsys, d.Name(), prefix)
		wrong = append(wrong, err)
		all = append(all, one)
	}
	if err := errors.Join(append(wrong, s.unique(all, prefix))...); err != nil {
		return nil, err
	}
	return s.sorted(all), nil
}

// join puts more after those that are there. Numbers and slugs must stay unique.
func (s shelf[T]) join(these, more []T) ([]T, error) {
	all := s.sorted(slices.Concat(these, more))
	if err := s.unique(all, ""); err != nil {
		return nil, err
	}
	return all, nil
}

func (s shelf[T]) sorted(all []T) []T {
	slices.SortStableFunc(all, func(a, b T) int { return cmp.Compare(s.entry(&a).Number, s.entry(&b).Number) })
	return all
}

// is tells an entry's directory from others: by its name, or because its file is
// in it.
func (s shelf[T]) is(fsys fs.FS, d fs.DirEntry) bool {
	if !d.IsDir() {
		return false
	}
	_, err := fs.Stat(fsys, path.Join(d.Name(), s.file()))
	return err == nil || dirName.MatchString(d.Name())
}

func (s shelf[T]) one(fsys fs.FS, dir, prefix string) (one T, err error) {
	p := &problems{fsys: fsys, dir: dir, file: filepath.Join(prefix, dir, s.file())}
	e := s.entry(&one)
	e.Dir = dir
	name := dirName.FindStringSubmatch(dir)
	if name == nil {
		p.add(1, "the directory is named %q; allowed: the %s's number and a slug, for example 09-the-pause", dir, s.kind)
		return one, p.err()
	}
	e.Slug = name[2]
	stage := p.readScenario(e, "write the lab that the "+s.kind+" opens")
	source, ok := p.read(s.file(), "write it: "+s.parts)
	if !ok {
		return one, p.err()
	}
	s.fill(p, source, stage, &one)
	if n, _ := strconv.Atoi(name[1]); e.Number != 0 && e.Number != n {
		p.add(1, "the front matter says number %d, but the directory is named %s; make them the same", e.Number, dir)
	}
	return one, p.err()
}

// readScenario reads scenario.yaml; nil says that there is no scenario to check
// anything against.
func (p *problems) readScenario(e *Entry, toDo string) *stage {
	source, ok := p.read("scenario.yaml", toDo)
	if !ok {
		return nil
	}
	e.Source = string(source)
	sc, err := scenario.Parse(p.path("scenario.yaml"), source)
	if err != nil {
		p.other = append(p.other, err)
		return nil
	}
	e.Scenario = sc
	return newStage(sc)
}

// path is a file of the entry, as its author can open it.
func (p *problems) path(name string) string { return filepath.Join(filepath.Dir(p.file), name) }

// read reads a file of the entry that has to be there.
func (p *problems) read(name, toDo string) ([]byte, bool) {
	file, inside := p.path(name), path.Join(p.dir, name)
	info, err := fs.Stat(p.fsys, inside)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.addTo(file, 1, "the file is missing; "+toDo)
		return nil, false
	case err == nil && !info.Mode().IsRegular(): // reading a pipe or a device may never end
		p.addTo(file, 1, "this is no ordinary file; write one with text in it")
		return nil, false
	case err == nil && info.Size() > maxFile:
		p.addTo(file, 1, fmt.Sprintf("the file has %d bytes; allowed: %d", info.Size(), maxFile))
		return nil, false
	}
	source, err := fs.ReadFile(p.fsys, inside)
	if err != nil {
		p.addTo(file, 1, err.Error())
		return nil, false
	}
	return source, true
}

// unique reports numbers and slugs that two entries share.
func (s shelf[T]) unique(all []T, prefix string) error {
	var wrong []error
	numbers, slugs := map[int]string{}, map[string]string{}
	for i := range all {
		e := s.entry(&all[i])
		file := filepath.Join(prefix, e.Dir, s.file())
		if other, taken := numbers[e.Number]; taken && e.Number != 0 {
			wrong = append(wrong, Problem{file, 1, fmt.Sprintf("number %d belongs to %s already; take a free one, here and in the directory's name", e.Number, other)})
		}
		if other, taken := slugs[e.Slug]; taken && e.Slug != "" {
			wrong = append(wrong, Problem{file, 1, fmt.Sprintf("the slug %q belongs to %s already; name the directory differently", e.Slug, other)})
		}
		numbers[e.Number], slugs[e.Slug] = e.Dir, e.Dir
	}
	return errors.Join(wrong...)
}
