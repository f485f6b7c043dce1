package engine

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// etcdServer puts a lab's part of the live etcd on a lane. It carries out what
// arrives and records what became of the lock's keys. Leases count lab time: at
// the end of one it does what etcd's own lessor does, and revokes it.
type etcdServer struct {
	w       *world
	at      *sim.Host
	space   *etcdnode.Space
	names   etcdNames
	leases  []*lease // live ones, in the order in which they were granted
	keys    []*etcdKey
	watches []*etcdWatch
	deleted map[string]int64 // the revision of each key's last deletion
	clients connections
}

// lease is a live lease.
type lease struct {
	id      int64 // its stable name
	owner   string
	ttl     time.Duration
	until   trace.Time
	revoked *sim.Timer
}

// etcdKey is a key that hangs on a lease, as last recorded.
type etcdKey struct {
	rpc.KV
	owner string
}

// lessorPeriod is how often etcd looks for leases that are over (etcd source,
// lease/lessor.go).
const lessorPeriod = 500 * time.Millisecond

func newEtcdServer(w *world, at *sim.Host, space *etcdnode.Space) *etcdServer {
	s := &etcdServer{
		w: w, at: at, space: space, names: etcdNames{prefix: "lock/" + w.sc.Lock.Name + "/"},
		clients: newConnections(w.net, at.Name),
	}
	s.begin()
	return s
}

// begin calls the present revision 1: as far as this lab is concerned, there is
// nothing in etcd yet.
func (s *etcdServer) begin() {
	now, err := s.space.Do(rpc.Op{Do: rpc.Get, Key: "-"})
	if err != nil {
		s.w.fail("etcd", err)
	}
	s.names.begun, s.names.made, s.deleted = now.Revision, nil, map[string]int64{}
}

func (s *etcdServer) host() *sim.Host { return s.at }

// Serve carries out a call on the live server, now.
func (s *etcdServer) Serve(from string, msg int, request sim.Payload) sim.Payload {
	s.look()
	if s.clients.hear(from, msg) {
		return hadAlready()
	}
	switch call := request.Value.(type) {
	case lock.EtcdWrite:
		return s.write(from, msg, call)
	case lock.EtcdRead:
		return s.read(from, msg, call)
	case rpc.Watch:
		return s.watch(from, msg, call)
	case rpc.WatchCancel:
		return s.cancel(from, msg, call)
	}
	reply, err := s.do(from, msg, request.Value.(rpc.Etcd))
	if err != nil {
		return refused()
	}
	return sim.Payload{Value: reply, Text: reply.String()}
}

// refused is the answer of a live server that cannot be reached; the lab stops
// with its own error.
func refused() sim.Payload {
	return sim.Payload{Value: sim.ErrRefused, Text: sim.ErrRefused.Error()}
}

// do carries out a call and records it and what it changed.
func (s *etcdServer) do(from string, msg int, call rpc.Etcd) (rpc.EtcdReply, error) {
	raw := s.names.raw(call)
	answer, err := s.space.Do(raw)
	if err != nil {
		s.w.fail("etcd", err)
		return rpc.EtcdReply{}, err
	}
	if s.changes(call, answer) {
		s.names.changed(answer.Revision)
	}
	reply := s.names.stable(answer)
	s.executed(from, msg, call.String(), reply.String(), raw.String(), answer.String())
	s.record(from, call, reply)
	return reply, nil
}

func (s *etcdServer) executed(from string, msg int, call, reply, raw, rawReply string) {
	s.w.k.Emit(s.at.Name, trace.Executed{
		Msg: msg, From: from, Command: []string{call}, Reply: reply, Raw: raw, RawReply: rawReply,
		Clock: s.clock(), Addr: s.addr(),
	})
}

func (s *etcdServer) clock() int64 { return sim.Epoch.Add(s.at.Now()).UnixMilli() }
func (s *etcdServer) addr() string { return s.w.servers.backends.etcdAddr() }

// changes reports whether a call made a new revision.
func (s *etcdServer) changes(call rpc.Etcd, answer rpc.EtcdReply) bool {
	if answer.Failed != "" {
		return false
	}
	switch c := call.(type) {
	case rpc.LeaseRevoke:
		return len(s.keysOf(c.Lease)) > 0
	case rpc.Op:
		return c.Do == rpc.Put || len(answer.Results[0].Deleted) > 0
	case rpc.Txn:
		done := c.Else
		if answer.Succeeded {
			done = c.Then
		}
		return slices.ContainsFunc(done, func(o rpc.Op) bool { return o.Do == rpc.Put }) ||
			slices.ContainsFunc(answer.Results, func(r rpc.Result) bool { return len(r.Deleted) > 0 })
	}
	return false
}

// record records what a call that was carried out changed.
func (s *etcdServer) record(from string, call rpc.Etcd, reply rpc.EtcdReply) {
	switch c := call.(type) {
	case rpc.LeaseGrant:
		s.granted(from, reply)
	case rpc.LeaseKeepAlive:
		if l := s.lease(c.Lease); l != nil && reply.TTL > 0 {
			s.renew(l)
		}
	case rpc.LeaseRevoke:
		if l := s.lease(c.Lease); l != nil {
			s.ended(l, from, trace.Deleted)
		}
	case rpc.Op:
		s.recordOps(from, []rpc.Op{c}, reply)
	case rpc.Txn:
		if reply.Succeeded {
			s.recordOps(from, c.Then, reply)
		} else {
			s.recordOps(from, c.Else, reply)
		}
	}
}

func (s *etcdServer) recordOps(from string, ops []rpc.Op, reply rpc.EtcdReply) {
	if reply.Failed != "" {
		return
	}
	for i, o := range ops {
		if o.Do == rpc.Put && (o.Lease != 0 || strings.HasPrefix(o.Key, s.names.prefix)) {
			s.put(&etcdKey{rpc.KV{Key: o.Key, Value: o.Value, Create: reply.Revision, Lease: o.Lease}, from})
		}
		for _, kv := range reply.Results[i].Deleted {
			s.gone(kv.Key, from, trace.Deleted)
		}
	}
}

func (s *etcdServer) granted(owner string, reply rpc.EtcdReply) {
	if reply.Failed != "" {
		return
	}
	l := &lease{id: reply.Lease, owner: owner, ttl: reply.TTL}
	s.leases = append(s.leases, l)
	s.w.k.Emit(s.at.Name, trace.SessionOpened{Session: rpc.LeaseName(l.id), Owner: owner, For: l.ttl})
	s.renew(l)
}

// renew gives a lease its full time to live from now on, by the server's own
// clock; stepping that clock does nothing to it: etcd counts monotonic time.
func (s *etcdServer) renew(l *lease) {
	if l.revoked != nil {
		l.revoked.Cancel()
	}
	l.until = s.at.When(s.at.Now() + l.ttl)
	l.revoked = s.at.At(roundUp(l.until, lessorPeriod), func() { s.expire(l) })
	for _, k := range s.keysOf(l.id) {
		s.show(k)
	}
}

// roundUp is the next multiple of period, t itself included.
func roundUp(t trace.Time, period time.Duration) trace.Time {
	p := trace.Time(period)
	return (t + p - 1) / p * p
}

// put notes a key of the queue. One that was there before keeps its place and its
// owner, and hangs on what the put says: on no lease, if that names none.
func (s *etcdServer) put(k *etcdKey) {
	for _, old := range s.keys {
		if old.Key == k.Key {
			old.Value, old.Lease = k.Value, k.Lease
			s.show(old)
			return
		}
	}
	s.keys = append(s.keys, k)
	s.show(k)
}

// show records a key of the queue as it stands.
func (s *etcdServer) show(k *etcdKey) {
	set := trace.KeySet{Key: k.Key, Value: k.Value, Owner: k.owner, Order: k.Create}
	if l := s.lease(k.Lease); l != nil {
		set.Until, set.Session = l.until, rpc.LeaseName(l.id)
	}
	s.w.k.Emit(s.at.Name, set)
}

// expire ends a lease whose time is over, as etcd's lessor does.
func (s *etcdServer) expire(l *lease) {
	call := rpc.LeaseRevoke{Lease: l.id}
	answer, err := s.space.Do(s.names.raw(call))
	if err != nil {
		s.w.fail("etcd", err)
		return
	}
	if s.changes(call, answer) {
		s.names.changed(answer.Revision)
	}
	s.ended(l, "", trace.Expired)
}

// ended records that a lease is over and its keys are gone; who watches one of
// them is told.
func (s *etcdServer) ended(l *lease, by, why string) {
	l.revoked.Cancel()
	s.leases = slices.DeleteFunc(s.leases, func(x *lease) bool { return x == l })
	s.w.k.Emit(s.at.Name, trace.SessionEnded{Session: rpc.LeaseName(l.id), Owner: l.owner, By: by, Why: why})
	for _, k := range s.keysOf(l.id) {
		s.gone(k.Key, by, why)
	}
}

func (s *etcdServer) gone(key, by, why string) {
	for i, k := range s.keys {
		if k.Key == key {
			s.keys = slices.Delete(s.keys, i, i+1)
			s.w.k.Emit(s.at.Name, trace.KeyGone{Key: key, Owner: k.owner, By: by, Why: why})
			break
		}
	}
	s.deleted[key] = s.names.latest()
	s.fire(key)
}

// crash stops the lane's server. The member is shared with other labs and goes on;
// what this lab has on it stays, or is lost. Watches stay: a client's library sets
// them again when it is connected again, from the revision that it has seen.
func (s *etcdServer) crash(loseData bool) {
	s.at.Crash(loseData)
	if loseData {
		s.lose()
	}
}

// lose makes the lab's part of etcd as a member that has lost its data: revisions
// begin anew, and so do the tokens that are made of them.
func (s *etcdServer) lose() {
	s.unwatch(func(*etcdWatch) bool { return true })
	s.clients.lost()
	if err := s.space.Clear(); err != nil {
		s.w.fail("etcd", err)
	}
	for len(s.leases) > 0 {
		s.ended(s.leases[0], "", trace.Lost)
	}
	for len(s.keys) > 0 {
		s.gone(s.keys[0].Key, "", trace.Lost)
	}
	s.begin()
	s.lookAtObject(s.at.Name)
}

// restart gives every lease its full time to live again, as a new leader does
// (etcd source, lessor.Promote).
func (s *etcdServer) restart() {
	s.at.Restart()
	for _, l := range slices.Clone(s.leases) {
		s.renew(l)
	}
}

func (s *etcdServer) serves(client string) bool {
	return slices.ContainsFunc(s.leases, func(l *lease) bool { return l.owner == client })
}

// expireFor ends the client's leases now.
func (s *etcdServer) expireFor(client string) {
	for _, l := range slices.Clone(s.leases) {
		if l.owner == client {
			s.expire(l)
		}
	}
}

func (s *etcdServer) lease(id int64) *lease {
	for _, l := range s.leases {
		if l.id == id {
			return l
		}
	}
	return nil
}

// keysOf are the keys that hang on a lease, in the order of their creation.
func (s *etcdServer) keysOf(lease int64) (keys []*etcdKey) {
	for _, k := range s.keys {
		if k.Lease == lease {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b *etcdKey) int { return cmp.Compare(a.Create, b.Create) })
	return keys
}

// lookAtObject brings the record up to the object's key: others than the lab's clients
// may have changed it. by is who it was.
func (s *etcdServer) lookAtObject(by string) {
	if s.w.store == nil || s.w.sc.Store.In != string(scenario.Etcd) {
		return
	}
	found, err := s.space.Do(rpc.Op{Do: rpc.Get, Key: s.w.sc.Store.Object})
	if err != nil {
		s.w.fail("etcd", err)
		return
	}
	var value string
	for _, kv := range found.Results[0].KVs {
		value = kv.Value
	}
	if value != s.w.store.store.Read().Value {
		s.w.store.wrote(by, 0, store.Write{Value: value}, true)
	}
}

// write changes the object where it is a key in etcd. The transaction itself says
// whether it may: nobody can come between the check and the write.
func (s *etcdServer) write(from string, msg int, call lock.EtcdWrite) sim.Payload {
	reply, err := s.do(from, msg, call.Txn)
	if err != nil {
		return refused()
	}
	return s.w.store.wrote(from, msg, call.Write, reply.Succeeded)
}

func (s *etcdServer) read(from string, msg int, call lock.EtcdRead) sim.Payload {
	if _, err := s.do(from, msg, call.Op); err != nil {
		return refused()
	}
	return s.w.store.Serve(from, msg, sim.Payload{Value: lock.ReadRequest{}})
}
