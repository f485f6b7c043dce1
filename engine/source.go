package engine

import (
	"io/fs"
	"time"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
)

// Source is the code of the lock clients as it was compiled, and the names of
// the files that a learner reads for a kind of lock, in reading order. The
// positions of events (trace.Pos) are lines of these files.
func Source(kind scenario.LockKind) (fs.FS, []string) { return lock.Source, lock.Files(kind) }

// Drift is what the lock's clients take off its time because clocks differ; 0
// for a lock that does not think of that.
func Drift(l scenario.Lock) time.Duration {
	if l.Kind != scenario.Redlock {
		return 0
	}
	return lock.Redlock{TTL: l.TTL}.Drift()
}
