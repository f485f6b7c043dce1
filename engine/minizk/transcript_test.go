package minizk_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/zktest"
)

var update = flag.Bool("update", false, "write the transcripts as ZooKeeper gives them; read the diff")

// What is written in a transcript is what ZooKeeper says, and so does minizk.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	must(t, err)
	for _, server := range []struct {
		name  string
		start func(testing.TB) string
		real  bool
	}{
		{"ZooKeeper", zktest.Start, true},
		{"minizk", startOurs, false},
	} {
		t.Run(server.name, func(t *testing.T) {
			addr := server.start(t)
			for _, file := range files {
				t.Run(filepath.Base(file), func(t *testing.T) {
					want, err := os.ReadFile(file)
					must(t, err)
					p := newPlayer(t, addr)
					defer p.end()
					got := p.play(string(want))
					if *update && server.real {
						must(t, os.WriteFile(file, []byte(got), 0o644))
					} else if got != string(want) {
						t.Error(server.name + " does not say what the transcript does:\n" + difference(string(want), got))
					}
				})
			}
		})
	}
}

// difference shows lines that differ, each after the one before it, up to where a
// command has said more or less.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			fmt.Fprintf(&out, "%s\n  want %s\n  got  %s\n", w[max(i-1, 0)], w[i], g[i])
		}
		if out.Len() > 2000 || strings.HasPrefix(w[i], " ") != strings.HasPrefix(g[i], " ") {
			break
		}
	}
	if out.Len() == 0 {
		fmt.Fprintf(&out, "%d lines, want %d\n", len(g), len(w))
	}
	return out.String()
}
