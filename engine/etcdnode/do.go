package etcdnode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc/codes"

	"github.com/lockviz/lockviz/engine/rpc"
)

// realTTL is the time to live of every lease on the server, for the reason in
// the package comment: longer than any lab. What a reply says is the time to
// live that was asked for.
const realTTL = 30 * 24 * time.Hour

// Do carries one call out, now, over the member's client port, and returns the
// server's answer. Keys in calls and replies are without the space's prefix;
// leases and revisions are the server's own. rpc.Watch is not for Do: see
// Watch.
//
// A lease ends only by LeaseRevoke, however short the time to live that was
// asked for: the server has another, of weeks. A reply that is an error of the
// server's is in Failed, without a revision. An error means that the server did
// not answer in time: the call may have been carried out.
func (s *Space) Do(c rpc.Etcd) (rpc.EtcdReply, error) {
	ctx, cancel := s.member.call()
	defer cancel()
	reply, err := s.do(ctx, c)
	if refused(err) {
		return rpc.EtcdReply{Failed: err.Error()}, nil
	}
	if err != nil {
		return rpc.EtcdReply{}, s.member.unreached(c, err)
	}
	return reply, s.member.history.visit(s, reply.Revision)
}

func (s *Space) do(ctx context.Context, c rpc.Etcd) (rpc.EtcdReply, error) {
	switch c := c.(type) {
	case rpc.LeaseGrant:
		return s.grant(ctx, c)
	case rpc.LeaseKeepAlive:
		return s.keepAlive(ctx, c)
	case rpc.LeaseRevoke:
		return s.revoke(ctx, c)
	case rpc.Txn:
		return s.txn(ctx, c)
	case rpc.Op:
		return s.op(ctx, c)
	}
	panic(fmt.Sprintf("etcdnode: %T is not a call for Do", c))
}

// refused reports whether the server has looked at the call and declined it.
// Other errors of the server's, for example that there was no leader in time,
// leave open whether the call was carried out.
func refused(err error) bool {
	var answer rpctypes.EtcdError
	return errors.As(err, &answer) && slices.Contains(refusals, answer.Code())
}

var refusals = []codes.Code{codes.NotFound, codes.InvalidArgument, codes.FailedPrecondition, codes.OutOfRange}

func (s *Space) grant(ctx context.Context, c rpc.LeaseGrant) (rpc.EtcdReply, error) {
	if c.TTL < time.Second || c.TTL%time.Second != 0 {
		return rpc.EtcdReply{}, fmt.Errorf("a time to live is whole seconds, at least 1s: not %s", c.TTL)
	}
	r, err := s.member.client.Grant(ctx, int64(realTTL.Seconds()))
	if err != nil {
		return rpc.EtcdReply{}, err
	}
	s.remember(int64(r.ID), c.TTL)
	return rpc.EtcdReply{Revision: r.Revision, Lease: int64(r.ID), TTL: c.TTL}, nil
}

func (s *Space) keepAlive(ctx context.Context, c rpc.LeaseKeepAlive) (rpc.EtcdReply, error) {
	r, err := s.member.client.KeepAliveOnce(ctx, clientv3.LeaseID(c.Lease))
	reply := rpc.EtcdReply{Lease: c.Lease}
	if r != nil && r.ResponseHeader != nil {
		reply.Revision = r.Revision
	}
	switch {
	case errors.Is(err, rpctypes.ErrLeaseNotFound):
		s.forget(c.Lease)
		return reply, nil
	case err != nil:
		return rpc.EtcdReply{}, err
	}
	ttl, ours := s.asked(c.Lease)
	if !ours {
		ttl = time.Duration(r.TTL) * time.Second
	}
	reply.TTL = ttl
	return reply, nil
}

func (s *Space) revoke(ctx context.Context, c rpc.LeaseRevoke) (rpc.EtcdReply, error) {
	r, err := s.member.client.Revoke(ctx, clientv3.LeaseID(c.Lease))
	if err == nil || errors.Is(err, rpctypes.ErrLeaseNotFound) {
		s.forget(c.Lease)
	}
	if err != nil {
		return rpc.EtcdReply{}, err
	}
	return rpc.EtcdReply{Revision: r.Header.Revision}, nil
}

func (s *Space) txn(ctx context.Context, c rpc.Txn) (rpc.EtcdReply, error) {
	var conds []clientv3.Cmp
	for _, cond := range c.If {
		conds = append(conds, clientv3.Compare(clientv3.CreateRevision(s.prefix+cond.Key), "=", cond.Create))
	}
	r, err := s.member.client.Txn(ctx).If(conds...).Then(s.ops(c.Then)...).Else(s.ops(c.Else)...).Commit()
	if err != nil {
		return rpc.EtcdReply{}, err
	}
	reply := rpc.EtcdReply{Revision: r.Header.Revision, Succeeded: r.Succeeded}
	for _, part := range r.Responses {
		reply.Results = append(reply.Results, s.part(part))
	}
	return reply, nil
}

// op is a transaction's only operation, as the server does it, too.
func (s *Space) op(ctx context.Context, c rpc.Op) (rpc.EtcdReply, error) {
	r, err := s.member.client.Do(ctx, s.clientOp(c))
	if err != nil {
		return rpc.EtcdReply{}, err
	}
	switch {
	case r.Put() != nil:
		return one(r.Put().Header, rpc.Result{Put: true}), nil
	case r.Del() != nil:
		return one(r.Del().Header, rpc.Result{Deleted: s.kvs(r.Del().PrevKvs)}), nil
	}
	return one(r.Get().Header, rpc.Result{KVs: s.kvs(r.Get().Kvs)}), nil
}

func one(h *etcdserverpb.ResponseHeader, r rpc.Result) rpc.EtcdReply {
	return rpc.EtcdReply{Revision: h.Revision, Results: []rpc.Result{r}}
}

func (s *Space) part(r *etcdserverpb.ResponseOp) rpc.Result {
	return rpc.Result{
		KVs:     s.kvs(r.GetResponseRange().GetKvs()),
		Deleted: s.kvs(r.GetResponseDeleteRange().GetPrevKvs()),
		Put:     r.GetResponsePut() != nil,
	}
}

func (s *Space) ops(all []rpc.Op) []clientv3.Op {
	var ops []clientv3.Op
	for _, o := range all {
		ops = append(ops, s.clientOp(o))
	}
	return ops
}

func (s *Space) clientOp(o rpc.Op) clientv3.Op {
	key := s.prefix + o.Key
	switch o.Do {
	case rpc.Put:
		return clientv3.OpPut(key, o.Value, clientv3.WithLease(clientv3.LeaseID(o.Lease)))
	case rpc.Get:
		return clientv3.OpGet(key)
	case rpc.First:
		return clientv3.OpGet(key, clientv3.WithFirstCreate()...)
	case rpc.Last:
		return clientv3.OpGet(key, append(clientv3.WithLastCreate(), clientv3.WithMaxCreateRev(o.Max))...)
	case rpc.Delete:
		return clientv3.OpDelete(key, clientv3.WithPrevKV())
	}
	panic(fmt.Sprintf("etcdnode: no operation %q", o.Do))
}

func (s *Space) kvs(found []*mvccpb.KeyValue) []rpc.KV {
	var all []rpc.KV
	for _, kv := range found {
		all = append(all, rpc.KV{
			Key: s.cut(kv.Key), Value: string(kv.Value),
			Create: kv.CreateRevision, Mod: kv.ModRevision, Lease: kv.Lease,
		})
	}
	return all
}

func (s *Space) cut(key []byte) string { return strings.TrimPrefix(string(key), s.prefix) }
