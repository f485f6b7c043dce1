package main

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// stopCmd has the server told to stop while many labs work.
type stopCmd struct {
	Labs    int           `default:"1000" help:"Labs that are open (${default})."`
	Working int           `default:"300" help:"Of them, those that are asked something (${default})."`
	Every   time.Duration `default:"200ms" help:"How often each is asked for two things at once (${default})."`
	After   int           `default:"20" help:"How often each is asked before the server is told to stop (${default})."`
}

func (c *stopCmd) flags() []string { return labFlags(c.Labs) }

func (c *stopCmd) files() int { return (&labsCmd{Labs: c.Labs, Stepping: c.Working}).files() }

func (c *stopCmd) load(t *target, to *table) error {
	if t.own == nil {
		return errors.New("stop: only a server that was started here is stopped: leave out --at")
	}
	working := min(c.Working, c.Labs)
	to.title = fmt.Sprintf("%d labs; %d of them are asked for an action and a step every %s; then the server gets SIGTERM", c.Labs, working, c.Every)
	pages, err := t.openLabs(c.Labs, to)
	defer leaveAll(pages)
	if err != nil {
		return err
	}
	var e ending
	var all sync.WaitGroup
	e.busy.Add(working)
	for i, p := range pages[:working] {
		first := time.Now().Add(c.Every * time.Duration(i) / time.Duration(working))
		all.Go(func() { c.ask(p, first, &e) })
	}
	e.busy.Wait()
	e.signal()
	if err := t.stop(); err != nil {
		return err
	}
	stopped := time.Since(e.told)
	all.Wait()
	for _, p := range pages {
		<-p.closed
		e.part(p)
	}
	to.add("acknowledged before the signal and after it", "%d, %d; none without its events", e.before, e.after)
	to.add("refused after it", "%d", e.refused)
	to.add("without an answer", "%d", e.open)
	to.add("sockets closed with 1001, otherwise", "%d, %d", e.polite, e.cut)
	to.add("from the signal to the end of the process", "%s ms, exit code 0", ms(stopped))
	if e.cut > 0 {
		e.wrong.add(fmt.Errorf("%d sockets were cut", e.cut))
	}
	to.add("errors", "%d", e.wrong.count)
	return e.wrong.err()
}

// ending is what became of requests and sockets around a signal.
type ending struct {
	busy  sync.WaitGroup // until all pages have asked enough, or are gone
	wrong troubles

	mu            sync.Mutex
	told          time.Time // when the server was told to stop; zero: not yet
	before, after int       // acknowledged
	refused, open int
	polite, cut   int // sockets: closed with 1001, and otherwise
}

func (e *ending) signal() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = time.Now()
}

// ask asks until the socket is closed.
func (c *stopCmd) ask(p *page, due time.Time, e *ending) {
	enough := sync.OnceFunc(e.busy.Done)
	defer enough()
	for n := 1; ; n++ {
		time.Sleep(time.Until(due))
		due = due.Add(c.Every)
		if p.isClosed() {
			return
		}
		asked := 1
		if p.isEnded() {
			p.send("reset", "")
		} else {
			p.send("act", fmt.Sprintf(`"seq":%d,"text":"jump A +%dms"`, p.held().seq, n))
			p.send("step", "")
			asked++
		}
		for range asked {
			e.count(<-p.answers)
		}
		if n == c.After {
			enough()
		}
	}
}

func (e *ending) count(a answer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	stopping := !e.told.IsZero()
	switch {
	case a.err == nil && stopping:
		e.after++
	case a.err == nil:
		e.before++
	case !stopping:
		e.wrong.add(a.error())
	case errors.Is(a.err, errGone):
		e.open++
	default:
		e.refused++
	}
}

// part notes how a page's socket was closed.
func (e *ending) part(p *page) {
	switch {
	case p.goodbye():
		e.polite++
	case p.liar:
		e.wrong.add(p.why)
	default:
		e.cut++
	}
}
