package zknode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-zookeeper/zk"

	"github.com/lockviz/lockviz/engine/rpc"
)

// reads reports whether a call changes nothing, so that it may be made twice.
func reads(call rpc.ZooKeeper) bool {
	switch call.(type) {
	case rpc.Ping, rpc.Exists, rpc.Children, rpc.GetData:
		return true
	}
	return false
}

// carry makes one request. What the server refuses is a reply.
func (s *Session) carry(l *link, call rpc.ZooKeeper) (rpc.ZooKeeperReply, error) {
	if path, has := pathOf(call); has && !strings.HasPrefix(path, "/") {
		return rpc.ZooKeeperReply{}, fmt.Errorf("path %q must begin with a slash", path)
	}
	reply, err := s.request(l, call)
	if code, refused := codes[err]; refused {
		return rpc.ZooKeeperReply{Code: code}, nil
	}
	return reply, err
}

func pathOf(call rpc.ZooKeeper) (path string, has bool) {
	switch c := call.(type) {
	case rpc.Create:
		return c.Path, true
	case rpc.DeleteNode:
		return c.Path, true
	case rpc.SetData:
		return c.Path, true
	case rpc.Exists:
		return c.Path, true
	case rpc.Children:
		return c.Path, true
	case rpc.GetData:
		return c.Path, true
	}
	return "", false
}

// codes are the server's refusals. A lab's calls meet the first three; the
// others need a stranger who has changed what a znode is or allows.
var codes = map[error]rpc.Code{
	zk.ErrNoNode:                  rpc.NoNode,
	zk.ErrNodeExists:              rpc.NodeExists,
	zk.ErrNotEmpty:                rpc.NotEmpty,
	zk.ErrNoChildrenForEphemerals: "NoChildrenForEphemerals",
	zk.ErrNoAuth:                  "NoAuth",
}

func (s *Session) request(l *link, call rpc.ZooKeeper) (reply rpc.ZooKeeperReply, err error) {
	conn := s.client.conn
	switch c := call.(type) {
	case rpc.Ping:
		_, _, err = conn.Exists(s.space.Root())
	case rpc.Create:
		reply.Path, err = conn.Create(s.full(c.Path), []byte(c.Data), flags(c), zk.WorldACL(zk.PermAll))
		reply.Path = s.below(reply.Path)
	case rpc.DeleteNode:
		err = conn.Delete(s.full(c.Path), anyVersion)
	case rpc.SetData:
		_, err = conn.Set(s.full(c.Path), []byte(c.Data), anyVersion)
	case rpc.Exists:
		return s.exists(l, c)
	case rpc.Children:
		return s.children(l, c)
	case rpc.GetData:
		data, stat, failed := conn.Get(s.full(c.Path))
		if failed != nil {
			return reply, failed
		}
		reply.Data, reply.Stat = string(data), statOf(stat)
	default:
		err = fmt.Errorf("a call that this adaptor does not know: %T", call)
	}
	return reply, err
}

const anyVersion = -1

func flags(c rpc.Create) (flags int32) {
	if c.Ephemeral {
		flags |= zk.FlagEphemeral
	}
	if c.Sequential {
		flags |= zk.FlagSequence
	}
	return flags
}

func (s *Session) exists(l *link, c rpc.Exists) (reply rpc.ZooKeeperReply, err error) {
	var there bool
	var stat *zk.Stat
	if c.Watch {
		var event <-chan zk.Event
		there, stat, event, err = s.client.conn.ExistsW(s.full(c.Path))
		s.client.watch(l, event)
	} else {
		there, stat, err = s.client.conn.Exists(s.full(c.Path))
	}
	switch {
	case err != nil:
		return reply, err
	case !there:
		return reply, zk.ErrNoNode // as the server says it
	}
	reply.Stat = statOf(stat)
	return reply, nil
}

func (s *Session) children(l *link, c rpc.Children) (reply rpc.ZooKeeperReply, err error) {
	var names []string
	if c.Watch {
		var event <-chan zk.Event
		names, _, event, err = s.client.conn.ChildrenW(s.full(c.Path))
		s.client.watch(l, event)
	} else {
		names, _, err = s.client.conn.Children(s.full(c.Path))
	}
	if err != nil {
		return reply, err
	}
	reply.Children = append([]string{}, names...)
	slices.Sort(reply.Children)
	return reply, nil
}

func statOf(s *zk.Stat) *rpc.Stat {
	return &rpc.Stat{Czxid: s.Czxid, Mzxid: s.Mzxid, Owner: s.EphemeralOwner, NumChildren: int(s.NumChildren)}
}
