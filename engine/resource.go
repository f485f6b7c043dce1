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

func (s *storeServer) write(from string, msg int, w store.Write) sim.Payload {
	state, ok := s.store.Write(w)
	if !ok {
		s.w.k.Emit(scenario.StoreLane, trace.Rejected{
			Msg: msg, Object: s.store.Name, Writer: from, Token: w.Token, Value: w.Value,
			ReadVersion: w.ReadVersion, Highest: state.Highest,
		})
		return sim.Payload{Value: lock.WriteAnswer{State: state}, Text: fmt.Sprintf("refused: token %d is lower than %d", w.Token, state.Highest)}
	}
	s.w.k.Emit(scenario.StoreLane, trace.Accepted{
		Msg: msg, Object: s.store.Name, Writer: from, Token: w.Token, Version: state.Version, Value: w.Value,
		ReadVersion: w.ReadVersion, Highest: state.Highest,
	})
	return sim.Payload{Value: lock.WriteAnswer{State: state, Accepted: true}, Text: fmt.Sprintf("accepted: version %d", state.Version)}
}
