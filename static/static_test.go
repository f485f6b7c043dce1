package static

import (
	"compress/gzip"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// size sums what keep takes of the embedded files, as they are or gzipped.
func size(t *testing.T, keep func(name string) bool, zipped bool) int {
	t.Helper()
	total := 0
	err := fs.WalkDir(FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !keep(name) {
			return err
		}
		text, err := fs.ReadFile(FS, name)
		if err != nil {
			return err
		}
		if zipped {
			text = zip(text)
		}
		total += len(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return total
}

func zip(text []byte) []byte {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return []byte(b.String())
}

// started lists the modules that the lab page loads before anybody clicks: what
// its first one imports, and what those import. What import() fetches later is
// not among them.
// With a lesson, it loads what leads through one, too.
func started(t *testing.T, first ...string) map[string]bool {
	t.Helper()
	found := map[string]bool{"js/theme.js": true}
	var visit func(name string)
	visit = func(name string) {
		if found[name] {
			return
		}
		found[name] = true
		text, err := fs.ReadFile(FS, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			visit(path.Join(path.Dir(name), m[1]))
		}
	}
	for _, name := range first {
		visit(name)
	}
	return found
}

var imported = regexp.MustCompile(`(?m)^(?:import|export)[^"]* from "([^"]+)";$`)

// The budgets of the design: fonts ≤ 120 KB, the lab page's scripts ≤ 60 KB
// gzipped, each file by itself as a browser fetches it.
func TestBudgets(t *testing.T) {
	fonts := size(t, func(name string) bool { return strings.HasSuffix(name, ".woff2") }, false)
	if fonts > 120<<10 {
		t.Errorf("fonts are %d bytes", fonts)
	}
	most := 0
	for _, kind := range []string{"redlock", "queue"} { // what the figure of a kind of lock needs more
		start := started(t, "js/lab.js", "js/controllers/lesson.js", "js/kinds/"+kind+".js")
		if len(start) < 40 || start["js/controllers/faultmenu.js"] {
			t.Errorf("the page starts with %d modules; the menu of faults is fetched later", len(start))
		}
		most = max(most, size(t, func(name string) bool { return start[name] }, true))
	}
	if most > 60<<10 {
		t.Errorf("scripts are %d bytes gzipped", most)
	}
	t.Logf("fonts %d bytes, scripts %d bytes gzipped", fonts, most)
}

// markup are the ways to make elements, or code, of a text. Somebody's name must never
// go through one of them: scripts fill in text and clone templates.
var markup = []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "HTMLUnsafe", "createContextualFragment", "document.write", "srcdoc",
	"eval(", "new Function", "javascript:", `setAttribute("on`}

// Nothing is fetched from elsewhere, nothing depends on where the site is, and no text
// becomes markup.
func TestNoAddresses(t *testing.T) {
	err := fs.WalkDir(FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !(strings.HasSuffix(name, ".css") || strings.HasSuffix(name, ".js")) || strings.HasSuffix(name, ".test.js") {
			return err
		}
		text, err := fs.ReadFile(FS, name)
		for _, bad := range append(markup, "http://", "https://", `from "/`, `url("/`) {
			if strings.Contains(string(text), bad) {
				t.Errorf("%s contains %s", name, bad)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLeanKeepsLines(t *testing.T) {
	got := string(lean([]byte("// why\nexport function a() {\n  // inside\n  return 1; // one\n}\n")))
	if want := "\nexport function a() {\n\nreturn 1;\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What looks like a comment may be a part of a string, or of a pattern.
func TestLeanKeepsStrings(t *testing.T) {
	for _, line := range []string{`a("b // c");`, "a(`b // c`);", `a("b\" // c");`, `a('b // c');`, `a(/[\\"] // /);`, `a(1 / 2);`, `a("//");`} {
		if got := string(lean([]byte(line))); got != line {
			t.Errorf("%s became %s", line, got)
		}
	}
	for line, want := range map[string]string{`a("b", 1); // "c" // d`: `a("b", 1);`, "const A = `b`;  // c": "const A = `b`;"} {
		if got := string(lean([]byte(line))); got != want {
			t.Errorf("%s became %s", line, got)
		}
	}
}

// A string over several lines would lose its indentation.
func TestNoStringRunsOverALine(t *testing.T) {
	err := fs.WalkDir(written, "js", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".js") {
			return err
		}
		text, err := written.ReadFile(name)
		for i, line := range strings.Split(string(text), "\n") {
			if strings.Count(line, "`")%2 != 0 || strings.Contains(line, "/*") {
				t.Errorf("%s:%d: %s", name, i+1, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
