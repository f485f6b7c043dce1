package lock

import (
	"embed"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/lockviz/lockviz/engine/trace"
)

// Source is this package's code as it was compiled, for the code panel.
//
//go:embed redis.go redlock.go keys.go steps.go client.go
var Source embed.FS

// Files are the files of Source that a learner reads, the algorithms first. A
// client's position is given in one of them.
func Files() []string { return []string{"redis.go", "redlock.go", "keys.go", "steps.go"} }

// Where is the line of Files on which the calling process stands: the
// innermost one on its stack. Nil outside of them.
func Where() *trace.Pos {
	var pcs [24]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		frame, more := frames.Next()
		if file := filepath.Base(frame.File); shown(file) && strings.Contains(frame.Function, "/engine/lock.") {
			return &trace.Pos{File: file, Line: frame.Line}
		}
		if !more {
			return nil
		}
	}
}

func shown(file string) bool {
	for _, f := range Files() {
		if f == file {
			return true
		}
	}
	return false
}
