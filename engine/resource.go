package engine

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// storeServer puts the protected resource on its lane.
type storeServer struct {
	w     *world
	store store.Store
}

// Serve answers a lock.ReadRequest or a store.Write.
func (s *storeServer) Serve(from string, msg int, request sim.Payload) sim.Payload {
	if write, ok := request.Value.(store.Write); ok {
		return s.write(from, msg, write)
	}
	state := s.store.Read()
	s.w.k.Emit(scenario.StoreLane, trace.Served{Msg: msg, Object: s.store.Name, Reader: from, Version: state.Version, Value: state.Value})
	return sim.Payload{Value: state, Text: fmt.Sprintf("version %d = %q", state.Version, state.Value)}
}

// wrote records a write that was decided elsewhere: by a transaction of the etcd
// that keeps the object.
func (s *storeServer) wrote(from string, msg int, w store.Write, done bool) sim.Payload {
	if !done {
		state := s.store.Read()
		s.w.k.Emit(scenario.StoreLane, trace.Rejected{
			Msg: msg, Object: s.store.Name, Writer: from, Token: w.Token, Value: w.Value, ReadVersion: w.ReadVersion,
		})
		return sim.Payload{Value: lock.WriteAnswer{State: state}, Text: "refused: its writer does not own the lock"}
	}
	decided := s.store
	decided.Fencing = false // it has been decided
	state, _ := decided.Write(w)
	decided.Fencing = s.store.Fencing
	s.store = decided
	return s.accepted(from, msg, w, state)
}

func (s *storeServer) write(from string, msg int, w store.Write) sim.Payload {
	state, ok := s.store.Write(w)
	if !ok {
		s.w.k.Emit(scenario.StoreLane, trace.Rejected{
			Msg: msg, Object: s.store.Name, Writer: from, Token: w.Token, Value: w.Value,
			ReadVersion: w.ReadVersion, Highest: state.Highest,
		})
		return sim.Payload{Value: lock.WriteAnswer{State: state}, Text: fmt.Sprintf("refused: token %d is lower than %d", w.Token, state.Highest)}
	}
	return s.accepted(from, msg, w, state)
}

func (s *storeServer) accepted(from string, msg int, w store.Write, state store.State) sim.Payload {
	s.w.k.Emit(scenario.StoreLane, trace.Accepted{
		Msg: msg, Object: s.store.Name, Writer: from, Token: w.Token, Version: state.Version, Value: w.Value,
		ReadVersion: w.ReadVersion, Highest: state.Highest,
	})
	return sim.Payload{Value: lock.WriteAnswer{State: state, Accepted: true}, Text: fmt.Sprintf("accepted: version %d", state.Version)}
}
