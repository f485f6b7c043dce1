package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// five is a lab with five nodes, on which A has taken the lock.
func five(t *testing.T) *Lab {
	sc := pauseNobodySees(false)
	sc.Lock.Kind, sc.Lock.Nodes, sc.Lock.Timeout = scenario.Redlock, 5, ms(50)
	sc.Clients, sc.Script = sc.Clients[:1], nil
	sc.Clients[0].Steps = []scenario.Step{{Verb: scenario.Acquire}, {Verb: scenario.Work, For: time.Second}, {Verb: scenario.Release}}
	l := open(t, sc)
	must(t, l.Run(ToAcquired))
	return l
}

// A release that a majority has not answered is not one that is known to be
// done: what may have happened, and what has not, stay apart.
func TestAReleaseNeedsAMajoritysAnswers(t *testing.T) {
	for _, c := range []struct {
		name   string
		faults []string
		want   string
	}{
		{"all answer", nil, "has released job:4471"},
		{"two are down", []string{"crash redis-1", "crash redis-5"}, "has released job:4471"},
		{"four are down", []string{"crash redis-1", "crash redis-2", "crash redis-4", "crash redis-5"}, "could not release: 1 of 5 nodes answered: redis-5: connection refused"},
		{"four are cut off", []string{"cut A redis-1", "cut A redis-2", "cut A redis-3", "cut A redis-4"}, "could not release: 1 of 5 nodes answered: redis-1: no reply in time (50ms); it may have happened"},
		{"one replied to nobody, three are down", []string{"crash redis-1", "cut A redis-2 replies", "crash redis-4", "crash redis-5"}, "could not release: 1 of 5 nodes answered: redis-2: no reply in time (50ms); it may have happened"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := five(t)
			for _, text := range c.faults {
				must(t, l.Act(l.Head().Seq, text))
			}
			runToEnd(t, l)
			if got := strings.Join(said(l, "A", trace.Released{}.Kind(), trace.Failed{}.Kind()), "; "); !strings.HasSuffix(got, " "+c.want) {
				t.Errorf("A %s, want %s", got, c.want)
			}
		})
	}
}
