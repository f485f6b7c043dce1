package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// labsCmd keeps many labs, of which some step.
type labsCmd struct {
	Labs     int           `default:"1000" help:"Labs that are open (${default})."`
	Stepping int           `default:"300" help:"Of them, those that step (${default})."`
	Steps    int           `default:"300" help:"Steps of each (${default})."`
	Every    time.Duration `default:"1s" help:"From one step of a lab to the next (${default})."`
	Faults   int           `default:"10" help:"After how many steps something is broken or mended (${default})."`
}

const (
	redlock   = "free/redlock" // five nodes, two clients
	atOnce    = 32             // pages that open at one time
	spare     = 100            // files that the server has open without a lab
	heldFiles = 16             // of a lab that has had one client: five doors, two ends of five lines, a socket
	fullFiles = heldFiles + 10 // the same with two
)

func (c *labsCmd) flags() []string { return labFlags(c.Labs) }

func labFlags(labs int) []string {
	n := fmt.Sprint(labs + 10)
	return []string{"--max-labs", n, "--max-labs-per-address", n, "--max-sockets", n}
}

func (c *labsCmd) files() int {
	return spare + min(c.Stepping, c.Labs)*fullFiles + max(0, c.Labs-c.Stepping)*heldFiles
}

func (c *labsCmd) load(t *target, to *table) error {
	stepping := min(c.Stepping, c.Labs)
	to.title = fmt.Sprintf("%d labs of five Redis nodes; %d of them step every %s, %d times, and something breaks or is mended every %d steps",
		c.Labs, stepping, c.Every, c.Steps, c.Faults)
	before, err := t.settled()
	if err != nil {
		return err
	}
	pages, err := t.openLabs(c.Labs, to)
	defer leaveAll(pages)
	if err != nil {
		return err
	}
	share, err := t.busy(func() error { return c.stepAll(pages[:stepping], to) })
	if err != nil {
		return err
	}
	to.add("of one processor, meanwhile", "%.0f%%", 100*share)
	after, err := t.settled()
	if err != nil {
		return err
	}
	to.add("memory of a lab, process", "%.0f KiB", each(before, after, resident, c.Labs)/1024)
	to.add("memory of a lab, in use after a collection", "%.0f KiB", each(before, after, liveHeap, c.Labs)/1024)
	to.add("goroutines of a lab, its socket's among them", "%.1f", each(before, after, goroutines, c.Labs))
	to.add("open files of a lab, its socket's among them", "%.1f", each(before, after, openFiles, c.Labs))
	if n := int(after[openLabs]); n != c.Labs {
		return fmt.Errorf("%d labs are open, not %d", n, c.Labs)
	}
	to.add("errors", "0")
	return nil
}

// openLabs opens labs, a page and a browser for each, and runs them until
// somebody has the lock.
func (t *target) openLabs(n int, to *table) ([]*page, error) {
	var opening took
	var wrong troubles
	pages := make([]*page, n)
	crowd(n, atOnce, &wrong, func(i int) (err error) {
		began := time.Now()
		if pages[i], err = t.enter(visitor(i), redlock, place{}); err != nil {
			return err
		}
		opening.add(time.Since(began))
		_, err = pages[i].ask("run", `"to":"acquired"`)
		return err
	})
	to.add(fmt.Sprintf("opening a lab, %d at a time", atOnce), "%s", &opening)
	return pages, wrong.err()
}

func leaveAll(pages []*page) {
	for _, p := range pages {
		if p != nil {
			p.leave()
		}
	}
}

// stepAll lets labs step, evenly spread over the time between two steps.
func (c *labsCmd) stepAll(pages []*page, to *table) error {
	var all sync.WaitGroup
	var w walk
	for i, p := range pages {
		first := time.Now().Add(c.Every * time.Duration(i) / time.Duration(len(pages)))
		all.Go(func() { w.wrong.add(c.walk(p, i, first, &w)) })
	}
	all.Wait()
	to.add("a step, from the request to its answer", "%s", &w.steps)
	to.add("a fault or its remedy, the same", "%s", &w.faults)
	to.add("steps that began late: the one before lasted", "%d", w.late)
	return w.wrong.err()
}

// walk is what became of the steps of all labs.
type walk struct {
	steps, faults took
	wrong         troubles

	mu   sync.Mutex
	late int
}

// walk lets the ith lab step at its times. Its faults are not at those of the others.
func (c *labsCmd) walk(p *page, i int, due time.Time, w *walk) error {
	fault := 0
	for n := range c.Steps {
		if wait := time.Until(due); wait < -c.Every {
			w.mu.Lock()
			w.late++
			w.mu.Unlock()
		} else {
			time.Sleep(wait)
		}
		due = due.Add(c.Every)
		if p.isEnded() {
			fault = 0
		}
		took, err := p.step()
		if err != nil {
			return err
		}
		if took > 0 {
			w.steps.add(took)
		}
		if c.Faults > 0 && n%c.Faults == i%c.Faults {
			if took, err = p.trouble(redlockTroubles, fault); err != nil {
				return err
			}
			fault++
			w.faults.add(took)
		}
	}
	return nil
}

// redlockTroubles are what goes wrong in a room with Redlock, and its remedies. In
// this order each can be done whatever the lab does, from its beginning.
var redlockTroubles = []string{
	"pause A 200ms", "advance 300ms", "jump redis-2 +3s", "cut B redis-3 replies", "cut A redis-3", "heal", "jump B -500ms",
}

// trouble does the nth of them, again and again from the first.
func (p *page) trouble(all []string, n int) (time.Duration, error) {
	text := all[n%len(all)]
	by, advance := strings.CutPrefix(text, "advance ")
	if !advance {
		return p.act(text)
	}
	d, err := time.ParseDuration(by)
	if err != nil {
		panic(err) // of ours
	}
	return p.ask("advance", fmt.Sprintf(`"by":%d`, d))
}
