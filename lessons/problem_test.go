package lessons

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

const at = "18-own/lesson.md:"

// Every kind of mistake in a lesson.md, and what its author is told.
func TestProblems(t *testing.T) {
	for _, c := range slices.Concat(proseCases, stepCases) {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(own, c.old) {
				t.Fatalf("the lesson has no %q", c.old)
			}
			_, err := Load(ownFS(strings.Replace(own, c.old, c.new, 1), ownScenario))
			expect(t, err, at+strings.ReplaceAll(allowed().Replace(c.want), "\n", "\n"+at))
		})
	}
}

// allowed fills in the lists that grow with what lockviz can do.
func allowed() *strings.Replacer {
	var kinds, verdicts, verbs []string
	for _, d := range trace.Registry {
		kinds = append(kinds, string(d.Kind))
	}
	for _, v := range scenario.Verdicts {
		if v.Served {
			verdicts = append(verdicts, v.Name)
		}
	}
	for _, v := range scenario.Verbs() {
		verbs = append(verbs, string(v.Verb))
	}
	last := len(verbs) - 1
	return strings.NewReplacer(
		"{kinds}", strings.Join(kinds, ", "),
		"{verdicts}", strings.Join(verdicts, ", "),
		"{verbs}", strings.Join(verbs[:last], ", ")+" or "+verbs[last],
		"{actions}", strings.Join(verbs, ", "),
	)
}

func expect(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want\n%s", want)
	}
	if err.Error() != want {
		t.Errorf("error\n got %s\nwant %s", err, want)
	}
}

// What is wrong with the directory and its files.
func TestProblemsOfFiles(t *testing.T) {
	for _, c := range []struct {
		name string
		edit func(fstest.MapFS)
		want string
	}{
		{"no lesson.md", func(f fstest.MapFS) { delete(f, "18-own/lesson.md") },
			"18-own/lesson.md:1: the file is missing; write it: front matter, prose, step blocks"},
		{"no scenario.yaml", func(f fstest.MapFS) { delete(f, "18-own/scenario.yaml") },
			"18-own/scenario.yaml:1: the file is missing; write the lab that the lesson opens"},
		{"a pipe", func(f fstest.MapFS) { f["18-own/lesson.md"].Mode = fs.ModeNamedPipe },
			"18-own/lesson.md:1: this is no ordinary file; write one with text in it"},
		{"a device", func(f fstest.MapFS) { f["18-own/scenario.yaml"].Mode = fs.ModeDevice },
			"18-own/scenario.yaml:1: this is no ordinary file; write one with text in it"},
		{"a socket", func(f fstest.MapFS) {
			f["18-own/trace.golden"] = &fstest.MapFile{Mode: fs.ModeSocket}
		}, "18-own/trace.golden:1: this is no ordinary file; write one with text in it"},
		{"too large", func(f fstest.MapFS) { f["18-own/lesson.md"].Data = make([]byte, maxFile+1) },
			"18-own/lesson.md:1: the file has 1048577 bytes; allowed: 1048576"},
		{"directory without a number", func(f fstest.MapFS) { f["own/lesson.md"] = f["18-own/lesson.md"] },
			`own/lesson.md:1: the directory is named "own"; allowed: the lesson's number and a slug, for example 09-the-pause`},
		{"directory with another number", func(f fstest.MapFS) { move(f, "18-own", "19-own") },
			"19-own/lesson.md:1: the front matter says number 18, but the directory is named 19-own; make them the same"},
		{"the same slug twice", func(f fstest.MapFS) {
			move(f, "18-own", "19-own")
			f["19-own/lesson.md"].Data = []byte(strings.Replace(own, "number: 18", "number: 19", 1))
			for name, file := range ownFS(own, ownScenario) {
				f[name] = file
			}
		}, `19-own/lesson.md:1: the slug "own" belongs to 18-own already; name the directory differently`},
		{"the same number twice", func(f fstest.MapFS) {
			for name, file := range ownFS(own, ownScenario) {
				f[strings.Replace(name, "own", "same", 1)] = file
			}
		}, "18-same/lesson.md:1: number 18 belongs to 18-own already; take a free one, here and in the directory's name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := ownFS(own, ownScenario)
			c.edit(fsys)
			_, err := Load(fsys)
			expect(t, err, c.want)
		})
	}
}

func move(fsys fstest.MapFS, from, to string) {
	for _, file := range []string{"/lesson.md", "/scenario.yaml"} {
		fsys[to+file] = fsys[from+file]
		delete(fsys, from+file)
	}
}

// A scenario's own errors name its file, line and column.
func TestProblemsOfScenario(t *testing.T) {
	_, err := Load(ownFS(own, strings.Replace(ownScenario, "ttl: 10s", "ttl: ten", 1)))
	if err == nil || !strings.HasPrefix(err.Error(), "18-own/scenario.yaml:2:") {
		t.Errorf("error %v", err)
	}
}

// An author reads everything that is wrong, not only the first thing.
func TestAllProblemsAtOnce(t *testing.T) {
	lesson := strings.Replace(own, "minutes: 5", "minutes: many", 1)
	lesson = strings.Replace(lesson, "observe: A's bar.\n", "", 1)
	_, err := Load(ownFS(lesson, ownScenario))
	expect(t, err, at+`5: field "minutes" is "many"; allowed: a whole number from 1 to 240`+"\n"+
		at+`15: a step needs "observe": what to look at, in Markdown`)
}
