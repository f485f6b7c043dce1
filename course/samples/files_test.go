package samples

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestOnThisMachine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	err := OnThisMachine(path, func() error {
		if err := OnThisMachine(path, func() error { t.Error("two hold it"); return nil }); !errors.Is(err, ErrRunning) {
			t.Errorf("the second got %v", err)
		}
		return nil
	})
	check(t, err)
	check(t, OnThisMachine(path, func() error { return nil }))
}

// Each file is shown by itself, so it must be whole by itself.
func TestEachFileStandsAlone(t *testing.T) {
	names, err := filepath.Glob("*.go")
	check(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		check(t, err)
		known := map[string]bool{}
		for _, imp := range f.Imports {
			known[packageName(imp)] = true
		}
		for _, id := range f.Unresolved {
			if !known[id.Name] && types.Universe.Lookup(id.Name) == nil {
				t.Errorf("%s uses %s, which is in another file", name, id.Name)
			}
		}
	}
}

// packageName is what an import is called in the file.
func packageName(imp *ast.ImportSpec) string {
	if imp.Name != nil {
		return imp.Name.Name
	}
	all := strings.Split(strings.Trim(imp.Path.Value, `"`), "/")
	name := all[len(all)-1]
	if len(all) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = all[len(all)-2]
	}
	return strings.TrimPrefix(name, "go-")
}

// The SQL that needs nothing of PostgreSQL's own is run by SQLite. The others
// say which databases they are written for.
func TestSQL(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("sqlite3 is missing: run make setup")
		}
		t.Skip("sqlite3 is missing: run make setup")
	}
	for name, c := range map[string]struct{ script, want string }{
		"fence.sql": {`
			INSERT INTO files (name, content) VALUES ('f', 'empty');
			.parameter set :name f
			.parameter set :content first
			.parameter set :token 33
			{UPDATE} SELECT changes();
			.parameter set :content newer
			.parameter set :token 34
			{UPDATE} SELECT changes();
			.parameter set :content late
			.parameter set :token 33
			{UPDATE} SELECT changes();
			SELECT content, token FROM files;`, "1\n1\n0\nnewer|34\n"},
		"version.sql": {`
			INSERT INTO documents (name, content) VALUES ('d', 'v1');
			.parameter set :name d
			{SELECT}
			.parameter set :version 1
			.parameter set :content v2
			{UPDATE} SELECT changes();
			.parameter set :content lost
			{UPDATE} SELECT changes();
			{SELECT}`, "v1|1\n1\n0\nv2|2\n"},
		"outbox.sql": {`
			.parameter set :key invoice
			.parameter set :body once
			{INSERT} {INSERT}
			{SELECT}
			{UPDATE}
			{SELECT}
			SELECT count(*) FROM outbox;`, "invoice|once\n1\n"},
	} {
		statements := statements(file(t, name))
		script := statements["CREATE"] + "\n" + c.script
		for verb, s := range statements {
			script = strings.ReplaceAll(script, "{"+verb+"}", "\n"+s+"\n")
		}
		if got := sqlite(t, script); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, c.want)
		}
	}
}

// statements splits a file by its first words; each begins another statement.
func statements(text string) map[string]string {
	all := map[string]string{}
	var code []string
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "--")
		code = append(code, line)
	}
	for _, s := range strings.SplitAfter(strings.Join(code, "\n"), ";") {
		if verb, _, ok := strings.Cut(strings.TrimSpace(s), " "); ok {
			all[verb] = strings.TrimSpace(s)
		}
	}
	return all
}

func sqlite(t *testing.T, script string) string {
	t.Helper()
	var lines []string
	for _, line := range strings.Split(script, "\n") {
		lines = append(lines, strings.TrimSpace(line)) // a command with a dot begins its line
	}
	cmd := exec.Command("sqlite3", "-batch", ":memory:")
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("sqlite3: %v\n%s", err, &complaints)
	}
	return string(out)
}

// Every Kubernetes object says what it is.
func TestManifests(t *testing.T) {
	names, err := filepath.Glob("*.yaml")
	check(t, err)
	for _, name := range names {
		for _, doc := range strings.Split(file(t, name), "\n---\n") {
			var object struct {
				APIVersion, Kind string
				Metadata         struct{ Name string }
			}
			if err := yaml.Unmarshal([]byte(strings.ReplaceAll(doc, "apiVersion", "apiversion")), &object); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if object.APIVersion == "" || object.Kind == "" || object.Metadata.Name == "" {
				t.Errorf("%s: not a Kubernetes object: %+v", name, object)
			}
		}
	}
	if len(names) == 0 {
		t.Error("no manifest is here")
	}
}
