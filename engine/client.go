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
	spec     scenario.Client
	host     *sim.Host
	lock     lock.Lock
	name     string // of the lock
	store    lock.Store
	watchdog *lock.Watchdog // nil: the lock is not extended by itself
	me       *lock.Client
	begin    *sim.Timer // the start that the scenario gives; nil once it has begun

	program []scenario.Step // the spec's steps, and those asked for by hand
	done    int             // steps begun

	// What the program knows; a crash forgets it.
	grant  *lock.Grant
	read   int // version
	writes int
}

// reset forgets everything, as a new process does.
func (c *client) reset() {
	c.program, c.done = append([]scenario.Step(nil), c.spec.Steps...), 0
	c.grant, c.read, c.writes = nil, 0, 0
}

func (c *client) start() {
	if c.begin != nil {
		c.begin.Cancel()
		c.begin = nil
	}
	c.host.Go(c.run)
}

// ask adds a step by hand, and runs it now if the client is idle.
func (c *client) ask(s scenario.Step) {
	if c.begin != nil || c.done == len(c.program) {
		c.program = append(c.program[:c.done:c.done], append([]scenario.Step{s}, c.program[c.done:]...)...)
	} else {
		c.program = append(c.program, s)
	}
	if !c.host.Busy() {
		c.start()
	}
}

// run is the client's process: its program, step by step.
func (c *client) run(p *sim.Proc) {
	c.me.Run(p)
	c.me.Say(trace.Started{})
	for c.done < len(c.program) {
		step := c.program[c.done]
		c.done++
		c.me.Say(trace.Step{Index: c.done, Step: step.String()})
		if err := c.do(step); err != nil {
			c.me.Say(trace.Failed{Step: string(step.Verb), Why: err.Error(), MayHaveHappened: lock.MayHaveHappened(err)})
			c.skipToRelease()
		}
	}
	p.Emit(trace.Finished{})
}

// skipToRelease gives up what cannot be done any more, but not the lock's
// release.
func (c *client) skipToRelease() {
	for c.done < len(c.program) && c.program[c.done].Verb != scenario.Release {
		c.done++
	}
}

var errNoLock = errors.New("it does not hold the lock")

func (c *client) do(step scenario.Step) error {
	switch step.Verb {
	case scenario.Acquire:
		g := c.lock.Acquire(c.me)
		c.grant = &g
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
		return c.store.Write(c.me, c.write(step.Value))
	case scenario.Release:
		return c.release()
	}
	return nil
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
