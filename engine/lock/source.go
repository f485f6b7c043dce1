package lock

import (
	"embed"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Source is this package's code as it was compiled, for the code panel.
//
//go:embed mutex.go redis.go redlock.go etcd.go etcdstore.go zookeeper.go session.go keys.go steps.go client.go
var Source embed.FS

// algorithms has the file of each lock, shared the files that it uses.
var (
	algorithms = map[scenario.LockKind]string{
		scenario.Mutex: "mutex.go",
		scenario.Redis: "redis.go", scenario.RedisReplica: "redis.go", scenario.Redlock: "redlock.go",
		scenario.Etcd: "etcd.go", scenario.ZooKeeper: "zookeeper.go",
	}
	shared = map[scenario.LockKind][]string{
		scenario.Mutex: {"steps.go"},
		scenario.Redis: {"keys.go", "steps.go"}, scenario.RedisReplica: {"keys.go", "steps.go"}, scenario.Redlock: {"keys.go", "steps.go"},
		scenario.Etcd: {"session.go", "etcdstore.go", "steps.go"}, scenario.ZooKeeper: {"session.go", "steps.go"},
	}
)

// Files are the files of Source that a learner reads for a kind of lock, its
// algorithm first. The positions of its clients are in them.
func Files(kind scenario.LockKind) []string {
	if file, ok := algorithms[kind]; ok {
		return append([]string{file}, shared[kind]...)
	}
	return nil
}

// Where is the line of Source on which the calling process stands: the
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
	for kind, f := range algorithms {
		if f == file || slices.Contains(shared[kind], file) {
			return true
		}
	}
	return false
}
