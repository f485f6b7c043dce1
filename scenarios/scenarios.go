// Package scenarios holds the scenario files that come with lockviz: each shows
// one thing that a lock does, or fails to do. README.md lists them.
package scenarios

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/lockviz/lockviz/engine/scenario"
)

//go:embed *.yaml
var files embed.FS

// File is one scenario that comes with lockviz.
type File struct {
	Name     string // of the file, without .yaml
	About    string // its header comment: what it shows, and where it is known from
	Scenario scenario.Scenario
	Source   string // the file's text
}

// All lists the scenarios, sorted by name. It panics if one of them is broken: a
// test keeps that from happening.
func All() []File { return append([]File(nil), load()...) }

var load = sync.OnceValue(func() []File {
	entries, err := files.ReadDir(".") // sorted
	if err != nil {
		panic(err)
	}
	var all []File
	for _, e := range entries {
		f, err := read(e.Name())
		if err != nil {
			panic(fmt.Sprintf("scenarios: %v", err))
		}
		all = append(all, f)
	}
	return all
})

func read(file string) (File, error) {
	raw, err := files.ReadFile(file)
	if err != nil {
		return File{}, err
	}
	sc, err := scenario.Parse(path.Join("scenarios", file), raw)
	if err != nil {
		return File{}, err
	}
	return File{strings.TrimSuffix(file, ".yaml"), about(string(raw)), sc, string(raw)}, nil
}

// about is the comment that a file begins with, as one line.
func about(source string) string {
	var words []string
	for line := range strings.Lines(source) {
		comment, ok := strings.CutPrefix(line, "# ")
		if !ok {
			break
		}
		words = append(words, strings.TrimSpace(comment))
	}
	return strings.Join(words, " ")
}
