package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// etcdWatch waits for a key's deletion.
type etcdWatch struct {
	msg     int
	key     string
	watcher string
	live    *etcdnode.Watcher
}

// watchPatience is how long, in real time, a watch that must fire may take.
const watchPatience = 5 * time.Second

// watch sets a live watch, in place of the client's last: it waits for one key at a
// time. It fires at once if the key has been deleted since the
// revision that it begins at, even if there is a new key of that name.
func (s *etcdServer) watch(from string, msg int, call rpc.Watch) sim.Payload {
	raw := s.names.raw(call).(rpc.Watch)
	live, err := s.space.Watch(raw)
	if err != nil {
		s.w.fail("etcd", err)
		return refused()
	}
	asked := s.w.net.Original(msg)
	s.unwatch(func(old *etcdWatch) bool { return old.watcher == from && old.msg <= asked })
	s.watches = append(s.watches, &etcdWatch{asked, call.Key, from, live})
	s.executed(from, msg, call.String(), "watching", raw.String(), "watching")
	s.w.k.Emit(s.at.Name, trace.WatchSet{Key: call.Key, Watcher: from, For: "DELETE"})
	if at := s.deleted[call.Key]; at > 0 && at >= call.From {
		s.fire(call.Key)
	}
	return sim.Payload{Value: rpc.EtcdReply{}, Text: "watching"}
}

func (s *etcdServer) cancel(from string, msg int, call rpc.WatchCancel) sim.Payload {
	s.unwatch(func(w *etcdWatch) bool { return w.msg == call.Of })
	s.executed(from, msg, call.String(), "canceled", call.String(), "canceled")
	return sim.Payload{Value: rpc.EtcdReply{}, Text: "canceled"}
}

// unwatch ends the watches that match says.
func (s *etcdServer) unwatch(match func(*etcdWatch) bool) {
	s.watches = slices.DeleteFunc(s.watches, func(w *etcdWatch) bool {
		if match(w) {
			w.live.Cancel()
			return true
		}
		return false
	})
}

// left ends the watches of a client that crashed: its connection is closed.
func (s *etcdServer) left(client string) {
	s.clients.left(client)
	s.unwatch(func(w *etcdWatch) bool { return w.watcher == client })
}

// fire waits, for real, until every watch on a deleted key has fired, and tells the
// clients in the order in which they were set.
func (s *etcdServer) fire(key string) {
	var rest []*etcdWatch
	for _, w := range s.watches {
		if w.key != key {
			rest = append(rest, w)
			continue
		}
		select {
		case _, fired := <-w.live.C:
			s.heard(w, fired)
		case <-time.After(watchPatience):
			s.w.fail("etcd", fmt.Errorf("the watch on %s did not fire within %v", key, watchPatience))
		}
	}
	s.watches = rest
}

func (s *etcdServer) heard(w *etcdWatch, fired bool) {
	if !fired {
		s.w.fail("etcd", fmt.Errorf("the watch on %s ended", w.key))
		return
	}
	deletion := rpc.Deletion{Key: w.key, Revision: s.names.latest()}
	msg := s.clients.tell(w.watcher, sim.Payload{Value: lock.Notice{Of: w.msg, Event: deletion}, Text: "DELETE " + w.key})
	s.w.k.Emit(s.at.Name, trace.WatchFired{Key: w.key, Watcher: w.watcher, Event: "DELETE", Msg: msg})
}

// look notices what somebody outside the lab's clients did.
func (s *etcdServer) look() {
	for _, w := range slices.Clone(s.watches) {
		select {
		case _, fired := <-w.live.C:
			s.watches = slices.DeleteFunc(s.watches, func(x *etcdWatch) bool { return x == w })
			s.heard(w, fired)
		default:
		}
	}
	s.lookAtObject(Stranger)
}
