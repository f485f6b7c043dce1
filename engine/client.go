package engine

import (
	"errors"
	"time"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// client runs one client's program.
type client struct {
	w        *world
	spec     scenario.Client
	host     *sim.Host
	lock     lock.Lock
	name     string // of the lock
	store    lock.Resource
	watchdog *lock.Watchdog // nil: the lock is not extended by itself
	me       *lock.Client
	begin    *sim.Timer // the start that the scenario gives; nil once its program has begun

	program []scenario.Step // what is left of its program
	asked   []scenario.Step // what it was asked for by hand and has not begun
	begun   int             // steps of both kinds, those given up among them
	alive   bool            // it has started and not finished

	// What the program knows; a crash forgets it.
	grant  *lock.Grant
	read   int // version
	writes int
}

// reset forgets everything, as a new process does: its session, too, if its lock has
// one.
func (c *client) reset() {
	c.lock, _ = c.w.newLock(c.spec) // addClient has seen that it can be made
	c.watchdog = c.w.watchdog(c.lock)
	c.program, c.asked, c.begun, c.alive = c.spec.Steps, nil, 0, false
	c.grant, c.read, c.writes = nil, 0, 0
}

// start begins the program.
func (c *client) start() {
	if c.begin != nil {
		c.begin.Cancel()
		c.begin = nil
	}
	c.goOn()
}

// restart begins the program anew, in a new process.
func (c *client) restart() {
	c.host.Restart()
	c.reset()
	c.start()
}

// ask adds a step by hand: it is done when the program leaves time for it.
func (c *client) ask(s scenario.Step) {
	c.asked = append(c.asked, s)
	c.goOn()
}

func (c *client) goOn() {
	if !c.host.Busy() {
		c.host.Go(c.run)
	}
}

// run is the client's process: its program, and what it is asked for by hand.
// A client that did something by hand waits for what it is asked next: it goes
// on to live, and to believe what it believes.
func (c *client) run(p *sim.Proc) {
	c.me.Run(p)
	if !c.alive {
		c.alive = true
		c.me.Say(trace.Started{})
	}
	own := true
	for c.more() {
		own = c.ownStep()
		c.step(own)
	}
	if own {
		c.closeSession()
		c.alive = false
		p.Emit(trace.Finished{})
	}
}

// session is the client's session; nil if its lock has none.
func (c *client) session() *lock.Session {
	if l, ok := c.lock.(lock.Sessioned); ok {
		return l.Session()
	}
	return nil
}

// closeSession ends the client's session, as a deferred Close does. What hangs on
// it goes with it.
func (c *client) closeSession() {
	l, ok := c.lock.(lock.Sessioned)
	if !ok {
		return
	}
	if c.grant != nil && c.session().Over() == nil {
		c.me.Say(trace.Releasing{Lock: c.name})
	}
	l.Close(c.me)
	c.grant = nil
}

// ownStep reports whether the next step is one of the program.
func (c *client) ownStep() bool { return c.begin == nil && len(c.program) > 0 }

func (c *client) more() bool { return c.ownStep() || len(c.asked) > 0 }

// step does the next step. Where the program cannot go on, it goes to its
// release.
func (c *client) step(own bool) {
	from := &c.asked
	if own {
		from = &c.program
	}
	step := (*from)[0]
	*from = (*from)[1:]
	c.begun++
	c.me.Say(trace.Step{Index: c.begun, Step: step.String()})
	if err := c.do(step); err != nil {
		c.me.Say(trace.Failed{Step: string(step.Verb), Why: err.Error(), MayHaveHappened: lock.MayHaveHappened(err)})
		if own && step.Verb != scenario.Release {
			c.skipToRelease()
		}
	}
}

// skipToRelease gives up what cannot be done any more, but not the lock's release;
// that, too, where there is no lock to release.
func (c *client) skipToRelease() {
	for len(c.program) > 0 && c.program[0].Verb != scenario.Release {
		c.skip()
	}
	if len(c.program) > 0 && c.grant == nil {
		c.skip()
	}
}

func (c *client) skip() {
	c.program = c.program[1:]
	c.begun++
}

var errNoLock = errors.New("it does not hold the lock")

func (c *client) do(step scenario.Step) error {
	if err := c.lost(step.Verb); err != nil {
		return err
	}
	switch step.Verb {
	case scenario.Acquire:
		return c.acquire(step.For)
	case scenario.Read:
		state, err := c.store.Read(c.me)
		c.read = state.Version
		return err
	case scenario.Work:
		return c.work(step.For)
	case scenario.Extend:
		return c.extend()
	case scenario.Check:
		return c.check()
	case scenario.Write:
		return c.store.Write(c.me, c.write(step.Value), c.grant)
	case scenario.Release:
		return c.release()
	}
	return nil
}

// lost is why a step that needs the lock is of no use any more: the client has
// learned that its session is over. It can give the lock back then, or take it anew.
func (c *client) lost(next scenario.StepVerb) error {
	if c.grant == nil || next == scenario.Acquire || next == scenario.Release {
		return nil
	}
	return c.session().Over()
}

func (c *client) acquire(patience time.Duration) error {
	return c.me.Within(patience, func() error {
		g, err := c.lock.Acquire(c.me)
		if err == nil {
			c.grant = &g
		}
		return err
	})
}

// write is the request to write value, with the token of the grant that the
// client believes in.
func (c *client) write(value string) store.Write {
	c.writes++
	if value == "" {
		value = defaultValue(c.spec.Name, c.writes)
	}
	w := store.Write{Value: value, ReadVersion: c.read}
	if c.grant != nil {
		w.Token = c.grant.Token
	}
	return w
}

func (c *client) work(d time.Duration) error {
	if s := c.session(); s != nil && c.grant != nil {
		return s.Work(c.me, d)
	}
	if c.watchdog == nil || c.grant == nil {
		lock.Work(c.me, d)
		return nil
	}
	return c.watchdog.Work(c.me, c.grant, d)
}

func (c *client) extend() error {
	if c.grant == nil {
		return errNoLock
	}
	longer, err := c.lock.Extend(c.me, *c.grant)
	if err != nil {
		if lock.Final(err) {
			c.me.Lost(c.name, err)
		}
		return err
	}
	c.grant = &longer
	return nil
}

func (c *client) check() error {
	if c.grant == nil {
		return errNoLock
	}
	if s := c.session(); s != nil {
		return s.Check(c.me, c.name)
	}
	return lock.Check(c.me, c.name, *c.grant)
}

func (c *client) release() error {
	if c.grant == nil {
		return errNoLock
	}
	g := *c.grant
	c.grant = nil
	return c.lock.Release(c.me, g)
}
