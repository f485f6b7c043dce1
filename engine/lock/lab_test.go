package lock_test

import (
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/redisnode"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

const ms = time.Millisecond

// lab is what a lock client needs: a kernel, a live Redis node and a store, and a
// network that takes 2 ms each way.
type lab struct {
	k        *sim.Kernel
	net      *sim.Network
	redis    *sim.Host
	node     *redisnode.Node
	store    store.Store
	hosts    map[string]*sim.Host
	commands []string // as the node carried them out: "A SET …"
	executed []int    // requests, in the order in which the node carried them out
}

func startNode(t testing.TB) *redisnode.Node {
	t.Helper()
	node, err := redisnode.Start(sim.Epoch)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(node.Close)
	return node
}

func newLab(t testing.TB) *lab {
	l := labOn(startNode(t), 1, 2*ms, 2*ms)
	t.Cleanup(l.k.Close)
	return l
}

func labOn(node *redisnode.Node, seed uint64, low, high time.Duration) *lab {
	k := sim.New(seed, nil)
	l := &lab{k: k, net: k.Network(low, high), redis: k.Host("redis-1"), node: node, hosts: map[string]*sim.Host{}}
	l.net.Listen(l.redis, l)
	l.net.Listen(k.Host("store"), protected{&l.store})
	return l
}

// Serve carries out a command on the live node.
func (l *lab) Serve(from string, msg int, request sim.Payload) sim.Payload {
	command := request.Value.([]string)
	l.node.SetClock(sim.Epoch.Add(l.redis.Now()))
	reply, err := l.node.Do(from, command...)
	if err != nil {
		panic(err)
	}
	l.commands = append(l.commands, from+" "+trace.Line(command))
	l.executed = append(l.executed, msg)
	return sim.Payload{Value: reply}
}

// protected answers for the store.
type protected struct{ *store.Store }

func (s protected) Serve(_ string, _ int, request sim.Payload) sim.Payload {
	if w, ok := request.Value.(store.Write); ok {
		state, accepted := s.Write(w)
		return sim.Payload{Value: lock.WriteAnswer{State: state, Accepted: accepted}}
	}
	return sim.Payload{Value: s.Read()}
}

// theLock is the lock of these tests, ten seconds long.
var theLock = lock.Redis{Node: func() string { return "redis-1" }, Name: "job", TTL: 10 * time.Second, Low: 1000 * ms, High: 2000 * ms}

// run starts a client with a program of its own.
func (l *lab) run(name string, program func(*lock.Client)) *sim.Host {
	h := l.k.Host(name)
	h.Where = lock.Where
	l.hosts[name] = h
	c := &lock.Client{Name: name, Net: l.net, Host: h, Dice: l.k.Stream("client " + name), Timeout: 500 * ms}
	h.Go(func(p *sim.Proc) {
		c.Run(p)
		program(c)
	})
	return h
}

// until runs the lab to a moment.
func (l *lab) until(t time.Duration) {
	for {
		next, due := l.k.Next()
		if !due || next > trace.Time(t) {
			l.k.Skip(trace.Time(t))
			return
		}
		l.k.Step()
	}
}

func (l *lab) toEnd() {
	for l.k.Step() {
	}
}

// key is the lock's value on the node, "" if there is none.
func (l *lab) key() string {
	l.node.SetClock(sim.Epoch.Add(l.redis.Now()))
	value, _, _ := l.node.Key("lock:job")
	return value
}

// said lists the events of a lane that are of the type B.
func said[B trace.Body](l *lab, lane string) []B {
	var out []B
	for _, e := range l.k.Log().Since(0) {
		if b, ok := e.Body.(B); ok && e.Lane == lane {
			out = append(out, b)
		}
	}
	return out
}

// wantCommands compares what the node carried out, with V for each client's
// random value.
func (l *lab) wantCommands(t *testing.T, want ...string) {
	t.Helper()
	got := strings.Join(l.commands, "\n")
	for _, c := range l.commands {
		for _, word := range strings.Fields(c) {
			if len(word) == 16 && strings.Trim(word, "0123456789abcdef") == "" {
				got = strings.ReplaceAll(got, word, "V")
			}
		}
	}
	if got != strings.Join(want, "\n") {
		t.Errorf("the node carried out\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

const (
	set     = " SET lock:job V NX PX 10000"
	draw    = " EVAL «next token if mine» 2 lock:job lock:job:token V"
	release = " EVAL «delete if mine» 1 lock:job V"
)
