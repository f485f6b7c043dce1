package course

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func builtIn(t *testing.T) *Course {
	t.Helper()
	c, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTheCourseIsWhole(t *testing.T) {
	c := builtIn(t)
	if len(c.Beliefs) != 15 || len(c.Comparison.Locks) != 10 || len(c.Glossary) < 30 {
		t.Errorf("%d beliefs, %d locks, %d terms", len(c.Beliefs), len(c.Comparison.Locks), len(c.Glossary))
	}
	for _, l := range c.Comparison.Locks {
		for _, col := range c.Comparison.Columns {
			if l.Cell(col.ID) == "" {
				t.Errorf("%s says nothing about %s", l.Name, col.Title)
			}
		}
	}
}

// A self-test in which one answer is always right tests nothing.
func TestBeliefsAreOfBothKinds(t *testing.T) {
	so := 0
	for _, b := range builtIn(t).Beliefs {
		if *b.So {
			so++
		}
	}
	if so < 5 || so > 10 {
		t.Errorf("%d of 15 are so", so)
	}
}

// Every combination of answers has one recommendation, and every
// recommendation is the answer to one.
func TestEachCombinationHasItsAdvice(t *testing.T) {
	c := builtIn(t).Choice
	all, reached := c.Combinations(), map[string]int{}
	if len(all) != 2*6*3 {
		t.Fatalf("%d combinations", len(all))
	}
	for _, answers := range all {
		a, ok := c.Decide(answers)
		if !ok {
			t.Errorf("%v: no advice", answers)
		}
		reached[a.ID]++
	}
	for _, a := range c.Advice {
		if reached[a.ID] == 0 {
			t.Errorf("no answers lead to %s", a.ID)
		}
	}
}

// What the advice must never say, whatever its words.
func TestTheAdviceIsSound(t *testing.T) {
	c := builtIn(t).Choice
	for _, answers := range c.Combinations() {
		a, _ := c.Decide(answers)
		checks := slices.ContainsFunc(a.Code, func(f string) bool {
			return slices.Contains([]string{"fence.sql", "version.sql", "guarded.lua", "etcdtxn.go", "zookeepermulti.go", "transaction.sql", "resourceversion.yaml"}, f)
		})
		if answers["cost"] == "data" && answers["checks"] != "cannot" && !checks {
			t.Errorf("%v: data would be wrong, the resource can compare, and %s shows no check", answers, a.ID)
		}
		if runs := answers["runs"]; runs == "nothing" || runs == "kubernetes" {
			for _, f := range a.Code {
				if strings.HasPrefix(f, "redis") || strings.HasPrefix(f, "etcd") || strings.HasPrefix(f, "zookeeper") {
					t.Errorf("%v: %s needs what is not there: %s", answers, a.ID, f)
				}
			}
		}
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	c := builtIn(t).Choice
	whole := c.Combinations()[0]
	for q := range whole {
		for _, wrong := range []string{"", "no-such-answer"} {
			answers := maps.Clone(whole)
			answers[q] = wrong
			if a, ok := c.Decide(answers); ok {
				t.Errorf("%v: %s", answers, a.ID)
			}
		}
	}
}

// Every file of samples is shown, but for what holds them together.
func TestEverySampleIsShown(t *testing.T) {
	c := builtIn(t).Choice
	files, err := fs.ReadDir(FS, "samples")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		s, shown := c.Sample(f.Name())
		if behind := f.Name() == "samples.go" || strings.HasSuffix(f.Name(), "_test.go"); shown == behind {
			t.Errorf("%s: shown %v", f.Name(), shown)
		}
		if shown && s.Text == "" {
			t.Errorf("%s is empty", f.Name())
		}
	}
}

func TestProse(t *testing.T) {
	p := Prose("A `SET` & *more*\nof it.")
	if got, want := p.HTML(), "A <code>SET</code> &amp; <em>more</em>\nof it."; got != want {
		t.Errorf("HTML: %q, want %q", got, want)
	}
	if got, want := p.Plain(), "A SET & more of it."; got != want {
		t.Errorf("plain: %q, want %q", got, want)
	}
	if got := Prose("One.\n\nTwo.").HTML(); got != "<p>One.</p>\n<p>Two.</p>" {
		t.Errorf("two paragraphs: %q", got)
	}
	for _, bad := range []Prose{"# Title", "<b>x</b>", "[a](b)", "- a", "![a](b)"} {
		if len(bad.problems()) == 0 {
			t.Errorf("%q is allowed", bad)
		}
	}
}

// Each thing that can be wrong in a file is told with its line.
func TestWhatIsWrongIsTold(t *testing.T) {
	for _, c := range []struct{ file, old, new, want string }{
		{"glossary.yaml", "forms: [atomic,", "from: [atomic,", `glossary.yaml:5: unknown field "from"`},
		{"glossary.yaml", "- term: clock drift", "- term: atomic", `glossary.yaml:11: "atomic" is here twice`},
		{"glossary.yaml", "forms: [clock jump,", "forms: [drift,", `"drift" is here twice`},
		{"glossary.yaml", "forms: [atomic,", "forms: [atomic., ", `glossary.yaml:5: the form "atomic." does not begin and end`},
		{"glossary.yaml", "shows: [scenario get-then-del,", "shows: [lecture 3,", `glossary.yaml:9: "lecture 3" is no place`},
		{"glossary.yaml", "Done as one step:", "# Done\n\n    as <b>one</b> step:", "glossary.yaml:6: Heading in a text"},
		{"glossary.yaml", "terms:", "terms: [", "glossary.yaml:"},
		{"beliefs.yaml", "  so: false\n", "", `beliefs.yaml:4: "so" is missing`},
		{"beliefs.yaml", "  so: false\n", "  so: maybe\n", "beliefs.yaml:6: "},
		{"beliefs.yaml", "id: del-in-finally", "id: setnx-then-expire", `"setnx-then-expire" is here twice`},
		{"comparison.yaml", "id: ends", "id: stops", `there is no column "stops"; allowed: [ends`},
		{"comparison.yaml", "http://antirez.com/news/101", "antirez.com", `the address "antirez.com" begins with neither`},
		{"choice.yaml", "runs: [nothing, sql]}", "runs: [sql]}", "0 rules fit the answers checks same, cost cheap, runs nothing"},
		{"choice.yaml", "runs: [nothing, sql]}", "runs: [nothing, sql, redis]}", "2 rules fit the answers checks same, cost cheap, runs redis"},
		{"choice.yaml", "runs: [nothing, sql]}", "runs: [nothing, sql, mysql]}", `the question "runs" has no answer "mysql"`},
		{"choice.yaml", "take: redis-script", "take: redis-scrip", `there is no advice "redis-scrip"`},
		{"choice.yaml", "code: [transaction.sql]", "code: [transactions.sql]", `the code "transactions.sql" is not among the samples`},
		{"choice.yaml", "{file: redis.go,", "{file: redis2.go,", `there is no file "redis2.go"`},
	} {
		_, err := Load(changed(t, c.file, c.old, c.new))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: got\n%v\nwant %s", c.file, c.new, err, c.want)
		}
	}
}

// changed is the built-in course with one change in one file.
func changed(t *testing.T, name, old, replacement string) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	err := fs.WalkDir(FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(FS, path)
		all[path] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := string(all[name].Data)
	if !strings.Contains(text, old) {
		t.Fatalf("%s does not contain %q", name, old)
	}
	all[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, replacement, 1))}
	return all
}
