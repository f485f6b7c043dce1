// Package lockviz holds no code, only the rules that all of it follows. Every
// rule has a reason; a failing test prints it.
package lockviz

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/lockviz/lockviz"

// layer says what the packages in one folder, and below it, may import besides
// the standard library. The most exact folder decides. Tests may import more.
type layer struct {
	dir  string
	may  []string // of this module, as folders
	libs []string // import paths of others, and all below them
	why  string
}

var layers = []layer{
	{"engine/trace", nil, nil,
		"trace is the record that everything else reads: it knows nobody, so that anything may know it"},
	{"engine/trace/gen", []string{"engine/trace"}, nil,
		"gen turns the registry into files for other languages and needs nothing else"},
	{"engine/sim", []string{"engine/trace"}, nil,
		"the kernel moves processes and messages and writes events; it must not know what a lock or a server is"},
	{"engine/scenario", []string{"engine/trace"}, []string{"github.com/goccy/go-yaml"},
		"a scenario is text: parsing one must not need a lab"},
	{"engine/store", []string{"engine/trace"}, nil,
		"the store is a pure state machine: who writes, and when, is not its business"},
	{"engine/rpc", nil, nil,
		"rpc is the vocabulary that a lock client and an adaptor share: it must cost neither of them a library"},
	{"engine/lock", []string{"engine/trace", "engine/sim", "engine/scenario", "engine/store", "engine/rpc"}, nil,
		"a lock client is read on screen by learners: it sends requests through the kernel and knows no server's library"},
	{"engine/redisnode", []string{"engine/trace"},
		[]string{"github.com/alicebob/miniredis/v2", "github.com/gomodule/redigo/redis", "github.com/yuin/gopher-lua"},
		"one live technology a folder: an adaptor knows its library and the events, and no other adaptor"},
	{"engine/minizk", nil, nil,
		"minizk stands in for ZooKeeper and for nothing else: it speaks its protocol to anybody and knows no lab"},
	{"engine/etcdnode", []string{"engine/rpc", "engine/trace"},
		[]string{"go.etcd.io/etcd", "go.uber.org/zap", "google.golang.org/grpc"},
		"one live technology a folder: it carries out the calls of rpc and knows no lock; zap and grpc are what etcd's options are made of"},
	{"engine/zknode", []string{"engine/rpc", "engine/trace"}, []string{"github.com/go-zookeeper/zk"},
		"one live technology a folder: it carries out the calls of rpc over a client library and knows no lock"},
	{"engine/zktest", nil, nil,
		"zktest starts a real ZooKeeper for the tests of whoever speaks to one, so it knows none of them"},
	{"engine/check", []string{"engine/trace"}, []string{"github.com/anishathalye/porcupine"},
		"a verdict is a reading of the trace: it must come out the same with no lab at hand"},
	{"engine", []string{"engine/trace", "engine/sim", "engine/scenario", "engine/lock", "engine/store", "engine/rpc", "engine/redisnode", "engine/etcdnode", "engine/zknode", "engine/minizk", "engine/check"}, nil,
		"engine is the only door to a lab: it wires the parts and no transport"},
	{"scenarios", []string{"engine/scenario"}, nil,
		"the scenarios are files with a list: reading them must not start a server"},
	{"challenges", nil, nil,
		"the challenges are files: lessons reads them, so that both are read in one way"},
	{"lessons", []string{"engine/trace", "engine/scenario", "engine/check"},
		[]string{"github.com/goccy/go-yaml", "github.com/yuin/goldmark", "go.abhg.dev/goldmark/frontmatter"},
		"a lesson or a challenge is data: loading one must not start a server"},
	{"lessons/rehearse", []string{"lessons", "engine", "engine/trace", "engine/scenario", "engine/check"}, nil,
		"rehearse runs lessons and challenges for the tests and the linter, so it is the one place below lessons that opens labs"},
	{"course", nil, []string{"github.com/goccy/go-yaml", "github.com/yuin/goldmark"},
		"what the reading pages say is data: it names lessons and scenarios, and knows none"},
	{"course/samples", nil,
		[]string{"github.com/redis/go-redis/v9", "github.com/go-redsync/redsync/v4", "go.etcd.io/etcd/client/v3", "github.com/go-zookeeper/zk"},
		"samples are shown to be copied into other programs: they import what such a program would, and nothing of this one"},
	{"views", []string{"static"}, []string{"github.com/a-h/templ"},
		"views take models shaped like the page: they can be shown from fixtures, without an engine"},
	{"static", nil, nil,
		"static is files: it knows nothing"},
	{"internal/web", []string{"engine", "engine/trace", "engine/scenario", "engine/check", "lessons", "scenarios", "course", "views", "static", "internal/web"},
		[]string{"github.com/a-h/templ", "github.com/gorilla/websocket", "golang.org/x/time/rate", "github.com/alecthomas/chroma/v2",
			"golang.org/x/net/html", "github.com/prometheus/client_golang"},
		"the web layer reaches a lab through engine alone: never the kernel, a lock client or a server"},
	{"cmd/lockviz", []string{"engine", "engine/trace", "engine/scenario", "engine/check", "engine/lock", "lessons", "lessons/rehearse", "challenges", "scenarios", "static", "internal/web"},
		[]string{"github.com/alecthomas/kong", "golang.org/x/time/rate"},
		"cmd reads flags and hands the parts to one another; what it would compute belongs further down"},
	{"e2e/load", []string{"e2e/server"}, []string{"github.com/alecthomas/kong", "github.com/gorilla/websocket"},
		"load is many pages: it knows of the program what docs/protocol.md and /metrics say, and no package of it"},
	{"e2e", []string{"e2e/browser", "e2e/server"}, []string{"github.com/chromedp"},
		"browser tests see what a person sees: the built program and its pages, no package of it"},
}

// layerOf finds the rule for a folder; a folder without one is an error.
func layerOf(dir string) (layer, bool) {
	var best layer
	for _, l := range layers {
		if below(dir, l.dir) && len(l.dir) > len(best.dir) {
			best = l
		}
	}
	return best, best.dir != ""
}

func below(dir, parent string) bool { return dir == parent || strings.HasPrefix(dir, parent+"/") }

func TestImportsPointOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test || f.dir == "." {
			continue
		}
		l, ok := layerOf(f.dir)
		if !ok {
			t.Errorf("%s: folder %s has no rule: add one to layers in arch_test.go, with its reason", f.path, f.dir)
			continue
		}
		for _, imp := range f.imports() {
			if !l.allows(f.dir, imp) {
				t.Errorf("%s imports %s, which %s may not: %s", f.path, imp, l.dir, l.why)
			}
		}
	}
}

func (l layer) allows(dir, imp string) bool {
	if own, ok := strings.CutPrefix(imp, module+"/"); ok {
		if l.dir == "internal/web" && below(own, "internal/web") {
			return true // its packages may know one another
		}
		return own == dir || slices.Contains(l.may, own)
	}
	if !strings.Contains(strings.Split(imp, "/")[0], ".") {
		return true // the standard library; see banned_test.go for its exceptions
	}
	return slices.ContainsFunc(l.libs, func(lib string) bool { return below(imp, lib) })
}

// A rule for a folder that is gone misleads its readers.
func TestEveryRuleHasItsFolder(t *testing.T) {
	for _, l := range layers {
		if l.why == "" {
			t.Errorf("the rule for %s has no reason", l.dir)
		}
		for _, dir := range append([]string{l.dir}, l.may...) {
			if _, err := os.Stat(filepath.FromSlash(dir)); err != nil {
				t.Errorf("the rule for %s: there is no folder %s", l.dir, dir)
			}
		}
	}
}

// goFile is one parsed Go file of the repository.
type goFile struct {
	path string // from the root, with slashes
	dir  string
	test bool
	set  *token.FileSet
	file *ast.File
}

func (f goFile) imports() []string {
	var paths []string
	for _, spec := range f.file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic(err) // the parser would have refused it
		}
		paths = append(paths, p)
	}
	return paths
}

func (f goFile) at(n ast.Node) string {
	return f.path + ":" + strconv.Itoa(f.set.Position(n.Pos()).Line)
}

func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	for _, p := range repoFiles(t, ".go") {
		files = append(files, parseGo(t, p, nil))
	}
	return files
}

// parseGo reads the file at a slash path, or src in its place.
func parseGo(t *testing.T, p string, src any) goFile {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, filepath.FromSlash(p), src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return goFile{p, path.Dir(p), strings.HasSuffix(p, "_test.go"), set, file}
}

// repoFiles lists the repository's files with one suffix, by slash path.
func repoFiles(t *testing.T, suffix string) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := p != "." && strings.HasPrefix(d.Name(), ".")
		if d.IsDir() && (hidden || d.Name() == "node_modules" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(p, suffix) {
			found = append(found, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
