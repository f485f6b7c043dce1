package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// soakCmd lets people come and go for a long time. Labs fall asleep a second after
// their last page has left.
type soakCmd struct {
	People int           `default:"60" help:"People who come and go at one time (${default})."`
	For    time.Duration `default:"10m" help:"For how long; each person finishes the round (${default})."`
	Away   time.Duration `default:"1500ms" help:"How long somebody is away at the most (${default})."`
}

// stays are the labs that a person visits in a round, and what goes wrong there.
var stays = []struct {
	lab      string
	load     string // a scenario; "": the lab's own
	troubles []string
}{
	{"free", "", []string{"pause B 300ms", "jump redis-1 +2s", "cut A redis-1", "heal", "jump A -1s"}},
	{redlock, "", redlockTroubles},
	{"free/redis-replica", "", []string{"pause A 200ms", "cut B redis-1", "failover", "heal", "jump redis-2 +1s"}},
	{"free/etcd", "", []string{"pause B 300ms", "jump A +1s", "jump B -1s"}},
	{"free/zookeeper", "", []string{"pause B 300ms", "jump A +1s", "jump B -1s"}},
	{"free/mutex", "", []string{"pause C 300ms", "jump A +1s"}},
	{sandbox, endless, redlockTroubles},
}

func (c *soakCmd) labs() int { return c.People * len(stays) }

func (c *soakCmd) flags() []string { return append(labFlags(c.labs()), "--idle", "1s") }

func (c *soakCmd) files() int { return spare + c.labs()*fullFiles }

func (c *soakCmd) load(t *target, to *table) error {
	to.title = fmt.Sprintf("%d people come to labs of %d kinds, step, break things, lose the line, and come back, for %s", c.People, len(stays), c.For)
	people := make([]person, c.People)
	for i := range people {
		people[i] = person{visitor: visitor(i), away: c.Away, left: make([]place, len(stays))}
	}
	if err := t.rounds(people, time.Now()); err != nil { // all that is made once is there then
		return err
	}
	before, err := t.quiet()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := t.rounds(people, began.Add(c.For)); err != nil {
		return err
	}
	lasted := time.Since(began)
	after, err := t.quiet()
	if err != nil {
		return err
	}
	var steps int64
	for i := range people {
		steps += people[i].asked.Load()
	}
	to.add("time", "%s", lasted.Round(time.Second))
	to.add("requests, labs that came back from sleep", "%d, %.0f", steps, after[wokenLabs])
	to.add("errors", "0")
	return errors.Join(
		same(to, before, after, goroutines, "goroutines", 1, 5),
		same(to, before, after, openFiles, "open files", 1, 5),
		same(to, before, after, liveHeap, "memory in use after a collection, MiB", 1<<20, 4),
	)
}

// same wants something to have come back to what it was, within a bound, in units.
func same(to *table, before, after figures, name, what string, unit, more float64) error {
	a, b := before[name]/unit, after[name]/unit
	to.add(what+", before and after", "%.0f, %.0f", a, b)
	if b > a+more {
		return fmt.Errorf("%s: there were %.1f and are %.1f, with nobody there", what, a, b)
	}
	return nil
}

// rounds has everybody visit every lab, and again until a time.
func (t *target) rounds(people []person, until time.Time) error {
	var wrong troubles
	crowd(len(people), len(people), &wrong, func(i int) error {
		for first := true; first || time.Now().Before(until); first = false {
			for stay := range stays {
				if err := people[i].visit(t, stay); err != nil {
					return fmt.Errorf("%s: %w", stays[stay].lab, err)
				}
			}
		}
		return nil
	})
	return wrong.err()
}

// quiet waits until nobody is there and every lab sleeps, and says what is in use
// then.
func (t *target) quiet() (figures, error) {
	err := within(patience, "all labs sleep", func() bool {
		now, err := t.figures()
		return err == nil && now[openLabs] == 0 && now[openPages] == 0
	})
	if err != nil {
		return nil, err
	}
	return t.settled()
}

// person is a browser, and the logs that it held when it left.
type person struct {
	visitor string
	away    time.Duration
	left    []place // by stay
	asked   atomic.Int64
}

// visit begins a lab anew, loses the line in it twice, and leaves.
func (h *person) visit(t *target, stay int) error {
	s := stays[stay]
	if err := h.sit(t, stay, func(p *page) error {
		do, fields := "reset", ""
		if s.load != "" {
			do, fields = "load", fmt.Sprintf(`"text":%q`, s.load)
		}
		if _, err := p.ask(do, fields); err != nil {
			return err
		}
		return h.steps(p, s.troubles, 2*len(s.troubles))
	}); err != nil {
		return err
	}
	if err := h.meanwhile(t, s.lab); err != nil {
		return err
	}
	time.Sleep(rand.N(h.away)) // sometimes the lab is asleep after that
	return h.sit(t, stay, func(p *page) error { return h.steps(p, nil, 5) })
}

// sit comes back to a lab as it was left, does something there, and cuts the line.
func (h *person) sit(t *target, stay int, do func(*page) error) error {
	p, err := t.enter(h.visitor, stays[stay].lab, h.left[stay])
	if err != nil {
		return err
	}
	defer p.leave()
	if p.isFresh() {
		return fmt.Errorf("came back to another lab than the one that was left at %+v", h.left[stay])
	}
	err = do(p)
	h.left[stay] = p.held()
	return err
}

// meanwhile goes on in another page, so that the first one misses something.
func (h *person) meanwhile(t *target, lab string) error {
	p, err := t.enter(h.visitor, lab, place{})
	if err != nil {
		return err
	}
	defer p.leave()
	return h.steps(p, nil, 3)
}

func (h *person) steps(p *page, troubles []string, n int) error {
	for i := range n {
		h.asked.Add(1)
		var err error
		if i%2 == 1 && len(troubles) > 0 {
			_, err = p.trouble(troubles, i/2)
		} else if !p.isEnded() {
			_, err = p.step()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
