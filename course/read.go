package course

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// file is a YAML file that is being read, with what was found wrong in it.
type file struct {
	name  string
	tree  *ast.File
	found []problem
}

type problem struct {
	line int
	text string
}

// read decodes a file strictly into a struct: unknown and doubled fields, and
// values of another kind, are errors with their line.
func read(fsys fs.FS, name string, into any) (*file, error) {
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	f := &file{name: name}
	if f.tree, err = parser.ParseBytes(raw, 0); err == nil {
		err = yaml.UnmarshalWithOptions(raw, into, yaml.Strict())
	}
	if err != nil {
		return nil, f.syntax(err)
	}
	return f, nil
}

// syntax puts what the YAML library found into the form file:line: text.
func (f *file) syntax(err error) error {
	if at := yaml.Error(nil); errors.As(err, &at) && at.GetToken() != nil {
		return fmt.Errorf("%s:%d: %s", f.name, at.GetToken().Position.Line, at.GetMessage())
	}
	return fmt.Errorf("%s: %w", f.name, err)
}

// add reports what is wrong at a path of the file, for example
// "$.beliefs[3].says".
func (f *file) add(path, format string, args ...any) {
	f.found = append(f.found, problem{f.line(path), fmt.Sprintf(format, args...)})
}

// line is where the value at a path begins; for one that is not there, where
// the nearest one above it does.
func (f *file) line(path string) int {
	for ; path != "$"; path = path[:max(1, strings.LastIndexAny(path, ".["))] {
		at, err := yaml.PathString(path)
		if err != nil {
			panic("course: " + err.Error()) // paths are written in this package
		}
		if n, err := at.FilterFile(f.tree); err == nil && n != nil {
			return firstLine(n)
		}
	}
	return 1
}

// firstLine is where a node's text begins: that of a mapping is its first
// field's, and not its first colon's.
func firstLine(n ast.Node) int {
	switch n := n.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 {
			return firstLine(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return firstLine(n.Key)
	}
	return n.GetToken().Position.Line
}

// err tells everything that was found, from the top of the file to its end.
func (f *file) err() error {
	slices.SortStableFunc(f.found, func(a, b problem) int { return a.line - b.line })
	var all []error
	for _, p := range f.found {
		all = append(all, fmt.Errorf("%s:%d: %s", f.name, p.line, p.text))
	}
	return errors.Join(all...)
}

// need reports texts that are missing.
func (f *file) need(path string, texts map[string]string) {
	for _, field := range sorted(texts) {
		if strings.TrimSpace(texts[field]) == "" {
			f.add(path, "%q is missing or empty", field)
		}
	}
}

// prose checks texts in Markdown that have to be there.
func (f *file) prose(path string, texts map[string]Prose) {
	for _, field := range sorted(texts) {
		if texts[field] == "" {
			f.add(path, "%q is missing or empty", field)
			continue
		}
		for _, wrong := range texts[field].problems() {
			f.add(path+"."+field, "%s", wrong)
		}
	}
}

// unique reports a name that is there twice.
func (f *file) unique(path string, seen map[string]bool, name string) {
	if name != "" && seen[name] {
		f.add(path, "%q is here twice", name)
	}
	seen[name] = true
}

func (f *file) places(path string, all []Place) {
	for i, p := range all {
		if kind, _ := p.Parts(); kind == "" {
			f.add(fmt.Sprintf("%s[%d]", path, i), "%q is no place; allowed: lesson SLUG, lesson NUMBER, scenario NAME, lab KIND", p)
		}
	}
}

func (f *file) source(path string, s *Source) {
	if s == nil {
		return
	}
	f.need(path, map[string]string{"text": s.Text, "href": s.Href})
	if !strings.HasPrefix(s.Href, "https://") && !strings.HasPrefix(s.Href, "http://") {
		f.add(path, "the address %q begins with neither https:// nor http://", s.Href)
	}
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
