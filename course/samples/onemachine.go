//go:build unix

package samples

import (
	"errors"
	"os"
	"syscall"
)

// ErrRunning says that another process has the lock.
var ErrRunning = errors.New("another process is at work")

// OnThisMachine does the work while it holds a lock on a file, or returns
// ErrRunning. The kernel keeps the lock and frees it when the process ends, and
// not before: nobody is taken for dead. It reaches no further than this machine.
func OnThisMachine(path string, work func() error) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer file.Close() // gives the lock back; the file stays
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrRunning
	}
	if err != nil {
		return err
	}
	return work()
}
