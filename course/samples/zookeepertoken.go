package samples

import (
	"context"
	"errors"
	"strings"

	"github.com/go-zookeeper/zk"
)

// AcquireZooKeeper waits until it has the lock at path, which must exist. It
// returns the znode, which is deleted to release the lock, and the fencing
// token: the znode's czxid. The library's own Lock gives out no token.
func AcquireZooKeeper(ctx context.Context, conn *zk.Conn,
	path string) (znode string, token int64, err error) {
	acl := zk.WorldACL(zk.PermAll)
	ours, err := conn.CreateProtectedEphemeralSequential(path+"/lock-", nil, acl)
	if err != nil {
		return "", 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, leave(conn, ours))
		}
	}()
	for {
		before, err := predecessor(conn, path, ours)
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
			return "", 0, ctx.Err()
		}
	}
	there, stat, err := conn.Exists(ours)
	if err != nil {
		return "", 0, err
	}
	if !there {
		return "", 0, zk.ErrSessionExpired
	}
	return ours, stat.Czxid, nil
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
		return "", zk.ErrSessionExpired
	}
	return before, nil
}

// sequence is the number at the end of a name: ten digits, so it can be
// compared as text.
func sequence(name string) string { return name[strings.LastIndex(name, "-")+1:] }

// leave takes our znode out of the queue: one that stays behind blocks the
// others for as long as this session lives.
func leave(conn *zk.Conn, znode string) error {
	err := conn.Delete(znode, -1)
	if errors.Is(err, zk.ErrNoNode) {
		return nil
	}
	return err
}
