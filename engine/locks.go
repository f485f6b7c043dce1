package engine

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
)

// newLock builds the lock client that the scenario asks for.
func (w *world) newLock() (lock.Lock, error) {
	l := w.sc.Lock
	switch l.Kind {
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
	}
	return nil, fmt.Errorf("lock kind %s is not in this build", l.Kind)
}

func keyMistakes(l scenario.Lock) lock.KeyMistakes {
	return lock.KeyMistakes{
		DelRelease:    l.Has(scenario.DelRelease),
		GetThenDel:    l.Has(scenario.GetThenDel),
		ConstantToken: l.Has(scenario.ConstantToken),
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
