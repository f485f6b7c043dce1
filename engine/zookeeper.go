package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/engine/zknode"
)

// zooKeeperServer puts a lab's part of the live ZooKeeper on a lane. Each session
// of a lab client is a live session. Sessions count lab time: at the end of one
// the live session is closed, which does what its expiry does.
type zooKeeperServer struct {
	w        *world
	at       *sim.Host
	space    *zknode.Space
	sessions []*zkSession // in the order in which they began
	stranger *zknode.Session
	czxids   []int64 // live ones of this lab's znodes, ascending
	order    []int64 // what each of them is called
	changes  int64   // transactions of this lab
	nodes    []*znode
	clients  connections
}

// zkSession is a lab client's session.
type zkSession struct {
	id      int64 // its stable name
	owner   string
	live    *zknode.Session
	timeout time.Duration
	until   trace.Time
	expiry  *sim.Timer
	over    bool
	watches []zkWatch
}

// zkWatch is a watch that has not fired.
type zkWatch struct {
	msg  int
	path string
	on   string // "deletion" of a znode, or its "children"
}

// znode is an ephemeral znode, as last recorded.
type znode struct {
	path    string
	session *zkSession
	order   int64
	until   trace.Time
}

// tick is the period in which ZooKeeper counts: a session ends at the end of a
// tick (ZooKeeper source, ExpiryQueue; tickTime is 2000 unless configured).
const tick = 2 * time.Second

func (s *zooKeeperServer) host() *sim.Host { return s.at }

// Serve carries out a call on the live server, now.
func (s *zooKeeperServer) Serve(from string, msg int, request sim.Payload) sim.Payload {
	if s.clients.hear(from, msg) {
		return hadAlready()
	}
	in := request.Value.(rpc.InSession)
	reply, err := s.do(from, msg, in)
	if err != nil {
		s.w.fail("ZooKeeper", err)
		return refused()
	}
	return sim.Payload{Value: reply, Text: reply.String()}
}

func (s *zooKeeperServer) do(from string, msg int, in rpc.InSession) (rpc.ZooKeeperReply, error) {
	if in.Session == 0 {
		return s.connect(from, msg, in.Call.(rpc.Connect))
	}
	session := s.sessions[in.Session-1]
	answer, err := session.live.Do(in.Call)
	if err != nil {
		return answer, err
	}
	return s.done(session, msg, in.Call, answer)
}

// connect begins a session.
func (s *zooKeeperServer) connect(owner string, msg int, call rpc.Connect) (rpc.ZooKeeperReply, error) {
	live, answer, err := s.space.Connect()
	if err != nil {
		return answer, err
	}
	s.changes++
	session := &zkSession{id: int64(len(s.sessions)) + 1, owner: owner, live: live, timeout: call.Timeout}
	s.sessions = append(s.sessions, session)
	reply := rpc.ZooKeeperReply{Session: session.id, Timeout: call.Timeout}
	s.executed(owner, msg, call, reply, answer)
	s.w.k.Emit(s.at.Name, trace.SessionOpened{Session: session.name(), Owner: owner, For: session.timeout})
	s.renew(session)
	return reply, nil
}

func (s *zkSession) name() string { return rpc.SessionName(s.id) }

// done names, records and passes on what the live server did.
func (s *zooKeeperServer) done(session *zkSession, msg int, call rpc.ZooKeeper, answer rpc.ZooKeeperReply) (rpc.ZooKeeperReply, error) {
	reply := answer
	if c, ok := call.(rpc.Connect); ok && answer.Code == "" {
		reply.Session, reply.Timeout = session.id, c.Timeout
	}
	created, ok := call.(rpc.Create)
	if ok && answer.Code == "" {
		if err := s.created(session, created, answer.Path); err != nil {
			return reply, err
		}
	}
	reply.Stat = s.stat(answer.Stat)
	s.executed(session.owner, msg, call, reply, answer)
	if answer.Code == rpc.SessionExpired {
		return reply, nil
	}
	if ok && created.Ephemeral && answer.Code == "" {
		s.show(s.nodes[len(s.nodes)-1])
	}
	s.renew(session)
	s.record(session, msg, call, answer)
	switch call.(type) {
	case rpc.Create, rpc.DeleteNode, rpc.CloseSession:
		return reply, s.settle()
	}
	return reply, s.heard(session)
}

// created learns a new znode's czxid: a client that creates one is not told.
func (s *zooKeeperServer) created(session *zkSession, call rpc.Create, path string) error {
	found, err := session.live.Do(rpc.Exists{Path: path})
	if err != nil || found.Stat == nil {
		return cmp.Or(err, fmt.Errorf("%s is gone right after it was created", path))
	}
	s.changes++
	s.czxids = append(s.czxids, found.Stat.Czxid)
	s.order = append(s.order, s.changes)
	if call.Ephemeral {
		s.nodes = append(s.nodes, &znode{path: path, session: session, order: s.changes, until: session.until})
	}
	return nil
}

// stat gives the live server's transaction numbers stable names.
func (s *zooKeeperServer) stat(live *rpc.Stat) *rpc.Stat {
	if live == nil {
		return nil
	}
	return &rpc.Stat{
		Czxid: s.zxid(live.Czxid), Mzxid: s.zxid(live.Mzxid), NumChildren: live.NumChildren, Owner: s.owner(live.Owner),
	}
}

func (s *zooKeeperServer) zxid(live int64) int64 {
	i, _ := slices.BinarySearch(s.czxids, live+1)
	if i == 0 {
		return 0
	}
	return s.order[i-1]
}

func (s *zooKeeperServer) owner(live int64) int64 {
	for _, session := range s.sessions {
		if session.live.ID() == live {
			return session.id
		}
	}
	return 0
}

func (s *zooKeeperServer) executed(from string, msg int, call rpc.ZooKeeper, reply, answer rpc.ZooKeeperReply) {
	s.w.k.Emit(s.at.Name, trace.Executed{
		Msg: msg, From: from, Command: []string{call.String()}, Reply: reply.String(), Raw: s.rawCall(call), RawReply: answer.String(),
		Clock: sim.Epoch.Add(s.at.Now()).UnixMilli(), Addr: s.addr(),
	})
}

func (s *zooKeeperServer) rawCall(call rpc.ZooKeeper) string {
	return strings.Replace(call.String(), " /", " "+s.space.Root()+"/", 1)
}

func (s *zooKeeperServer) addr() string { return s.w.servers.backends.zooKeeperAddr() }

// record records what a call that was carried out changed.
func (s *zooKeeperServer) record(session *zkSession, msg int, call rpc.ZooKeeper, answer rpc.ZooKeeperReply) {
	switch c := call.(type) {
	case rpc.DeleteNode:
		if answer.Code == "" {
			s.changes++
			s.gone(c.Path, session.owner, trace.Deleted)
		}
	case rpc.Exists:
		s.watch(session, c.Watch, zkWatch{s.w.net.Original(msg), c.Path, "deletion"})
	case rpc.Children:
		s.watch(session, c.Watch, zkWatch{s.w.net.Original(msg), c.Path, "children"})
	case rpc.CloseSession:
		s.ended(session, session.owner, trace.Deleted)
	}
}

func (s *zooKeeperServer) watch(session *zkSession, asked bool, w zkWatch) {
	if asked {
		session.watches = slices.DeleteFunc(session.watches, func(old zkWatch) bool {
			same := old.path == w.path && old.on == w.on
			if same {
				w.msg = max(w.msg, old.msg) // whichever it asked for last: it may come late
			}
			return same
		})
		session.watches = append(session.watches, w)
		s.w.k.Emit(s.at.Name, trace.WatchSet{Key: w.path, Watcher: session.owner, For: w.on})
	}
}

// renew notes a sign of life: any call is one. The session lasts its timeout from
// now, up to the end of that tick.
func (s *zooKeeperServer) renew(session *zkSession) {
	if session.over {
		return
	}
	until := roundUp(s.at.When(s.at.Now()+session.timeout)+1, tick)
	if until == session.until {
		return
	}
	session.until = until
	if session.expiry != nil {
		session.expiry.Cancel()
	}
	session.expiry = s.at.At(until, func() { s.expire(session) })
	for _, n := range s.nodesOf(session) {
		n.until = until
		s.show(n)
	}
}

func (s *zooKeeperServer) show(n *znode) {
	s.w.k.Emit(s.at.Name, trace.KeySet{
		Key: n.path, Owner: n.session.owner, Until: n.until, Order: n.order, Session: n.session.name(),
	})
}

func (s *zooKeeperServer) nodesOf(session *zkSession) (nodes []*znode) {
	for _, n := range s.nodes {
		if n.session == session {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// expire ends a session that showed no sign of life in time.
func (s *zooKeeperServer) expire(session *zkSession) {
	if _, err := session.live.Do(rpc.CloseSession{}); err != nil {
		s.w.fail("ZooKeeper", err)
		return
	}
	s.ended(session, "", trace.Expired)
	if err := s.settle(); err != nil {
		s.w.fail("ZooKeeper", err)
	}
}

// ended records that a session is over and its ephemeral znodes are gone.
func (s *zooKeeperServer) ended(session *zkSession, by, why string) {
	s.changes++
	session.over, session.watches = true, nil
	session.expiry.Cancel()
	s.w.k.Emit(s.at.Name, trace.SessionEnded{Session: session.name(), Owner: session.owner, By: by, Why: why})
	for _, n := range s.nodesOf(session) {
		s.gone(n.path, by, why)
	}
}

func (s *zooKeeperServer) gone(path, by, why string) {
	for i, n := range s.nodes {
		if n.path == path {
			s.nodes = slices.Delete(s.nodes, i, i+1)
			s.w.k.Emit(s.at.Name, trace.KeyGone{Key: path, Owner: n.session.owner, By: by, Why: why})
			return
		}
	}
}

// settle waits, for real, until every watch that a change must fire has fired, and
// tells the clients, in the order of their sessions.
func (s *zooKeeperServer) settle() error {
	for _, session := range s.sessions {
		if err := s.heard(session); err != nil {
			return err
		}
	}
	return nil
}

// heard passes on what a session's watches have been told.
func (s *zooKeeperServer) heard(session *zkSession) error {
	if len(session.watches) == 0 {
		return nil
	}
	events, err := session.live.Fired()
	for _, e := range events {
		s.tell(session, e)
	}
	return err
}

// tell fires a session's watches that an event is for.
func (s *zooKeeperServer) tell(session *zkSession, e rpc.Event) {
	var rest []zkWatch
	for _, w := range session.watches {
		if w.path != e.Path || (w.on == "children") != (e.Type == rpc.NodeChildrenChanged) {
			rest = append(rest, w)
			continue
		}
		msg := s.clients.tell(session.owner, sim.Payload{Value: lock.Notice{Of: w.msg, Event: e}, Text: e.String()})
		s.w.k.Emit(s.at.Name, trace.WatchFired{Key: e.Path, Watcher: session.owner, Event: string(e.Type), Msg: msg})
	}
	session.watches = rest
}

// look has nothing to do: what somebody outside the lab did is noticed with the
// next ping of each session.
func (s *zooKeeperServer) look() {}

// left ends the watches of a client that crashed: its connection is closed. Its
// sessions go on until they expire.
func (s *zooKeeperServer) left(client string) {
	s.clients.left(client)
	for _, session := range s.sessions {
		if session.owner == client {
			session.watches = nil
		}
	}
}

// crash stops the lane's server. The live one is shared with other labs and goes
// on; what this lab has on it stays, or is lost.
func (s *zooKeeperServer) crash(loseData bool) {
	s.at.Crash(loseData)
	if loseData {
		s.lose()
	}
}

// lose makes the lab's part of ZooKeeper as a server that has lost its data:
// transactions and the counters of znodes begin anew, and so do the tokens that are
// made of them.
func (s *zooKeeperServer) lose() {
	s.clients.lost()
	if err := s.space.Clear(); err != nil {
		s.w.fail("ZooKeeper", err)
		return
	}
	for _, session := range s.sessions {
		if !session.over {
			s.ended(session, "", trace.Lost)
		}
	}
	s.stranger, s.changes, s.czxids, s.order = nil, 0, nil, nil
}

// restart gives every session its full timeout again, as a new leader does.
func (s *zooKeeperServer) restart() {
	s.at.Restart()
	for _, session := range s.sessions {
		session.until = 0
		s.renew(session)
	}
}

func (s *zooKeeperServer) serves(client string) bool {
	return slices.ContainsFunc(s.sessions, func(x *zkSession) bool { return x.owner == client && !x.over })
}

// expireFor ends the client's sessions now.
func (s *zooKeeperServer) expireFor(client string) {
	for _, session := range s.sessions {
		if session.owner == client && !session.over {
			s.expire(session)
		}
	}
}
