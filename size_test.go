package lockviz

import (
	"bytes"
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a reader can hold in mind at once. Most files and functions are far
// below; one that outgrows these is two things under one name.
const (
	maxFileLines = 450
	maxFuncLines = 70
)

func TestGoSizes(t *testing.T) {
	for _, f := range goFiles(t) {
		if ast.IsGenerated(f.file) {
			continue
		}
		if n := f.set.File(f.file.Pos()).LineCount(); n > maxFileLines {
			t.Errorf("%s has %d lines, %d are allowed: split it by what imports what", f.path, n, maxFileLines)
		}
		for _, decl := range f.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				checkFunc(t, f, fn)
			}
		}
	}
}

func checkFunc(t *testing.T, f goFile, fn *ast.FuncDecl) {
	first, last := f.set.Position(fn.Pos()).Line, f.set.Position(fn.End()).Line
	if n := last - first + 1; n > maxFuncLines {
		t.Errorf("%s: %s has %d lines, %d are allowed: name its parts", f.at(fn), fn.Name.Name, n, maxFuncLines)
	}
}

func TestJavaScriptSizes(t *testing.T) {
	for _, p := range repoFiles(t, ".js") {
		if strings.HasSuffix(p, ".gen.js") {
			continue
		}
		src, err := os.ReadFile(filepath.FromSlash(p))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(src, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines, %d are allowed: one idea a module", p, n, maxFileLines)
		}
	}
}
