package samples

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-zookeeper/zk"
)

// AcquireZooKeeper waits until it has the lock at path, which must exist. It
// returns the znode, which is deleted to release the lock, and the fencing
// token: the znode's czxid. The library's own Lock gives out no token.
func AcquireZooKeeper(ctx context.Context, conn *zk.Conn,
	path string) (znode string, token int64, err error) {
	znode, err = conn.CreateProtectedEphemeralSequential(path+"/lock-", nil, zk.WorldACL(zk.PermAll))
	if err != nil {
		return "", 0, err
	}
	for {
		before, err := predecessor(conn, path, znode)
		if err != nil {
			return "", 0, err
		}
		if before == "" {
			break // ours is the lowest
		}
		there, _, gone, err := conn.ExistsW(path + "/" + before)
		if err != nil {
			return "", 0, err
		}
		if !there {
			continue
		}
		select {
		case <-gone: // released, or its session died while another one holds: look again
		case <-ctx.Done():
			return "", 0, giveUp(ctx, conn, znode)
		}
	}
	there, stat, err := conn.Exists(znode)
	if err != nil {
		return "", 0, err
	}
	if !there {
		return "", 0, ErrSessionLost
	}
	return znode, stat.Czxid, nil
}

// predecessor is the child just below ours in the order of the sequence
// numbers; none if ours is the lowest.
func predecessor(conn *zk.Conn, path, znode string) (string, error) {
	children, _, err := conn.Children(path)
	if err != nil {
		return "", err
	}
	before, there := "", false
	for _, c := range children {
		there = there || path+"/"+c == znode
		if sequence(c) < sequence(znode) && (before == "" || sequence(c) > sequence(before)) {
			before = c
		}
	}
	if !there {
		return "", ErrSessionLost
	}
	return before, nil
}

// sequence is the number at the end of a name: ten digits, so it can be
// compared as text.
func sequence(name string) string { return name[strings.LastIndex(name, "-")+1:] }

// giveUp leaves the queue. A znode that stays behind would block the others
// for as long as this session lives.
func giveUp(ctx context.Context, conn *zk.Conn, znode string) error {
	if err := conn.Delete(znode, -1); err != nil {
		return fmt.Errorf("%w; and %s could not be deleted: %w", ctx.Err(), znode, err)
	}
	return ctx.Err()
}
