package engine

import (
	"fmt"
	"strings"

	"github.com/lockviz/lockviz/engine/rpc"
)

// command carries out what a person typed, in the words of etcdctl.
func (s *etcdServer) command(words []string) (func() any, error) {
	call, err := etcdCommand(words)
	if err != nil {
		return nil, err
	}
	return func() any {
		s.look()
		reply, _ := s.do(Stranger, 0, call)
		s.look()
		return reply
	}, nil
}

func etcdCommand(words []string) (rpc.Etcd, error) {
	switch {
	case len(words) == 2 && words[0] == "get":
		return rpc.Op{Do: rpc.Get, Key: words[1]}, nil
	case len(words) == 2 && words[0] == "del":
		return rpc.Op{Do: rpc.Delete, Key: words[1]}, nil
	case len(words) == 3 && words[0] == "put":
		return rpc.Op{Do: rpc.Put, Key: words[1], Value: words[2]}, nil
	}
	return nil, fmt.Errorf("%q is not a command for etcd here; allowed: get KEY, put KEY VALUE, del KEY", strings.Join(words, " "))
}
