package lessons

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// Problem is one thing wrong with a lesson or a challenge, in the form
// "file:line: what is wrong; what to do".
type Problem struct {
	File string
	Line int // from 1
	Text string
}

func (p Problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// problems collects everything wrong with one lesson or challenge, so that its
// author mends it in one go.
type problems struct {
	fsys  fs.FS
	dir   string // of fsys
	file  string // lesson.md or challenge.md, as the author can open it
	found []Problem
	other []error // told by others, with file and line
}

func (p *problems) add(line int, format string, args ...any) {
	p.addTo(p.file, line, fmt.Sprintf(format, args...))
}

func (p *problems) addTo(file string, line int, text string) {
	if found := (Problem{file, line, text}); !slices.Contains(p.found, found) {
		p.found = append(p.found, found)
	}
}

// none reports whether nothing has been found wrong so far.
func (p *problems) none() bool { return len(p.found)+len(p.other) == 0 }

// err is nil, or tells everything, from the top of each file to its end.
func (p *problems) err() error {
	slices.SortStableFunc(p.found, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	all := slices.Clone(p.other)
	for _, found := range p.found {
		all = append(all, found)
	}
	return errors.Join(all...)
}
