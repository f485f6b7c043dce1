package engine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/redisnode"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// servers are a lab's live servers. They outlive its runs: going back to an
// earlier moment resets them and runs again, on the same ports.
type servers struct {
	redis []*redisnode.Node
}

func startServers(sc scenario.Scenario) (*servers, error) {
	s := &servers{}
	for range sc.Servers() {
		n, err := redisnode.Start(sim.Epoch)
		if err != nil {
			s.close()
			return nil, err
		}
		s.redis = append(s.redis, n)
	}
	return s, nil
}

func (s *servers) reset() error {
	for _, n := range s.redis {
		if err := n.Reset(sim.Epoch); err != nil {
			return err
		}
	}
	return nil
}

func (s *servers) close() {
	for _, n := range s.redis {
		n.Close()
	}
}

// redisServer puts a live Redis node on a lane: it executes what arrives, and
// records what became of the lock's key.
type redisServer struct {
	w      *world
	host   *sim.Host
	node   *redisnode.Node
	key    string
	known  keyState   // as last recorded
	expiry *sim.Timer // a look at the moment when the key is due to expire
}

type keyState struct {
	exists bool
	value  string
	owner  string // the client whose command set it
	until  trace.Time
}

// Serve executes a command on the live node, now.
func (s *redisServer) Serve(from string, msg int, request sim.Payload) sim.Payload {
	command := request.Value.([]string)
	s.look()
	value, err := s.node.Do(from, command...)
	if err != nil {
		s.w.fault = err
		return sim.Payload{Value: sim.ErrRefused, Text: sim.ErrRefused.Error()}
	}
	text := replyText(value)
	s.w.k.Emit(s.host.Name, trace.Executed{
		Msg: msg, From: from, Command: command, Reply: text,
		Clock: s.node.Clock().UnixMilli(), Addr: s.node.Addr(),
	})
	s.record(from)
	return sim.Payload{Value: value, Text: text}
}

// look moves the node's clock to the present and records what expired.
func (s *redisServer) look() {
	s.node.SetClock(sim.Epoch.Add(s.host.Now()))
	s.record("")
}

// record compares the lock's key with what was last recorded. by is the client
// whose command was just executed, "" if time alone passed.
func (s *redisServer) record(by string) {
	now := s.state(by)
	if now == s.known {
		return
	}
	before := s.known
	s.known = now
	switch {
	case now.exists:
		s.w.k.Emit(s.host.Name, trace.KeySet{Key: s.key, Value: now.value, Owner: now.owner, Until: now.until})
	case by != "":
		s.w.k.Emit(s.host.Name, trace.KeyGone{Key: s.key, Owner: before.owner, By: by, Why: trace.Deleted})
	default:
		s.w.k.Emit(s.host.Name, trace.KeyGone{Key: s.key, Owner: before.owner, Why: trace.Expired})
	}
	s.expectExpiry()
}

func (s *redisServer) state(by string) keyState {
	value, left, exists := s.node.Key(s.key)
	if !exists {
		return keyState{}
	}
	now := keyState{exists: true, value: value, owner: by}
	if s.known.exists && (by == "" || value == s.known.value) {
		now.owner = s.known.owner
	}
	if left > 0 {
		now.until = s.host.When(s.node.Clock().Add(left).Sub(sim.Epoch))
	}
	return now
}

func (s *redisServer) expectExpiry() {
	if s.expiry != nil {
		s.expiry.Cancel()
		s.expiry = nil
	}
	if s.known.exists && s.known.until > 0 {
		s.expiry = s.host.At(s.known.until, s.look)
	}
}

// crash stops the live node; a restart finds its data again unless it is lost.
func (s *redisServer) crash(loseData bool) {
	s.host.Crash(loseData)
	s.node.Crash(loseData)
	if loseData && s.known.exists {
		s.w.k.Emit(s.host.Name, trace.KeyGone{Key: s.key, Owner: s.known.owner, Why: trace.Lost})
		s.known = keyState{}
	}
}

func (s *redisServer) restart() {
	s.host.Restart()
	if err := s.node.Restart(); err != nil {
		s.w.fault = err
		return
	}
	s.look()
	s.expectExpiry()
}

// expire ends the key's time to live now.
func (s *redisServer) expire() {
	s.node.Expire(s.key)
	s.record("")
}

// replyText prints a reply as redis-cli does.
func replyText(value any) string {
	switch v := value.(type) {
	case nil:
		return "(nil)"
	case int64:
		return fmt.Sprintf("(integer) %d", v)
	case redisnode.ErrReply:
		return "(error) " + v.Error()
	case string:
		if v == "OK" {
			return v
		}
		return strconv.Quote(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = fmt.Sprintf("%d) %s", i+1, replyText(item))
		}
		return strings.Join(items, " ")
	}
	return fmt.Sprint(value)
}

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
