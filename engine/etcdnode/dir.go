package etcdnode

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/client/pkg/v3/fileutil"
)

// dataDir is the directory of one member. A lock on a file in it says that
// the member lives; the lock ends with the process, however that ends.
type dataDir struct {
	path string
	temp bool
	lock *fileutil.LockedFile
}

const (
	tempPattern = "lockviz-etcd-*"
	lockName    = "lockviz.lock"
)

// openDir takes the directory, made if need be, or a temporary one for "".
func openDir(path string) (*dataDir, error) {
	if path != "" {
		return claim(path)
	}
	sweep(os.TempDir())
	path, err := os.MkdirTemp("", tempPattern)
	if err != nil {
		return nil, err
	}
	d, err := claim(path)
	if err != nil {
		os.RemoveAll(path)
		return nil, err
	}
	d.temp = true
	return d, nil
}

func claim(path string) (*dataDir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := fileutil.TryLockFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fileutil.ErrLocked) {
		return nil, fmt.Errorf("data directory %s is in use by another process", path)
	}
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	return &dataDir{path: path, lock: lock}, nil
}

// data is where etcd writes.
func (d *dataDir) data() string { return filepath.Join(d.path, "etcd") }

func (d *dataDir) close() error {
	var err error
	if d.temp {
		err = os.RemoveAll(d.path)
	}
	return errors.Join(err, d.lock.Close())
}

// sweep removes the temporary directories of members whose process was killed:
// those with a lock file that nobody holds.
func sweep(tempDir string) {
	left, _ := filepath.Glob(filepath.Join(tempDir, tempPattern)) // the pattern is ours: it is no bad one
	for _, path := range left {
		lock, err := fileutil.TryLockFile(filepath.Join(path, lockName), os.O_RDWR, 0o600)
		if err != nil {
			continue // it lives, is being made, or is not ours
		}
		os.RemoveAll(path)
		lock.Close()
	}
}
