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
	dirName     = "lockviz-etcd"
	tempPattern = dirName + "-*"
	lockName    = "lock"
	dataName    = "member" // etcd's own name for what it writes below its directory
)

// openDir takes the directory of this name in parent, both made if need be, or
// a temporary one if parent is "". Data in it are of an earlier process, whose
// labs are gone: they are removed. They could not be relied on either, since a
// member without fsync may leave them broken.
func openDir(parent string) (*dataDir, error) {
	if parent == "" {
		sweep(os.TempDir())
		return openTemp()
	}
	d, err := claim(filepath.Join(parent, dirName))
	if err != nil {
		return nil, err
	}
	if err := os.RemoveAll(filepath.Join(d.path, dataName)); err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

func openTemp() (*dataDir, error) {
	path, err := os.MkdirTemp("", tempPattern)
	if err != nil {
		return nil, err
	}
	d, err := claim(path)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(path))
	}
	d.temp = true
	return d, nil
}

func claim(path string) (*dataDir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	lock, err := fileutil.TryLockFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fileutil.ErrLocked) {
		return nil, fmt.Errorf("directory %s is in use by another process", path)
	}
	if err != nil {
		return nil, err
	}
	return &dataDir{path: path, lock: lock}, nil
}

// close gives the directory up. A given one keeps its data for people to look at.
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
			continue // its member lives, or it is only just being made, or it is not ours
		}
		os.RemoveAll(path)
		lock.Close()
	}
}
