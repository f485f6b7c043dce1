package scenario

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files and the generated documentation")

// golden compares got with a file, or writes it.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s:%d differs; run with -update and read the difference\n got %q", path, i+1, g[i])
		}
	}
	t.Fatalf("%s has more lines than expected: %d, not %d", path, len(w), len(g))
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestErrors rewrites testdata/errors.txt in memory: each file between its
// heading and "----" is parsed, and what follows is replaced by the errors.
func TestErrors(t *testing.T) {
	path := filepath.Join("testdata", "errors.txt")
	var out, file strings.Builder
	inCase, inAnswer := false, false
	for line := range strings.Lines(read(t, path)) {
		switch {
		case strings.HasPrefix(line, "== "):
			inCase, inAnswer = true, false
			file.Reset()
		case inCase && line == "----\n":
			inAnswer = true
			out.WriteString(line)
			_, err := Parse("bad.yaml", []byte(file.String()))
			if err == nil {
				t.Errorf("no error for:\n%s", file.String())
			} else {
				out.WriteString(err.Error() + "\n\n")
			}
			continue
		case inCase && !inAnswer && !strings.HasPrefix(line, "#"):
			file.WriteString(line)
		}
		if !inAnswer {
			out.WriteString(line)
		}
	}
	golden(t, path, strings.TrimRight(out.String(), "\n")+"\n")
}

// answers rewrites a file of lines in memory: below each line that is neither a
// comment nor indented, it puts that line's answer.
func answers(t *testing.T, path string, answer func(line string) string) {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(read(t, path)) {
		text := strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(text, "  ") {
			continue
		}
		out.WriteString(line)
		if text != "" && text[0] != '#' {
			out.WriteString("  " + answer(text) + "\n")
		}
	}
	golden(t, path, out.String())
}

func TestActionErrors(t *testing.T) {
	answers(t, filepath.Join("testdata", "actions.txt"), func(line string) string {
		if line == `""` {
			line = ""
		}
		a, err := ParseAction(line)
		if err == nil {
			t.Errorf("no error for %q: %#v", line, a)
			return "ok"
		}
		return err.Error()
	})
}

func TestTargets(t *testing.T) {
	s := Scenario{
		Lock:    Lock{Kind: Redlock, Nodes: 3},
		Clients: []Client{{Name: "A"}, {Name: "B"}},
	}
	answers(t, filepath.Join("testdata", "targets.txt"), func(line string) string {
		a, err := ParseAction(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CheckAction(a); err != nil {
			return err.Error()
		}
		return "ok"
	})
}

// What a text file cannot hold legibly.
func TestErrorsOfInvisibleInput(t *testing.T) {
	many := func(n int, line string) string { return strings.Repeat(line, n) }
	head := "lock: {kind: redis}\nclients:\n  A: {steps: ["
	for _, c := range []struct{ what, file, want string }{
		{"a direction control", "title: a\u202eb", "bad.yaml:1:9: the file contains the direction control U+202E; use visible characters, spaces and line ends"},
		{"a control character", "title: x\nseed: \x00", "bad.yaml:2:7: the file contains the control character U+0000; use visible characters, spaces and line ends"},
		{"a lone carriage return", "title: x\rseed: 1", "bad.yaml:1:9: the file contains the control character U+000D; use visible characters, spaces and line ends"},
		{"not UTF-8", "title: \xff", "bad.yaml:1:8: the file contains a byte that is not UTF-8; use visible characters, spaces and line ends"},
		{"a large file", many(MaxFileBytes+1, "#"), "bad.yaml:1:1: the file is too long; the most is 65536 bytes"},
		{"too many steps", head + many(MaxSteps, "read,") + " read]}", "bad.yaml:3:" + strconv.Itoa(15+5*MaxSteps+1) + ": this is step 65; the most is 64"},
		{"a long script", head + "]}\nscript:\n" + many(MaxScript+1, "- {at: 1s, do: heal}\n"), "bad.yaml:261:3: this is entry 257 of the script; the most is 256"},
		{"too many parts", many(9000, "- a\n"), "bad.yaml:4097:1: the file has too many parts; the most is 8192"},
		{"a long title", "title: " + many(121, "ä") + "\n" + head + "]}", "bad.yaml:1:8: the title is 121 characters long; write 1 to 120 on one line"},
		{"Windows line ends", "title: x\r\nseed: -1\r\n" + head + "]}", `bad.yaml:2:7: "-1" is not a seed; write a whole number from 0 to 9007199254740991`},
	} {
		_, err := Parse("bad.yaml", []byte(c.file))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.what, err, c.want)
		}
	}
}
