package rehearse

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/lockviz/lockviz/lessons"
)

var update = flag.Bool("update", false, "rewrite each built-in lesson's trace.golden; read the difference before you keep it")

func TestBuiltInLessons(t *testing.T) {
	all, err := lessons.Load(lessons.FS)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		t.Run(l.Dir, func(t *testing.T) {
			if *update {
				l.Golden = rewrite(t, l)
			}
			if err := Lesson(l); err != nil {
				t.Error(err)
			}
		})
	}
}

func rewrite(t *testing.T, l lessons.Lesson) string {
	t.Helper()
	run, err := Play(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("..", l.Dir, "trace.golden"), []byte(run.Text), 0o644); err != nil {
		t.Fatal(err)
	}
	return run.Text
}
