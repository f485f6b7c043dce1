package lock

import (
	"fmt"
	"time"

	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/trace"
)

// Etcd is the lock of etcd's own client library (go.etcd.io/etcd/client/v3,
// concurrency.Mutex and Session). Every client puts a key of its own under the
// lock's prefix. The key that was created first holds the lock; each other client
// waits for the one created right before its own. A key hangs on its client's
// lease, and goes with it.
type Etcd struct {
	Server string        // its lane
	Name   string        // of the lock; its keys are "lock/" + Name + "/" + lease
	TTL    time.Duration // of the lease
	Low    time.Duration // shortest wait after a call that was not answered
	High   time.Duration // longest wait after a call that was not answered
	Shared *Memory       // mistake shared-session: one lease for all that use this memory

	LeaseToken  bool // mistake lease-id-token: a lease ID has no order
	HeaderToken bool // mistake header-revision-token: another number than the key's own
	QueueMistakes

	session *Session
}

// Acquire puts a key in the queue and waits until it is the first.
func (l *Etcd) Acquire(c *Client) (Grant, error) {
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
func (l *Etcd) try(c *Client) (Grant, error) {
	s, err := l.lease(c)
	if err != nil {
		return Grant{}, err
	}
	mine, first, answer, err := l.enqueue(c, s)
	if err == nil && !first {
		c.Say(trace.Refused{Lock: l.Name, Why: "an older key is under the lock"})
		answer, err = l.waitForTurn(c, s, mine)
		if err == nil && !l.NoRecheck { // mistake no-recheck-after-wake
			answer, err = l.recheck(c, s, mine)
		}
	}
	if err != nil {
		return Grant{}, l.leave(c, s, err)
	}
	return l.grant(s, mine, answer), nil
}

// lease is the client's session: a lease that is kept alive beside everything
// else that the client does.
func (l *Etcd) lease(c *Client) (*Session, error) {
	if l.session.live() || l.share() {
		return l.session, nil
	}
	sent := c.now()
	reply := c.Etcd(l.Server, rpc.LeaseGrant{TTL: l.TTL})
	if reply.Err != nil {
		return nil, reply.Err
	}
	s := newSession(c, reply.Lease, rpc.LeaseName(reply.Lease), reply.TTL, sent)
	s.quiet = l.IgnoreLoss
	s.heart = c.Beside(func(c *Client) { l.keepAlive(c, s) })
	l.session = s
	if l.Shared != nil {
		l.Shared.session, l.Shared.users = s, 1
	}
	return s, nil
}

// share makes the session that others of the process use the client's own, if there
// is one: mistake shared-session.
func (l *Etcd) share() bool {
	if l.Shared == nil || !l.Shared.session.live() {
		return false
	}
	l.session = l.Shared.session
	l.Shared.users++
	return true
}

// keepAlive is the heart: three beats in the lease's time to live. A lease that
// etcd does not know any more is over. So is one that no beat was answered for: by
// the client's own clock its time is up.
func (l *Etcd) keepAlive(c *Client, s *Session) {
	c.Timeout = min(c.Timeout, s.TTL/3)
	for c.Sleep(s.rest(c, l.Low)); s.live(); c.Sleep(s.rest(c, l.Low)) {
		sent := c.now()
		reply := c.Etcd(l.Server, rpc.LeaseKeepAlive{Lease: s.ID})
		switch {
		case reply.Err == nil && reply.TTL > 0:
			s.beat(c, sent, reply.Msg)
		case reply.Err == nil:
			s.end(c, errUnknownLease)
		case s.silence(c) >= s.TTL:
			s.end(c, errUnanswered)
		}
	}
}

// enqueue puts the client's key, unless it is there already, and looks in the same
// step at the key that was created first. It can be repeated: a reply that was
// lost does no harm.
func (l *Etcd) enqueue(c *Client, s *Session) (mine rpc.KV, first bool, answer EtcdReply, err error) {
	key := l.key(s)
	answer, err = untilAnswered(c, s, l.Low, l.High, func() (EtcdReply, error) {
		reply := c.Etcd(l.Server, rpc.Txn{
			If:   []rpc.Compare{{Key: key, Create: 0}},
			Then: []rpc.Op{{Do: rpc.Put, Key: key, Lease: s.ID}, {Do: rpc.First, Key: l.prefix()}},
			Else: []rpc.Op{{Do: rpc.Get, Key: key}, {Do: rpc.First, Key: l.prefix()}},
		})
		return reply, reply.Err
	})
	switch {
	case err != nil:
		return mine, false, answer, err
	case answer.Failed != "": // the lease is gone, and the key was not put
		s.end(c, errUnknownLease)
		return mine, false, answer, errUnknownLease
	}
	mine = rpc.KV{Key: key, Create: answer.Revision}
	if !answer.Succeeded {
		mine = answer.Results[0].KVs[0]
	}
	return mine, answer.Results[1].KVs[0].Create == mine.Create, answer, nil
}

// waitForTurn waits until no key is left that was created before ours.
func (l *Etcd) waitForTurn(c *Client, s *Session, mine rpc.KV) (EtcdReply, error) {
	for {
		reply, err := untilAnswered(c, s, l.Low, l.High, func() (EtcdReply, error) {
			reply := c.Etcd(l.Server, rpc.Op{Do: rpc.Last, Key: l.prefix(), Max: mine.Create - 1})
			return reply, reply.Err
		})
		if err != nil || len(reply.Results[0].KVs) == 0 {
			return reply, err
		}
		if err := l.waitDelete(c, s, reply.Results[0].KVs[0].Key, reply.Revision); err != nil {
			return reply, err
		}
	}
}

// waitDelete waits until a key is deleted, at the revision at which it was seen or
// later: so no deletion is missed, however late the watch is set.
func (l *Etcd) waitDelete(c *Client, s *Session, key string, seen int64) error {
	reply, deleted := c.WatchEtcd(l.Server, rpc.Watch{Key: key, From: seen})
	for reply.Err != nil {
		if err := s.again(c, l.Low, l.High, reply.Err); err != nil {
			return err
		}
		reply, deleted = c.WatchEtcd(l.Server, rpc.Watch{Key: key, From: seen})
	}
	c.Say(trace.Waiting{Why: key + " was created before its own", Behind: key})
	if err := s.await(c, deleted); err != nil {
		c.Etcd(l.Server, rpc.WatchCancel{Of: reply.Msg})
		return err
	}
	c.Say(trace.Woken{Lock: l.Name, Why: key + " is deleted"})
	return nil
}

// recheck looks whether our own key is still there: it may have gone with its
// lease while we waited (missing until etcd 3.4; Jepsen 2020, etcd #11456).
func (l *Etcd) recheck(c *Client, s *Session, mine rpc.KV) (EtcdReply, error) {
	reply, err := untilAnswered(c, s, l.Low, l.High, func() (EtcdReply, error) {
		reply := c.Etcd(l.Server, rpc.Op{Do: rpc.Get, Key: mine.Key})
		return reply, reply.Err
	})
	if err == nil && len(reply.Results[0].KVs) == 0 {
		s.end(c, errUnknownLease)
		return reply, errUnknownLease
	}
	return reply, err
}

// grant is what the client knows when its key is the first. The token is the key's
// create revision: revisions only rise, so a later key has a higher one.
func (l *Etcd) grant(s *Session, mine rpc.KV, answer EtcdReply) Grant {
	token := mine.Create
	if l.LeaseToken {
		token = s.ID // mistake lease-id-token
	}
	if l.HeaderToken {
		token = answer.Revision // mistake header-revision-token
	}
	g := s.grant(mine.Key, token, answer.Msg)
	g.Create = mine.Create
	return g
}

// Extend is a beat out of turn.
func (l *Etcd) Extend(c *Client, g Grant) (Grant, error) {
	s, sent := l.session, c.now()
	reply := c.Etcd(l.Server, rpc.LeaseKeepAlive{Lease: s.ID})
	if reply.Err != nil {
		return g, reply.Err
	}
	if reply.TTL == 0 {
		s.end(c, errUnknownLease)
		return g, errUnknownLease
	}
	s.beat(c, sent, reply.Msg)
	g.Until = s.until
	return g, nil
}

// Release deletes our key. That nothing was deleted is no error: whoever unlocks
// learns nothing about the time before (etcd: Unlock returns nil).
func (l *Etcd) Release(c *Client, g Grant) error {
	c.Say(trace.Releasing{Lock: l.Name})
	delete(l.session.holds, c.Name)
	deleted, err := l.remove(c, g.Value, l.ReleaseOnce) // mistake release-once
	if err != nil {
		return err
	}
	c.Say(trace.Released{Lock: l.Name, Removed: deleted})
	return nil
}

// remove deletes a key of ours, again and again until that is answered: a key that
// stays keeps everybody behind it waiting for as long as the lease lives.
func (l *Etcd) remove(c *Client, key string, once bool) (deleted bool, err error) {
	for {
		reply := c.Etcd(l.Server, rpc.Op{Do: rpc.Delete, Key: key})
		if reply.Err == nil {
			return len(reply.Results[0].Deleted) > 0, nil
		}
		if once || !l.session.live() {
			return false, reply.Err
		}
		c.WaitAbout(l.Low, l.High, reply.Err.Error())
	}
}

// leave takes our key out of the queue after an attempt that came to nothing, if
// the lease has not done so already. It may be there although the reply to its put
// was lost. It stays if the client holds the lock with it.
func (l *Etcd) leave(c *Client, s *Session, why error) error {
	held := s.holds[c.Name] != ""
	if s.live() && !held && !l.CancelLeavesNode { // mistake cancel-leaves-node
		_, _ = l.remove(c, l.key(s), false)
	}
	return why
}

// Session is the client's lease.
func (l *Etcd) Session() *Session { return l.session }

// Close stops the heart and revokes the lease: whatever still hangs on it is deleted
// at once.
func (l *Etcd) Close(c *Client) {
	if s := l.session; s.live() && !l.othersUse(s) {
		s.close()
		c.Etcd(l.Server, rpc.LeaseRevoke{Lease: s.ID})
	}
}

// othersUse reports whether the session lives on without us: mistake shared-session.
func (l *Etcd) othersUse(s *Session) bool {
	if l.Shared == nil || l.Shared.session != s {
		return false
	}
	l.Shared.users--
	return l.Shared.users > 0
}

func (l *Etcd) prefix() string        { return "lock/" + l.Name + "/" }
func (l *Etcd) key(s *Session) string { return fmt.Sprintf("%s%x", l.prefix(), s.ID) }
