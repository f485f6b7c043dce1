package engine

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/trace"
)

// command carries out what a person typed, in the words of zkCli.
func (s *zooKeeperServer) command(words []string) (func() any, error) {
	call, err := zooKeeperCommand(words)
	if err != nil {
		return nil, err
	}
	return func() any {
		reply, err := s.byHand(call)
		if err != nil {
			s.w.fail("ZooKeeper", err)
		}
		return reply
	}, nil
}

func (s *zooKeeperServer) byHand(call rpc.ZooKeeper) (reply rpc.ZooKeeperReply, err error) {
	if s.stranger == nil {
		if s.stranger, _, err = s.space.Connect(); err != nil {
			return reply, err
		}
		s.changes++
	}
	answer, err := s.stranger.Do(call)
	if err != nil {
		return answer, err
	}
	if c, ok := call.(rpc.Create); ok && answer.Code == "" {
		found, err := s.stranger.Do(rpc.Exists{Path: c.Path})
		if err != nil || found.Stat == nil {
			return reply, cmp.Or(err, fmt.Errorf("%s is gone", c.Path))
		}
		s.changes++
		s.czxids, s.order = append(s.czxids, found.Stat.Czxid), append(s.order, s.changes)
	}
	reply = answer
	reply.Stat = s.stat(answer.Stat)
	s.executed(Stranger, 0, call, reply, answer)
	if c, ok := call.(rpc.DeleteNode); ok && answer.Code == "" {
		s.changes++
		s.gone(c.Path, Stranger, trace.Deleted)
	}
	return reply, s.settle()
}

func zooKeeperCommand(words []string) (rpc.ZooKeeper, error) {
	bad := fmt.Errorf("%q is not a command for ZooKeeper here; allowed: ls PATH, stat PATH, get PATH, set PATH DATA, create PATH [DATA], delete PATH", strings.Join(words, " "))
	if len(words) < 2 || len(words) > 3 || !strings.HasPrefix(words[1], "/") {
		return nil, bad
	}
	path, data := words[1], ""
	if len(words) == 3 {
		data = words[2]
	}
	switch form := fmt.Sprintf("%s %d", words[0], len(words)); form {
	case "ls 2":
		return rpc.Children{Path: path}, nil
	case "stat 2":
		return rpc.Exists{Path: path}, nil
	case "get 2":
		return rpc.GetData{Path: path}, nil
	case "set 3":
		return rpc.SetData{Path: path, Data: data}, nil
	case "create 2", "create 3":
		return rpc.Create{Path: path, Data: data}, nil
	case "delete 2":
		return rpc.DeleteNode{Path: path}, nil
	}
	return nil, bad
}
