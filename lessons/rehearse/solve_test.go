package rehearse

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// Each move does what its name says.
func TestMoves(t *testing.T) {
	s, _ := byHand(t)
	s.play(t, lessons.Op{Do: lessons.OpStep, N: 3})
	if got := s.lab.Head().Seq; got != 3 {
		t.Errorf("three steps lead to event %d", got)
	}
	s.play(t, lessons.Op{Do: lessons.OpAdvance, By: time.Second})
	if got := s.lab.Head().Now; got != trace.Time(time.Second+200*time.Microsecond) {
		t.Errorf("a second after event 3 it is %s", got)
	}
	s.play(t, lessons.Op{Do: lessons.OpRun, To: "write"})
	if n := len(bodies[trace.Accepted](s)); n != 1 {
		t.Errorf("%d writes after running to the first", n)
	}
	s.play(t, lessons.Op{Do: lessons.OpBack, Event: &lessons.Sight{Lane: "A", Kind: "read"}, N: 1}, act("pause A 1s"))
	if branch := s.lab.Branch(); branch == "main" || len(bodies[trace.Accepted](s)) != 0 {
		t.Errorf("acting in the past left branch %s open", branch)
	}
	s.play(t, lessons.Op{Do: lessons.OpReset})
	if s.lab.Branch() != "main" || s.lab.Head().Seq != 0 {
		t.Errorf("reset led to event %d of branch %s", s.lab.Head().Seq, s.lab.Branch())
	}
}
