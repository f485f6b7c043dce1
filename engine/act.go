package engine

import (
	"fmt"
	"strconv"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// plan finds out what an action would do now. It changes nothing; the effect
// does. The error says why the action makes no sense at this moment.
func (w *world) plan(a scenario.Action) (effect func(), err error) {
	p, ok := plans[a.Verb]
	if !ok {
		return nil, fmt.Errorf("%s is not in this build", a.Verb)
	}
	return p(w, a)
}

// plans has one entry for each verb that this build can do.
var plans = map[scenario.Verb]func(*world, scenario.Action) (func(), error){
	scenario.Pause:     (*world).pause,
	scenario.Resume:    (*world).resume,
	scenario.Crash:     (*world).crash,
	scenario.Restart:   (*world).restart,
	scenario.Jump:      (*world).jump,
	scenario.Drift:     (*world).drift,
	scenario.Cut:       (*world).cut,
	scenario.Heal:      (*world).heal,
	scenario.Hold:      (*world).hold,
	scenario.Deliver:   (*world).deliver,
	scenario.Drop:      (*world).drop,
	scenario.Delay:     (*world).delay,
	scenario.Duplicate: (*world).duplicate,
	scenario.Slow:      (*world).slow,
	scenario.Expire:    (*world).expire,
	scenario.Failover:  (*world).failover,
	scenario.SetFence:  (*world).fence,
	scenario.StartNow:  (*world).startNow,
	scenario.DoAcquire: (*world).ask,
	scenario.DoRelease: (*world).ask,
	scenario.DoWrite:   (*world).ask,
	scenario.Command:   (*world).command,
}

func (w *world) pause(a scenario.Action) (func(), error) {
	h := w.hosts[a.Lane]
	switch h.State() {
	case sim.Paused:
		return nil, fmt.Errorf("%s is paused already; resume %s first", a.Lane, a.Lane)
	case sim.Down:
		return nil, down(a.Lane)
	}
	return func() {
		for _, each := range w.process(a.Lane) {
			if each.State() == sim.Running {
				each.Pause(a.For)
			}
		}
	}, nil
}

func down(lane string) error { return fmt.Errorf("%s is down; restart %s first", lane, lane) }

func (w *world) resume(a scenario.Action) (func(), error) {
	h := w.hosts[a.Lane]
	if h.State() != sim.Paused {
		return nil, fmt.Errorf("%s is not paused", a.Lane)
	}
	return func() {
		for _, each := range w.process(a.Lane) {
			if each.State() == sim.Paused {
				each.Resume()
			}
		}
	}, nil
}

func (w *world) crash(a scenario.Action) (func(), error) {
	h := w.hosts[a.Lane]
	if h.State() == sim.Down {
		return nil, fmt.Errorf("%s is down already", a.Lane)
	}
	if s := w.server(a.Lane); s != nil {
		return func() { s.crash(a.Mode == "lose-data") }, nil
	}
	return func() { w.crashProcess(a.Lane) }, nil
}

// crashProcess ends a client's process, and every other client in it. Connections
// are closed, and what was in its memory is gone.
func (w *world) crashProcess(lane string) {
	for _, h := range w.process(lane) {
		if h.State() == sim.Down {
			continue
		}
		h.Crash(false)
		for _, s := range w.lanes {
			s.left(h.Name)
		}
	}
	w.memory(w.clients[lane].spec).Gone()
}

func (w *world) restart(a scenario.Action) (func(), error) {
	h := w.hosts[a.Lane]
	if h.State() != sim.Down {
		return nil, fmt.Errorf("%s is up; only what crashed can be restarted", a.Lane)
	}
	if s := w.server(a.Lane); s != nil {
		return s.restart, nil
	}
	return func() {
		for _, each := range w.process(a.Lane) {
			if each.State() == sim.Down {
				w.clients[each.Name].restart()
			}
		}
	}, nil
}

func (w *world) jump(a scenario.Action) (func(), error) {
	return func() { w.moveClock(a.Lane, func(h *sim.Host) { h.Jump(a.For) }) }, nil
}

func (w *world) drift(a scenario.Action) (func(), error) {
	return func() { w.moveClock(a.Lane, func(h *sim.Host) { h.Drift(a.Rate) }) }, nil
}

func (w *world) slow(a scenario.Action) (func(), error) {
	return func() { w.hosts[a.Lane].Slow(a.For) }, nil
}

// moveClock changes a lane's clock; a server's keys feel it at once.
func (w *world) moveClock(lane string, move func(*sim.Host)) {
	move(w.hosts[lane])
	if s := w.server(lane); s != nil && s.host().State() != sim.Down {
		s.look()
	}
}

func (w *world) cut(a scenario.Action) (func(), error) {
	requests, replies := w.cable(a)
	return func() {
		if a.Mode != "replies" {
			w.net.Cut(requests)
		}
		if a.Mode != "requests" {
			w.net.Cut(replies)
		}
	}, nil
}

// cable is both directions between a client and a server, however the action
// names its ends.
func (w *world) cable(a scenario.Action) (requests, replies sim.Link) {
	from, to := a.Lane, a.To
	if w.clients[from] == nil {
		from, to = to, from
	}
	return sim.Link{From: from, To: to}, sim.Link{From: to, To: from}
}

func (w *world) heal(a scenario.Action) (func(), error) {
	match := func(sim.Link) bool { return true }
	if a.Lane != "" {
		requests, replies := w.cable(a)
		match = func(l sim.Link) bool { return l == requests || l == replies }
	}
	for _, l := range w.net.Broken() {
		if match(l) {
			return func() { w.net.Heal(match) }, nil
		}
	}
	return nil, fmt.Errorf("no cable is cut or held")
}

func (w *world) hold(a scenario.Action) (func(), error) {
	return func() { w.net.Hold(sim.Link{From: a.Lane, To: a.To}) }, nil
}

func (w *world) deliver(a scenario.Action) (func(), error) {
	return w.message(a, func() { w.net.Deliver(a.Msg) })
}

func (w *world) drop(a scenario.Action) (func(), error) {
	return w.message(a, func() { w.net.Drop(a.Msg) })
}

func (w *world) delay(a scenario.Action) (func(), error) {
	return w.message(a, func() { w.net.Delay(a.Msg, a.For) })
}

func (w *world) duplicate(a scenario.Action) (func(), error) {
	return w.message(a, func() { w.net.Duplicate(a.Msg) })
}

func (w *world) message(a scenario.Action, effect func()) (func(), error) {
	return effect, w.net.OnTheWay(a.Msg)
}

// expire ends the client's lock, lease or session on every server that decides by
// itself: one that is down does nothing.
func (w *world) expire(a scenario.Action) (func(), error) {
	var serving []server
	for _, s := range w.lanes {
		if s.host().State() != sim.Down && s.serves(a.Lane) {
			serving = append(serving, s)
		}
	}
	if len(serving) == 0 {
		return nil, fmt.Errorf("%s has no lock that could expire, on a server that is up", a.Lane)
	}
	return func() {
		for _, s := range serving {
			s.expireFor(a.Lane)
		}
	}, nil
}

func (w *world) fence(a scenario.Action) (func(), error) {
	if w.store.store.Fencing == a.On {
		return nil, fmt.Errorf("%s already", trace.Fencing{On: a.On}.Say())
	}
	return func() {
		w.store.store.Fencing = a.On
		w.k.Emit(scenario.StoreLane, trace.Fencing{On: a.On})
	}, nil
}

func (w *world) startNow(a scenario.Action) (func(), error) {
	c := w.clients[a.Lane]
	if err := w.canRun(c); err != nil {
		return nil, err
	}
	if c.begin == nil {
		return nil, fmt.Errorf("%s has begun already; crash and restart it to run its steps again", a.Lane)
	}
	return c.start, nil
}

// ask plans the actions that are steps done by hand.
func (w *world) ask(a scenario.Action) (func(), error) {
	c := w.clients[a.Lane]
	if err := w.canRun(c); err != nil {
		return nil, err
	}
	step := scenario.Step{Verb: scenario.StepVerb(a.Verb), Value: a.Value}
	return func() { c.ask(step) }, nil
}

func (w *world) canRun(c *client) error {
	if c.host.State() == sim.Down {
		return down(c.spec.Name)
	}
	return nil
}

// server is the live server on a lane; nil for a client or the store.
func (w *world) server(lane string) server {
	for _, s := range w.lanes {
		if s.host().Name == lane {
			return s
		}
	}
	return nil
}

// defaultValue names its writer, so that the figure needs no legend.
func defaultValue(writer string, n int) string { return writer + "." + strconv.Itoa(n) }
