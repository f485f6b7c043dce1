package main

import (
	"fmt"
	"slices"
	"time"
)

// roomCmd has many pages read one lab.
type roomCmd struct {
	Pages   int           `default:"2000" help:"Pages that read (${default})."`
	Events  int           `default:"1200" help:"Steps of the lab while all read, and again while some do not (${default})."`
	Every   time.Duration `default:"50ms" help:"From one step to the next (${default})."`
	Stalled int           `default:"1" help:"Pages that do not read (${default})."`
}

// endless is a lab in which one holds the lock and another asks for it for an hour.
const endless = `seed: 7
lock: {kind: redlock, nodes: 5, name: "job:4471", ttl: 10s, retry: 200ms..400ms, watchdog: true}
clients:
  A: {steps: [acquire, work 1h, release]}
  B: {start: 1s, steps: [acquire, release]}
`

const (
	sandbox = "sandbox"
	prelude = 1000 // events before anybody is measured: a page that comes gets them all
)

func (c *roomCmd) flags() []string {
	n := fmt.Sprint(c.Pages + c.Stalled + 10)
	return []string{"--max-pages-per-lab", n, "--max-sockets", n}
}

func (c *roomCmd) files() int { return spare + fullFiles + c.Pages + c.Stalled }

func (c *roomCmd) load(t *target, to *table) error {
	to.title = fmt.Sprintf("%d pages read one lab, which steps every %s, %d times; then again beside %d that read nothing", c.Pages, c.Every, c.Events, c.Stalled)
	asks, err := t.enter(visitor(0), sandbox, place{})
	if err != nil {
		return err
	}
	defer asks.leave()
	if _, err := asks.ask("load", fmt.Sprintf(`"text":%q`, endless)); err != nil {
		return err
	}
	readers, err := c.gather(t, to)
	defer leaveReaders(readers)
	if err != nil {
		return err
	}
	for asks.held().seq < prelude {
		if _, err := asks.ask("advance", `"by":1000000000`); err != nil {
			return err
		}
	}
	share, err := t.busy(func() error { return c.measure(asks, readers, "all read", to) })
	if err != nil {
		return err
	}
	to.add("of one processor, meanwhile", "%.0f%%", 100*share)
	stalled := t.stall(c.Stalled)
	err = c.measure(asks, readers, fmt.Sprintf("%d more stalled", c.Stalled), to)
	to.add("the stalled were cut off", "%d times", stalled())
	to.add("errors", "0")
	return err
}

// gather opens the pages that read, and says what each costs.
func (c *roomCmd) gather(t *target, to *table) ([]*reader, error) {
	before, err := t.settled()
	if err != nil {
		return nil, err
	}
	var wrong troubles
	readers := make([]*reader, c.Pages)
	crowd(c.Pages, atOnce, &wrong, func(i int) (err error) {
		readers[i], err = t.sit(visitor(0), sandbox)
		return err
	})
	if err := wrong.err(); err != nil {
		return readers, err
	}
	after, err := t.settled()
	to.add("memory of a connection, process", "%.1f KiB", each(before, after, resident, c.Pages)/1024)
	to.add("memory of a connection, in use after a collection", "%.1f KiB", each(before, after, liveHeap, c.Pages)/1024)
	to.add("goroutines of a connection", "%.1f", each(before, after, goroutines, c.Pages))
	return readers, err
}

// mark is a moment at which the log was, or was to be, so long.
type mark struct {
	seq int
	at  time.Time
}

// measure lets the lab step, and says how long it took until each page had it.
func (c *roomCmd) measure(asks *page, readers []*reader, what string, to *table) error {
	for _, r := range readers {
		r.restart(c.Events)
	}
	began, marks := time.Now(), []mark{}
	for n := range c.Events {
		time.Sleep(time.Until(began.Add(time.Duration(n) * c.Every)))
		asked := time.Now()
		if _, err := asks.step(); err != nil {
			return err
		}
		marks = append(marks, mark{asks.held().seq, asked})
	}
	lasted := time.Since(began)
	last := marks[len(marks)-1].seq
	var all took
	var worst time.Duration
	for i, r := range readers {
		if err := within(patience, fmt.Sprintf("page %d has event %d", i, last), func() bool { return r.has(last) }); err != nil {
			return err
		}
		one, err := r.delivered(marks)
		if err != nil {
			return fmt.Errorf("page %d: %w", i, err)
		}
		all.add(one...)
		mine := took{all: one}
		slices.Sort(mine.all)
		worst = max(worst, mine.at(990))
	}
	to.add("from the request to a page, "+what, "%s", &all)
	to.add("  p99 of the page with the worst", "%s ms; %.1f steps a second", ms(worst), float64(c.Events)/lasted.Seconds())
	return nil
}
