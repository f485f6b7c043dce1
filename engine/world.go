package engine

import (
	"fmt"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// world is one run of a scenario, from lab time 0: the kernel and all that
// lives in it. Servers are lent to it; everything else is its own.
type world struct {
	sc       scenario.Scenario
	k        *sim.Kernel
	net      *sim.Network
	hosts    map[string]*sim.Host
	clients  map[string]*client
	servers  *servers
	lanes    []server                // the live servers, in lane order
	redis    []*redisServer          // those of them that are Redis nodes
	leading  int                     // which of redis clients turn to, where only one counts
	memories map[string]*lock.Memory // of the clients' processes
	stream   *replication            // from it to its replica, if it has one
	store    *storeServer
	cues     []*cue // those that wait for an event
	due      []scenario.Action
	judge    *check.Judge
	broke    bool  // a property became violated in the last step
	replied  any   // what a server last replied to a command from outside
	fault    error // a live server could not be reached: the lab's own trouble
}

// cue is one line of the script that waits for its event.
type cue struct {
	scenario.Cue
	seen int
}

func newWorld(sc scenario.Scenario, servers *servers) (*world, error) {
	w := &world{
		sc: sc, hosts: map[string]*sim.Host{}, clients: map[string]*client{},
		judge: check.NewJudge(), servers: servers, memories: map[string]*lock.Memory{},
	}
	w.k = sim.New(sc.Seed, w.see)
	w.net = w.k.Network(sc.Network.Delay.Min, sc.Network.Delay.Max)
	for _, lane := range sc.Lanes() {
		w.hosts[lane.Name] = w.k.Host(lane.Name)
	}
	if err := servers.reset(); err != nil {
		return nil, err
	}
	w.addServers(servers)
	w.addScript() // before the clients: at one moment, what is done to them comes first
	for _, c := range sc.Clients {
		if err := w.addClient(c); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *world) addServers(servers *servers) {
	for i, name := range w.sc.Servers() {
		at := w.hosts[name]
		var s server
		switch w.sc.Lock.Kind {
		case scenario.Etcd:
			s = newEtcdServer(w, at, servers.etcd)
		case scenario.ZooKeeper:
			s = &zooKeeperServer{w: w, at: at, space: servers.zookeeper, clients: newConnections(w.net, name)}
		default:
			node := &redisServer{w: w, index: i, at: at, node: servers.redis[i], key: "lock:" + w.sc.Lock.Name}
			w.redis = append(w.redis, node)
			s = node
		}
		w.lanes = append(w.lanes, s)
		w.net.Listen(at, w.observed(s))
	}
	if w.replica() != nil {
		w.stream = w.newReplication()
	}
	w.store = &storeServer{w: w, store: store.Store{Name: w.sc.Store.Object, Fencing: w.sc.Store.Fencing}}
	w.net.Listen(w.hosts[scenario.StoreLane], w.store)
}

func (w *world) addClient(spec scenario.Client) error {
	if _, err := w.newLock(spec); err != nil {
		return err
	}
	host := w.hosts[spec.Name]
	host.Where = lock.Where
	c := &client{
		w: w, spec: spec, host: host, name: w.sc.Lock.Name, store: w.resource(),
		me: &lock.Client{
			Name: spec.Name, Net: w.net, Host: host,
			Dice: w.k.Stream("client " + spec.Name), Timeout: w.sc.Lock.Timeout,
		},
	}
	w.net.Listen(host, c.me)
	w.clients[spec.Name] = c
	c.reset()
	c.begin = host.At(trace.Time(spec.Start), c.start)
	return nil
}

func (w *world) addScript() {
	for _, line := range w.sc.Script {
		if line.When.Lane != "" {
			w.cues = append(w.cues, &cue{Cue: line})
			continue
		}
		do := line.Do
		w.k.At(trace.Time(line.When.At), func() { w.due = append(w.due, do) })
	}
}

// see is called with every event as it is recorded.
func (w *world) see(e trace.Event) {
	if w.judge.See(e) {
		w.broke = true
	}
	for _, c := range w.cues {
		if c.When.Lane != e.Lane || c.When.Kind != string(e.Body.Kind()) {
			continue
		}
		if c.seen++; c.seen == c.When.N {
			w.due = append(w.due, c.Do)
		}
	}
}

// more reports whether something can still happen by itself.
func (w *world) more() bool {
	next, due := w.k.Next()
	return due && (w.sc.Until == 0 || next <= trace.Time(w.sc.Until))
}

// next is the lab time at which something is due; 0 when nothing is.
func (w *world) next() trace.Time {
	t, _ := w.k.Next()
	return t
}

// step does what is due first, and after it what the script wants done; false
// when nothing is due.
func (w *world) step() bool {
	w.broke = false
	if !w.k.Step() {
		return false
	}
	w.settle()
	return true
}

// settle does what the script wants done now; that can cue more of it.
func (w *world) settle() {
	for len(w.due) > 0 {
		a := w.due[0]
		w.due = w.due[1:]
		w.cueAction(a)
	}
}

// cueAction does a scripted action. One that cannot be done is recorded as such:
// a script is written before the run, so nobody is there to be told.
func (w *world) cueAction(a scenario.Action) {
	effect, err := w.plan(a)
	record := trace.Action{Text: a.String(), By: "script"}
	if err != nil {
		record.Failed = err.Error()
	}
	w.k.Emit(w.laneOf(a), record)
	if err == nil {
		effect()
	}
}

// act does a person's action, or changes nothing and says why not.
func (w *world) act(a scenario.Action) error {
	if err := w.sc.CheckAction(a); err != nil {
		return err
	}
	effect, err := w.plan(a)
	if err != nil {
		return err
	}
	w.k.Emit(w.laneOf(a), trace.Action{Text: a.String(), By: "person"})
	effect()
	w.settle()
	return nil
}

func (w *world) laneOf(a scenario.Action) string {
	if w.hosts[a.Lane] != nil {
		return a.Lane
	}
	return scenario.LabLane
}

// fail notes that a live server could not be reached: the lab's own trouble, and
// not part of the lesson.
func (w *world) fail(service string, err error) {
	if w.fault == nil {
		w.fault = fmt.Errorf("%s does not answer, so this run cannot go on. When it is back, press Reset to begin again. (%w)", service, err)
	}
}

func (w *world) close() { w.k.Close() }
