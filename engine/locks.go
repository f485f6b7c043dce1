package engine

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
)

// newLock builds the lock client that the scenario asks for, with the mistakes that
// this client makes.
func (w *world) newLock(c scenario.Client) (lock.Lock, error) {
	l := w.sc.Lock.Of(c)
	switch l.Kind {
	case scenario.Mutex:
		return lock.Mutex{Name: l.Name, Memory: w.memory(c)}, nil
	case scenario.Redis, scenario.RedisReplica:
		return lock.Redis{
			Node: w.primary, Name: l.Name, TTL: l.TTL, Low: l.Retry.Min, High: l.Retry.Max, Wait: l.Wait,
			SetnxThenExpire: l.Has(scenario.SetnxThenExpire),
			PlainIncr:       l.Has(scenario.PlainIncr),
			KeyMistakes:     keyMistakes(l),
		}, nil
	case scenario.Redlock:
		return lock.Redlock{
			Nodes: w.sc.Servers(), Name: l.Name, TTL: l.TTL, Low: l.Retry.Min, High: l.Retry.Max, Parallel: l.Parallel,
			SkipElapsedCheck: l.Has(scenario.SkipElapsedCheck),
			NoCleanup:        l.Has(scenario.NoCleanup),
			ExpiryFromFirst:  l.Has(scenario.ExpiryFromFirstAttempt),
			SetOnExtend:      l.Has(scenario.SetOnExtend),
			KeyMistakes:      keyMistakes(l),
		}, nil
	case scenario.Etcd:
		return w.newEtcdLock(c, l), nil
	case scenario.ZooKeeper:
		return &lock.ZooKeeper{
			Server: w.sc.Servers()[0], Name: l.Name, Timeout: l.TTL, Low: l.Retry.Min, High: l.Retry.Max,
			WatchParent:   l.Has(scenario.WatchParent),
			NoGUID:        l.Has(scenario.NoGUID),
			SequenceToken: l.Has(scenario.SequenceToken),
			QueueMistakes: queueMistakes(l),
		}, nil
	}
	return nil, fmt.Errorf("lock kind %s is not in this build", l.Kind)
}

// memory is what the clients of one process share.
func (w *world) memory(c scenario.Client) *lock.Memory {
	name := w.sc.Process(c)
	m := w.memories[name]
	if m == nil {
		m = &lock.Memory{Process: name}
		w.memories[name] = m
	}
	return m
}

// process lists the hosts of the clients that run in one process with this one,
// itself included: what stops a process stops them all.
func (w *world) process(lane string) (hosts []*sim.Host) {
	own := w.clients[lane]
	if own == nil {
		return []*sim.Host{w.hosts[lane]}
	}
	for _, c := range w.sc.Clients {
		if w.sc.Process(c) == w.sc.Process(own.spec) {
			hosts = append(hosts, w.hosts[c.Name])
		}
	}
	return hosts
}

func (w *world) newEtcdLock(c scenario.Client, l scenario.Lock) *lock.Etcd {
	e := &lock.Etcd{
		Server: w.sc.Servers()[0], Name: l.Name, TTL: l.TTL, Low: l.Retry.Min, High: l.Retry.Max,
		LeaseToken:    l.Has(scenario.LeaseIDToken),
		HeaderToken:   l.Has(scenario.HeaderRevisionToken),
		QueueMistakes: queueMistakes(l),
	}
	if l.Has(scenario.SharedSession) {
		e.Shared = w.memory(c)
	}
	return e
}

func keyMistakes(l scenario.Lock) lock.KeyMistakes {
	return lock.KeyMistakes{
		DelRelease:    l.Has(scenario.DelRelease),
		GetThenDel:    l.Has(scenario.GetThenDel),
		ConstantToken: l.Has(scenario.ConstantToken),
	}
}

func queueMistakes(l scenario.Lock) lock.QueueMistakes {
	return lock.QueueMistakes{
		NoRecheck:        l.Has(scenario.NoRecheckAfterWake),
		IgnoreLoss:       l.Has(scenario.IgnoreSessionLoss),
		ReleaseOnce:      l.Has(scenario.ReleaseOnce),
		CancelLeavesNode: l.Has(scenario.CancelLeavesNode),
	}
}

// watchdog extends the lock while its client works, if the scenario wants one.
func (w *world) watchdog(l lock.Lock) *lock.Watchdog {
	if !w.sc.Lock.Watchdog {
		return nil
	}
	return &lock.Watchdog{
		Lock: l, Name: w.sc.Lock.Name, Every: w.sc.Lock.TTL / 3,
		GivesUp: w.sc.Lock.Has(scenario.RenewalGivesUp),
	}
}

// resource is the protected resource as clients reach it.
func (w *world) resource() lock.Resource {
	if w.sc.Store.In == string(scenario.Etcd) {
		return lock.EtcdStore{Server: w.sc.Servers()[0], Object: w.sc.Store.Object, Guard: func() bool { return w.store.store.Fencing }}
	}
	return lock.Store{Lane: scenario.StoreLane, Object: w.sc.Store.Object}
}
