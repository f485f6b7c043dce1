// Command gen writes what other languages and readers need to know about the
// event kinds, from the one registry in engine/trace:
//
//	static/js/model/events.gen.js      the kinds, as constants and as data
//	static/js/model/fixtures.gen.json  one sample event of every kind
//	docs/events.md                     every kind with its payload
//
// With -check it writes nothing and fails if one of the files is stale.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", ".", "the repository's root `directory`")
	check := flag.Bool("check", false, "write nothing; fail if a file is stale")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	var errs []error
	for _, f := range files {
		if check {
			errs = append(errs, f.compare(root))
		} else {
			errs = append(errs, f.write(root))
		}
	}
	return errors.Join(errs...)
}

// output is one generated file.
type output struct {
	path    string // below the root, with slashes
	content []byte
}

// generate renders every output. It reads the payloads' source below root,
// because field comments do not survive compilation.
func generate(root string) ([]output, error) {
	fields, err := readFields(filepath.Join(root, "engine", "trace", "bodies.go"))
	if err != nil {
		return nil, err
	}
	fixtures, err := renderFixtures()
	if err != nil {
		return nil, err
	}
	doc, err := renderDoc(fields)
	if err != nil {
		return nil, err
	}
	return []output{
		{"static/js/model/events.gen.js", renderJS()},
		{"static/js/model/fixtures.gen.json", fixtures},
		{"docs/events.md", doc},
	}, nil
}

func (f output) write(root string) error {
	name := filepath.Join(root, filepath.FromSlash(f.path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, f.content, 0o644)
}

func (f output) compare(root string) error {
	have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.path)))
	if err != nil {
		return err
	}
	if !bytes.Equal(have, f.content) {
		return fmt.Errorf("%s is stale: run make generate", f.path)
	}
	return nil
}
