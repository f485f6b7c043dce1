package lock

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// How a client calls etcd and ZooKeeper, and how it is told that a watch fired.

// EtcdReply is etcd's answer to a call, or why there is none.
type EtcdReply struct {
	rpc.EtcdReply
	Msg int
	Err error
}

// Etcd sends one call to etcd and waits for the reply.
func (c *Client) Etcd(server string, call rpc.Etcd) EtcdReply {
	reply := c.ask(server, sim.Payload{Value: call, Text: call.String()})
	answer, _ := reply.value.(rpc.EtcdReply)
	return EtcdReply{answer, reply.Msg, reply.err}
}

// WatchEtcd asks to be told of a key's deletion. The reply says that etcd watches
// from now on; deleted is over when etcd tells of it.
func (c *Client) WatchEtcd(server string, watch rpc.Watch) (reply EtcdReply, deleted *sim.Call) {
	r, told := c.askToBeTold(server, sim.Payload{Value: watch, Text: watch.String()})
	answer, _ := r.value.(rpc.EtcdReply)
	return EtcdReply{answer, r.Msg, r.err}, told
}

// ZooKeeperReply is ZooKeeper's answer to a call, or why there is none.
type ZooKeeperReply struct {
	rpc.ZooKeeperReply
	Msg int
	Err error
}

// ZooKeeper sends one call on a session, nil for the call that begins one, and
// waits for the reply.
func (c *Client) ZooKeeper(server string, s *Session, call rpc.ZooKeeper) ZooKeeperReply {
	r := c.ask(server, inSession(s, call))
	answer, _ := r.value.(rpc.ZooKeeperReply)
	return ZooKeeperReply{answer, r.Msg, r.err}
}

// WatchZooKeeper sends a call that sets a watch; told is over when the watch fires.
func (c *Client) WatchZooKeeper(server string, s *Session, call rpc.ZooKeeper) (reply ZooKeeperReply, told *sim.Call) {
	r, told := c.askToBeTold(server, inSession(s, call))
	answer, _ := r.value.(rpc.ZooKeeperReply)
	return ZooKeeperReply{answer, r.Msg, r.err}, told
}

func inSession(s *Session, call rpc.ZooKeeper) sim.Payload {
	in := rpc.InSession{Call: call}
	if s != nil {
		in.Session = s.ID
	}
	return sim.Payload{Value: in, Text: fmt.Sprint(in)}
}

// askToBeTold sends a request that sets a watch. told is over when the server tells
// that the watch fired, which can be before the reply is here.
func (c *Client) askToBeTold(server string, request sim.Payload) (r Reply, told *sim.Call) {
	call := c.proc.Ask(c.Net, server, request, c.Timeout)
	told = c.Host.Signal()
	c.watches[call.Msg] = told
	r = c.answer(call)
	if r.err != nil {
		delete(c.watches, call.Msg)
	}
	return r, told
}

// Notice is what a server sends without being asked: a watch fired.
type Notice struct {
	Of    int // message number of the request that set the watch
	Event fmt.Stringer
}

// Serve takes in a Notice. One of a watch that the client knows nothing of, for
// instance because it was restarted since, changes nothing.
func (c *Client) Serve(from string, msg int, p sim.Payload) sim.Payload {
	c.Host.Emit(trace.Received{Msg: msg, From: from, Text: p.Text})
	n := p.Value.(Notice)
	if told := c.watches[n.Of]; told != nil {
		delete(c.watches, n.Of)
		told.Give(n.Event)
	}
	return sim.Payload{}
}
