package lock

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// ZooKeeper is the lock of ZooKeeper's own documentation ("ZooKeeper Recipes and
// Solutions", "Locks"; the numbered steps are the recipe's). Every client creates
// an ephemeral, sequential znode under the lock's; the lowest number holds the
// lock, and each other client watches the one right before its own.
type ZooKeeper struct {
	Server  string        // its lane
	Name    string        // of the lock; its znode is "/lock/" + Name
	Timeout time.Duration // of the session
	Low     time.Duration // shortest wait after a call that was not answered
	High    time.Duration // longest wait after a call that was not answered

	WatchParent   bool // mistake watch-parent: watch the whole queue
	NoGUID        bool // mistake no-guid: a znode whose reply was lost is not found again
	SequenceToken bool // mistake sequence-token: the counter starts anew with its parent
	QueueMistakes

	session *Session
}

// Acquire puts a znode in the queue and waits until it is the first.
func (l *ZooKeeper) Acquire(c *Client) (Grant, error) {
	for {
		grant, err := l.try(c)
		switch {
		case err == nil:
			l.session.holds[c.Name] = l.Name
			c.Acquired(l.Name, grant)
			return grant, nil
		case c.Impatient():
			return Grant{}, errGaveUp
		}
		c.WaitAbout(l.Low, l.High, err.Error())
	}
}

// try is one attempt.
func (l *ZooKeeper) try(c *Client) (Grant, error) {
	s, err := l.connect(c)
	if err != nil {
		return Grant{}, err
	}
	node, err := l.create(c, s) // step 1
	if err != nil {
		return Grant{}, err
	}
	if err := l.waitForTurn(c, s, node); err != nil {
		return Grant{}, l.leave(c, s, node, err)
	}
	grant, err := l.grant(c, s, node)
	if err != nil {
		return Grant{}, l.leave(c, s, node, err)
	}
	return grant, nil
}

// connect is the client's session, kept alive beside everything else that the
// client does.
func (l *ZooKeeper) connect(c *Client) (*Session, error) {
	if l.session.live() {
		return l.session, nil
	}
	sent := c.now()
	reply := c.ZooKeeper(l.Server, nil, rpc.Connect{Timeout: l.Timeout})
	if reply.Err != nil {
		return nil, reply.Err
	}
	s := newSession(c, reply.Session, rpc.SessionName(reply.Session), reply.Timeout, sent)
	s.quiet = l.IgnoreLoss
	s.heart = c.Beside(func(c *Client) { l.keepAlive(c, s) })
	l.session = s
	return s, nil
}

// keepAlive is the heart: a ping in each third of the session's timeout. After two
// thirds without an answer the connection is taken for lost, and the client
// connects again. Until it has, it does not know whether its session lives. Only
// the server decides that, and tells the client when it is back.
func (l *ZooKeeper) keepAlive(c *Client, s *Session) {
	c.Timeout = min(c.Timeout, s.TTL/3)
	for c.Sleep(s.rest(c, l.Low)); s.live(); c.Sleep(s.rest(c, l.Low)) {
		sent := c.now()
		reply := c.ZooKeeper(l.Server, s, l.signOfLife(c, s))
		switch {
		case reply.Err != nil && s.silence(c) >= s.TTL*2/3:
			lostTouch(c, s, l.Server)
		case reply.Err != nil:
		case reply.Code == rpc.SessionExpired:
			s.end(c, errExpired)
		default:
			l.backInTouch(c, s)
			s.beat(c, sent, reply.Msg)
		}
	}
}

// signOfLife is a ping, or on a new connection the request to go on with the
// session.
func (l *ZooKeeper) signOfLife(c *Client, s *Session) rpc.ZooKeeper {
	if s.touch && s.silence(c) < s.TTL*2/3 {
		return rpc.Ping{}
	}
	return rpc.Connect{Timeout: l.Timeout, Again: true}
}

func (l *ZooKeeper) backInTouch(c *Client, s *Session) {
	if !s.touch {
		c.Say(trace.Reconnected{To: l.Server, Session: s.Name})
	}
}

// create is step 1: an ephemeral, sequential znode. Its name carries a GUID, by
// which it is found again when the reply to create was lost: the znode may be
// there all the same.
func (l *ZooKeeper) create(c *Client, s *Session) (node string, err error) {
	name := "_c_" + c.NewValue() + "-lock-"
	for node == "" && err == nil {
		reply := c.ZooKeeper(l.Server, s, rpc.Create{Path: l.dir() + "/" + name, Ephemeral: true, Sequential: true})
		switch {
		case reply.Err == nil && reply.Code == rpc.NoNode:
			err = l.makeParents(c, s)
		case reply.Err == nil:
			node, err = reply.Path, l.expired(c, s, reply)
		case l.NoGUID: // mistake no-guid
			err = s.again(c, l.Low, l.High, reply.Err)
		default:
			if node, err = l.find(c, s, name); err == errGaveUp {
				l.takeBack(c, s, name)
			}
		}
	}
	return node, err
}

// find looks for a znode of ours among the children; "" if it is not there.
func (l *ZooKeeper) find(c *Client, s *Session, name string) (string, error) {
	children, err := l.children(c, s)
	for _, child := range children {
		if strings.HasPrefix(child, name) {
			return l.dir() + "/" + child, nil
		}
	}
	return "", err
}

// takeBack removes a znode of ours that we never heard of, if there is one: whoever
// gives up leaves nothing behind.
func (l *ZooKeeper) takeBack(c *Client, s *Session, name string) {
	if l.CancelLeavesNode { // mistake cancel-leaves-node
		return
	}
	if node, _ := l.find(c.patient(), s, name); node != "" {
		_, _ = l.remove(c, node, false)
	}
}

// makeParents creates the znodes above ours; that they exist already is as good.
func (l *ZooKeeper) makeParents(c *Client, s *Session) error {
	for _, path := range []string{"/lock", l.dir()} {
		reply, err := l.answered(c, s, rpc.Create{Path: path})
		if err != nil {
			return err
		}
		if err := l.expired(c, s, reply); err != nil {
			return err
		}
	}
	return nil
}

// waitForTurn is steps 2 to 5: list the children; if ours is the lowest, it is
// our turn; if not, watch the next lower, wait until it goes, and list them again:
// it may have gone because its client died, while an older one still holds.
func (l *ZooKeeper) waitForTurn(c *Client, s *Session, node string) error {
	for refused := false; ; refused = true {
		children, told, err := l.list(c, s)
		if err != nil {
			return err
		}
		before, there := predecessor(children, node, l.dir())
		switch {
		case !there:
			s.end(c, errExpired)
			return errExpired
		case before == "":
			return nil
		case !refused:
			c.Say(trace.Refused{Lock: l.Name, Why: "a lower number is in the queue"})
		}
		if told == nil {
			told, err = l.watch(c, s, before) // step 4
		}
		if err == nil && told != nil {
			err = l.wait(c, s, before, told)
		}
		if err != nil {
			return err
		}
		if told != nil && l.NoRecheck {
			return nil // mistake no-recheck-after-wake
		}
	}
}

// list is step 2: the children, without a watch on them.
func (l *ZooKeeper) list(c *Client, s *Session) (children []string, told *sim.Call, err error) {
	if l.WatchParent {
		return l.listAndWatch(c, s) // mistake watch-parent
	}
	children, err = l.children(c, s)
	return children, nil, err
}

// watch is step 4: ask whether the next lower znode exists, and to be told when
// that changes. It may have gone already: then there is nothing to wait for.
func (l *ZooKeeper) watch(c *Client, s *Session, path string) (*sim.Call, error) {
	reply, told := c.WatchZooKeeper(l.Server, s, rpc.Exists{Path: path, Watch: true})
	switch {
	case reply.Err != nil:
		return nil, s.again(c, l.Low, l.High, reply.Err)
	case reply.Stat == nil:
		return nil, l.expired(c, s, reply)
	}
	return told, nil
}

// wait waits until the watch fires.
func (l *ZooKeeper) wait(c *Client, s *Session, before string, told *sim.Call) error {
	c.Say(trace.Waiting{Why: before + " is before its own", Behind: before})
	err := s.await(c, told)
	if err == nil {
		c.Say(trace.Woken{Lock: l.Name, Why: "its watch fired"})
	}
	return err
}

// predecessor is the child right before node in the order of their numbers, as a
// path, "" if node is the first; and whether node is there at all.
func predecessor(children []string, node, dir string) (before string, there bool) {
	slices.SortFunc(children, func(a, b string) int { return int(sequence(a) - sequence(b)) })
	for _, child := range children {
		path := dir + "/" + child
		if path == node {
			return before, true
		}
		before = path
	}
	return before, false
}

// sequence is the number at the end of a znode's name.
func sequence(name string) int64 {
	n, _ := strconv.ParseInt(name[strings.LastIndex(name, "-")+1:], 10, 64)
	return n
}

// grant looks once more at our own znode. It may have gone with its session. Its
// czxid, the transaction that created it, is the token: transactions are in one
// order for the whole ensemble.
func (l *ZooKeeper) grant(c *Client, s *Session, node string) (Grant, error) {
	reply, err := l.answered(c, s, rpc.Exists{Path: node})
	switch {
	case err != nil:
		return Grant{}, err
	case reply.Stat == nil && !l.NoRecheck: // mistake no-recheck-after-wake
		s.end(c, errExpired)
		return Grant{}, errExpired
	}
	var token int64
	if reply.Stat != nil {
		token = reply.Stat.Czxid
	}
	if l.SequenceToken {
		token = sequence(node) + 1 // mistake sequence-token
	}
	return s.grant(node, token, reply.Msg), nil
}

// Extend is a ping out of turn.
func (l *ZooKeeper) Extend(c *Client, g Grant) (Grant, error) {
	s, sent := l.session, c.now()
	reply := c.ZooKeeper(l.Server, s, rpc.Ping{})
	if reply.Err != nil {
		return g, reply.Err
	}
	if err := l.expired(c, s, reply); err != nil {
		return g, err
	}
	s.beat(c, sent, reply.Msg)
	g.Until = s.until
	return g, nil
}

// Release deletes our znode.
func (l *ZooKeeper) Release(c *Client, g Grant) error {
	c.Say(trace.Releasing{Lock: l.Name})
	delete(l.session.holds, c.Name)
	deleted, err := l.remove(c, g.Value, l.ReleaseOnce) // mistake release-once
	if err != nil {
		return err
	}
	c.Say(trace.Released{Lock: l.Name, Removed: deleted})
	return nil
}

// remove deletes a znode of ours, again and again until that is answered: one that
// stays keeps everybody behind it waiting for as long as the session lives
// (Curator: guaranteed deletes).
func (l *ZooKeeper) remove(c *Client, node string, once bool) (deleted bool, err error) {
	for {
		reply := c.ZooKeeper(l.Server, l.session, rpc.DeleteNode{Path: node})
		if reply.Err == nil {
			return reply.Code == "", nil
		}
		if once || !l.session.live() {
			return false, reply.Err
		}
		c.WaitAbout(l.Low, l.High, reply.Err.Error())
	}
}

// leave takes our znode out of the queue after an attempt that came to nothing, if
// the session's end has not done so already.
func (l *ZooKeeper) leave(c *Client, s *Session, node string, why error) error {
	if s.live() && !l.CancelLeavesNode { // mistake cancel-leaves-node
		_, _ = l.remove(c, node, false)
	}
	return why
}

// Session is the client's session.
func (l *ZooKeeper) Session() *Session { return l.session }

// Close stops the heart and ends the session: its ephemeral znodes are deleted at
// once.
func (l *ZooKeeper) Close(c *Client) {
	if s := l.session; s.live() {
		s.close()
		c.ZooKeeper(l.Server, s, rpc.CloseSession{})
	}
}

func (l *ZooKeeper) dir() string { return "/lock/" + strings.ReplaceAll(l.Name, "/", "%2F") }

func (l *ZooKeeper) children(c *Client, s *Session) ([]string, error) {
	reply, err := l.answered(c, s, rpc.Children{Path: l.dir()})
	if err == nil {
		err = l.expired(c, s, reply)
	}
	return reply.Children, err
}

func (l *ZooKeeper) listAndWatch(c *Client, s *Session) ([]string, *sim.Call, error) {
	var told *sim.Call
	reply, err := untilAnswered(c, s, l.Low, l.High, func() (reply ZooKeeperReply, err error) {
		reply, told = c.WatchZooKeeper(l.Server, s, rpc.Children{Path: l.dir(), Watch: true})
		return reply, reply.Err
	})
	if err == nil {
		err = l.expired(c, s, reply)
	}
	return reply.Children, told, err
}

// answered repeats a call that may be repeated until it is answered.
func (l *ZooKeeper) answered(c *Client, s *Session, call rpc.ZooKeeper) (ZooKeeperReply, error) {
	return untilAnswered(c, s, l.Low, l.High, func() (ZooKeeperReply, error) {
		reply := c.ZooKeeper(l.Server, s, call)
		return reply, reply.Err
	})
}

// expired notes an answer that says that the session is over.
func (l *ZooKeeper) expired(c *Client, s *Session, reply ZooKeeperReply) error {
	if reply.Code != rpc.SessionExpired {
		return nil
	}
	s.end(c, errExpired)
	return errExpired
}
