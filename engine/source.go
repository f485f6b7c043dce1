package engine

import (
	"io/fs"

	"github.com/lockviz/lockviz/engine/lock"
)

// Source is the code of the lock clients as it was compiled, and the names of
// the files that a learner reads, in reading order. The positions of events
// (trace.Pos) are lines of these files.
func Source() (fs.FS, []string) { return lock.Source, lock.Files() }
