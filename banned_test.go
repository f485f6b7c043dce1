package lockviz

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
)

// repeatable are the folders whose code must do the same thing every time: the
// same scenario, seed and actions give the same timeline, byte for byte.
var repeatable = []string{"engine/trace", "engine/sim", "engine/scenario", "engine/lock", "engine/store", "engine/check"}

// banned maps an import path to the names that repeatable code may not use,
// and why. "*" bans all of them.
var banned = map[string]struct {
	names []string
	why   string
}{
	"time": {[]string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
		"a lab has its own time, which stands still between steps; the wall clock differs on every run"},
	"math/rand": {[]string{"*"},
		"its global source cannot be seeded per lab; take a stream from the kernel (engine/sim)"},
	"math/rand/v2": {[]string{"Int", "IntN", "Int32", "Int32N", "Int64", "Int64N", "N", "Uint", "UintN", "Uint32", "Uint32N", "Uint64", "Uint64N",
		"Float32", "Float64", "NormFloat64", "ExpFloat64", "Perm", "Shuffle"},
		"the package's own functions are seeded by chance; make a source from the lab's seed"},
	"crypto/rand": {[]string{"*"},
		"it is different on every run; a lock's random value comes from the lab's seed"},
	"sync": {[]string{"*"},
		"a lab is one goroutine's property: there is nothing to lock, and waiting would hide a wrong order"},
	"net":      {[]string{"*"}, "only an adaptor touches a socket"},
	"net/http": {[]string{"*"}, "only an adaptor touches a socket"},
	"os":       {[]string{"*"}, "what a lab does must not depend on the machine that it runs on"},
	"unsafe":   {[]string{"*"}, "nothing here needs it"},
}

func TestRepeatableCodeUsesNoChance(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.test || !isRepeatable(f.dir) {
			continue
		}
		for _, problem := range breaches(f) {
			t.Error(problem)
		}
	}
}

func isRepeatable(dir string) bool {
	return dir != "engine/trace/gen" && slices.ContainsFunc(repeatable, func(r string) bool { return below(dir, r) })
}

// breaches lists what a file does that repeatable code may not.
func breaches(f goFile) []string {
	names, problems := bannedImports(f)
	ast.Inspect(f.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if imp, ok := isBanned(names, n); ok {
				problems = append(problems, fmt.Sprintf("%s uses %s.%s: %s", f.at(n), imp, n.Sel.Name, banned[imp].why))
			}
		case *ast.GoStmt:
			problems = append(problems, f.at(n)+" starts a goroutine: one process of a lab runs at a time, or the order of events would be chance")
		}
		return true
	})
	return problems
}

// bannedImports reports the imports that are banned whole, and returns those
// banned in part by the name that they have in the file.
func bannedImports(f goFile) (names map[string]string, problems []string) {
	names = map[string]string{}
	for i, imp := range f.imports() {
		ban, ok := banned[imp]
		if !ok {
			continue
		}
		if ban.names[0] == "*" {
			problems = append(problems, fmt.Sprintf("%s imports %s: %s", f.path, imp, ban.why))
			continue
		}
		name := path.Base(strings.TrimSuffix(imp, "/v2"))
		if as := f.file.Imports[i].Name; as != nil {
			name = as.Name
		}
		names[name] = imp
	}
	return names, problems
}

func isBanned(names map[string]string, sel *ast.SelectorExpr) (imp string, is bool) {
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", false
	}
	imp, ok = names[pkg.Name]
	return imp, ok && slices.Contains(banned[imp].names, sel.Sel.Name)
}

// Whoever checks the rules must be checked too.
func TestBansSeeWhatTheyBan(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int
	}{
		{`import "time"; var d = time.Second`, 0},
		{`import "time"; var now = time.Now()`, 1},
		{`import clock "time"; func f() { clock.Sleep(1); <-clock.After(1) }`, 2},
		{`import "math/rand/v2"; var r = rand.New(rand.NewPCG(1, 2))`, 0},
		{`import "math/rand/v2"; var n = rand.IntN(6)`, 1},
		{`import "math/rand"; var r = rand.New(nil)`, 1},
		{`import "crypto/rand"; import "sync"`, 2},
		{`func f() { go f() }`, 1},
	} {
		if got := breaches(parseGo(t, "engine/sim/x.go", "package sim\n"+c.src)); len(got) != c.want {
			t.Errorf("%s: got %q, want %d breaches", c.src, got, c.want)
		}
	}
}
