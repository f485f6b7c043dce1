package samples

import (
	"errors"

	"github.com/go-zookeeper/zk"
)

// SetWhileHolding writes the data of a znode if, in the same transaction, the
// lock's own znode is still there: with the session's end it would be gone.
// It reports whether it wrote.
func SetWhileHolding(conn *zk.Conn, lockZnode, dataZnode string,
	data []byte) (written bool, err error) {
	replies, err := conn.Multi(
		&zk.CheckVersionRequest{Path: lockZnode, Version: -1}, // any version, but it must exist
		&zk.SetDataRequest{Path: dataZnode, Data: data, Version: -1},
	)
	if len(replies) > 0 && errors.Is(replies[0].Error, zk.ErrNoNode) {
		return false, nil // the lock is gone, so nothing was written
	}
	return err == nil, err
}
