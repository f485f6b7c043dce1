package engine

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/redisnode"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// redisServer puts a live Redis node on a lane: it executes what arrives, and
// records what became of the lock's key.
type redisServer struct {
	w      *world
	index  int // among the lab's Redis nodes
	at     *sim.Host
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

func (s *redisServer) host() *sim.Host { return s.at }
func (s *redisServer) addr() string    { return s.node.Addr() }

// Serve executes a command on the live node, now.
func (s *redisServer) Serve(from string, msg int, request sim.Payload) sim.Payload {
	s.look()
	if c, copied := request.Value.(change); copied {
		s.replicated(from, msg, c)
		return sim.Payload{}
	}
	command := request.Value.([]string)
	if s.w.replica() != nil && strings.EqualFold(command[0], "WAIT") {
		return s.wait(from, msg, command)
	}
	return s.change(from, msg, command)
}

// change executes a command, and records and replicates what it changed.
func (s *redisServer) change(from string, msg int, command []string) sim.Payload {
	before := s.nodeKeys()
	p := s.execute(from, msg, command)
	s.record(from, trace.Deleted)
	s.w.replicate(s, before, s.nodeKeys(), from)
	return p
}

func (s *redisServer) execute(from string, msg int, command []string) sim.Payload {
	value, err := s.node.Do(from, command...)
	if err != nil {
		s.w.fault = err
		return sim.Payload{Value: sim.ErrRefused, Text: sim.ErrRefused.Error()}
	}
	return s.executed(from, msg, command, value)
}

func (s *redisServer) executed(from string, msg int, command []string, value any) sim.Payload {
	text := clip(replyText(value))
	s.w.k.Emit(s.at.Name, trace.Executed{
		Msg: msg, From: from, Command: command, Reply: text,
		Clock: s.node.Clock().UnixMilli(), Addr: s.node.Addr(),
	})
	return sim.Payload{Value: value, Text: text}
}

// nodeKey is a key as the live node holds it.
type nodeKey struct {
	exists  bool
	value   string
	expires time.Time // by the node's clock: the last moment at which it exists; zero: never
}

// keys are the keys that the lock's clients use.
func (s *redisServer) keys() []string { return []string{s.key, s.key + ":token"} }

func (s *redisServer) nodeKeys() map[string]nodeKey {
	all := map[string]nodeKey{}
	for _, key := range s.keys() {
		all[key] = s.nodeKey(key)
	}
	return all
}

func (s *redisServer) nodeKey(key string) nodeKey {
	value, left, exists := s.node.Key(key)
	k := nodeKey{exists: exists, value: value}
	if left > 0 {
		k.expires = s.node.Clock().Add(left - time.Millisecond)
	}
	return k
}

// look moves the node's clock to the present and records what expired.
func (s *redisServer) look() {
	s.node.SetClock(sim.Epoch.Add(s.at.Now()))
	s.record("", trace.Expired)
}

// record compares the lock's key with what was last recorded. by is the client
// whose command was just executed, "" if time alone passed; why is the reason
// if the key is gone.
func (s *redisServer) record(by, why string) {
	now := s.state(by)
	if now == s.known {
		return
	}
	before := s.known
	s.known = now
	switch {
	case now.exists:
		s.w.k.Emit(s.at.Name, trace.KeySet{Key: s.key, Value: now.value, Owner: now.owner, Until: now.until})
	case why == trace.Deleted:
		s.w.k.Emit(s.at.Name, trace.KeyGone{Key: s.key, Owner: before.owner, By: by, Why: why})
	default:
		s.w.k.Emit(s.at.Name, trace.KeyGone{Key: s.key, Owner: before.owner, Why: why})
		s.w.expired(s)
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
		now.until = s.at.When(s.node.Clock().Add(left).Sub(sim.Epoch))
	}
	return now
}

func (s *redisServer) expectExpiry() {
	if s.expiry != nil {
		s.expiry.Cancel()
		s.expiry = nil
	}
	if s.known.exists && s.known.until > 0 {
		s.expiry = s.at.At(s.known.until, s.look)
	}
}

// crash stops the live node; a restart finds its data again unless it is lost.
func (s *redisServer) crash(loseData bool) {
	s.at.Crash(loseData)
	s.node.Crash(loseData)
	if s.w.leads(s) {
		s.w.stream.waits = nil
	}
	if loseData && s.known.exists {
		s.w.k.Emit(s.at.Name, trace.KeyGone{Key: s.key, Owner: s.known.owner, Why: trace.Lost})
		s.known = keyState{}
	}
}

func (s *redisServer) restart() {
	s.at.Restart()
	if err := s.node.Restart(); err != nil {
		s.w.fault = err
		return
	}
	s.look()
	s.w.synchronize()
	s.expectExpiry()
}

func (s *redisServer) left(string) {}

// serves: a replica waits for its primary to decide.
func (s *redisServer) serves(client string) bool {
	return s.known.exists && s.known.owner == client && s != s.w.replica()
}

// expireFor ends the key's time to live now.
func (s *redisServer) expireFor(string) {
	s.node.Expire(s.key)
	s.record("", trace.Expired)
}

// command plans a command from a connection that is not a lab client's.
func (s *redisServer) command(words []string) (func() any, error) {
	if err := redisnode.Unfit(words); err != nil {
		return nil, err
	}
	if err := s.node.Admit(words); err != nil {
		return nil, err
	}
	return func() any {
		s.look()
		return s.change(Stranger, 0, words).Value
	}, nil
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

// longestReply is how many bytes of a reply are recorded. A lock's are far
// shorter; a stranger can ask for all that a node holds.
const longestReply = 1500

func clip(reply string) string {
	if len(reply) <= longestReply {
		return reply
	}
	return fmt.Sprintf("%s… (%d bytes in all)", strings.ToValidUTF8(reply[:longestReply], ""), len(reply))
}
