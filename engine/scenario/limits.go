package scenario

import (
	"fmt"
	"regexp"
	"time"
)

// Limits of a scenario file. They keep one lab small enough to share a machine
// with a thousand others, and a figure readable.
const (
	MaxFileBytes   = 64 << 10
	MaxTitle       = 120       // characters
	MaxSeed        = 1<<53 - 1 // the largest that a browser shows exactly
	MaxName        = 32        // characters of a client's name
	MaxLockName    = 64        // characters of a lock's or an object's name
	MaxClients     = 8
	MaxNodes       = 9 // servers of a redlock
	MaxWait        = 1 // replicas of a redis-replica
	MaxSteps       = 64
	MaxScript      = 256
	MaxCount       = 1_000_000 // of a trigger, and of a counting verdict
	MaxDuration    = 24 * time.Hour
	MinDelay       = time.Millisecond // of ttl, retry and timeout: a lab must not spin in place
	MinLease       = 2 * time.Second  // of an etcd lease, at etcd's default timing
	MinSession     = 4 * time.Second  // of a ZooKeeper session: 2 ticks
	MaxSession     = 40 * time.Second // 20 ticks
	MaxActionBytes = 2048
	MaxValue       = 64            // characters of a written value
	MaxCommand     = 1500          // characters of a server's command, a script among them
	MaxMessage     = 1_000_000_000 // a message's number
	MinRate        = 0.01          // of a drifting clock
	MaxRate        = 100
)

// Defaults of a scenario file.
const (
	DefaultTitle   = "Untitled" // when even the file's name cannot serve
	DefaultSeed    = 1
	DefaultLock    = "job"
	DefaultNodes   = 5
	DefaultTTL     = 10 * time.Second
	DefaultTimeout = 500 * time.Millisecond

	// DefaultNodeTimeout is redlock's: much smaller than the TTL, so that a
	// node that is down costs little (Redis docs, Redlock, step 2).
	DefaultNodeTimeout = 50 * time.Millisecond
	DefaultObject      = "file"
)

// Default spans: variables only because Go has no constant structs.
var (
	DefaultRetry = Span{400 * time.Millisecond, 600 * time.Millisecond}
	DefaultLag   = Span{100 * time.Millisecond, 200 * time.Millisecond}
	DefaultDelay = Span{time.Millisecond, 4 * time.Millisecond}
)

// The lanes that every lab has.
const (
	LabLane   = "lab"   // the lab itself: actions are recorded here
	StoreLane = "store" // the protected resource
)

// Patterns, without anchors, shared by the parser and the JSON Schema.
const (
	namePattern     = `[A-Za-z][A-Za-z0-9_-]*`
	objectPattern   = `[A-Za-z0-9][A-Za-z0-9:._/-]*`
	reservedPattern = `lab|store|stranger|(redis|etcd|zookeeper)-[0-9]+`
	durationPattern = `([0-9]+(\.[0-9]*)?|\.[0-9]+)(h|m|s|ms|us|µs|ns)`
	ratePattern     = `[0-9]+(\.[0-9]+)?`
	valuePattern    = `"([^"\\]|\\.)+"`
)

var (
	nameRE     = whole(namePattern)
	objectRE   = whole(objectPattern)
	rateRE     = whole(ratePattern)
	reservedRE = whole(reservedPattern)
)

func whole(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + pattern + `)$`)
}

// checkName says what keeps name from being a client's name.
func checkName(name string) error {
	switch {
	case !nameRE.MatchString(name) || len(name) > MaxName:
		return fmt.Errorf("%s is not a client's name; a name is a letter, then letters, digits, _ and -, at most %d in all", quote(name), MaxName)
	case reservedRE.MatchString(name):
		return fmt.Errorf("%s is the name of another lane; lab, store, redis-N, etcd-N and zookeeper-N are taken", quote(name))
	}
	return nil
}

// checkObject does the same for the name of a lock or of the stored object.
func checkObject(name string) error {
	if !objectRE.MatchString(name) || len(name) > MaxLockName {
		return fmt.Errorf("%s is not a name; a name is a letter or digit, then letters, digits and : . _ / -, at most %d in all", quote(name), MaxLockName)
	}
	return nil
}

// checkProcessName does the same for the name of a process.
func checkProcessName(name string) error {
	if !nameRE.MatchString(name) || len(name) > MaxName {
		return fmt.Errorf("%s is not the name of a process; a name is a letter, then letters, digits, _ and -, at most %d in all", quote(name), MaxName)
	}
	return nil
}
