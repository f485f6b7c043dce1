package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// table is what a load has found: a line for each figure.
type table struct {
	title string
	rows  [][2]string
}

func (t *table) add(what, format string, args ...any) {
	t.rows = append(t.rows, [2]string{what, fmt.Sprintf(format, args...)})
}

func (t *table) String() string {
	var out strings.Builder
	fmt.Fprintln(&out, t.title)
	for _, row := range t.rows {
		fmt.Fprintf(&out, "  %-42s %s\n", row[0], row[1])
	}
	return out.String()
}

// took gathers how long things took. It is safe for concurrent use.
type took struct {
	mu  sync.Mutex
	all []time.Duration
}

func (t *took) add(d ...time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, d...)
}

// String gives the percentiles, in milliseconds.
func (t *took) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.all) == 0 {
		return "never"
	}
	slices.Sort(t.all)
	return fmt.Sprintf("p50 %s  p95 %s  p99 %s  max %s ms, of %d", ms(t.at(500)), ms(t.at(950)), ms(t.at(990)), ms(t.at(1000)), len(t.all))
}

// at is a quantile, in thousandths: the smallest that so many are not above.
func (t *took) at(q int) time.Duration {
	return t.all[max(0, (len(t.all)*q+999)/1000-1)]
}

func ms(d time.Duration) string {
	return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond))
}

// troubles gathers what went wrong. It is safe for concurrent use.
type troubles struct {
	mu    sync.Mutex
	count int
	first []error // the first few
}

func (t *troubles) add(err error) {
	if err == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count++; len(t.first) < 10 {
		t.first = append(t.first, err)
	}
}

// err is all of it as one error, or nil.
func (t *troubles) err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count == 0 {
		return nil
	}
	texts := make([]string, len(t.first))
	for i, err := range t.first {
		texts[i] = err.Error()
	}
	return fmt.Errorf("%d errors; the first are:\n%s", t.count, strings.Join(texts, "\n"))
}

// crowd does something for each of n, some at a time, and gathers what went wrong.
func crowd(n, atOnce int, wrong *troubles, do func(i int) error) {
	var all sync.WaitGroup
	free := make(chan struct{}, atOnce)
	for i := range n {
		free <- struct{}{}
		all.Go(func() {
			wrong.add(do(i))
			<-free
		})
	}
	all.Wait()
}
