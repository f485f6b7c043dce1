package rehearse

import (
	"testing"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// byHand opens the lesson's lab as its page does.
func byHand(t *testing.T) (*Learner, lessons.Lesson) {
	t.Helper()
	l := pause(t)
	lab, err := engine.Open(l.Opening())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(lab.Close)
	return &Learner{lab: lab}, l
}

func (s *Learner) play(t *testing.T, ops ...lessons.Op) {
	t.Helper()
	for _, op := range ops {
		if err := s.Do(op); err != nil {
			t.Fatalf("%s: %v", op, err)
		}
	}
}

func act(text string) lessons.Op { return lessons.Op{Do: lessons.OpAct, Text: text} }

func until(lane string, kind trace.Kind) lessons.Op {
	return lessons.Op{Do: lessons.OpUntil, Event: &lessons.Sight{Lane: lane, Kind: kind}, N: 1}
}

// toEnd lets everything happen that still will.
var toEnd = lessons.Op{Do: lessons.OpRun, To: "end"}

var resetOp = lessons.Op{Do: lessons.OpReset}

// bodies are the events of one kind, in order.
func bodies[B trace.Body](s *Learner) (found []B) {
	for _, e := range s.lab.Events(0) {
		if b, ok := e.Body.(B); ok {
			found = append(found, b)
		}
	}
	return found
}

func (s *Learner) want(t *testing.T, name string, status check.Status) {
	t.Helper()
	if got := s.lab.Verdicts()[name]; got.Status != status {
		t.Errorf("%s %s, want %s: %s", name, got.Status, status, got.Text)
	}
}

// The tests below hold what the prose of "The pause nobody sees" claims beyond
// its goals.

// Done by hand, the lesson comes out as its script does.
func TestPauseByHandMeetsExpectations(t *testing.T) {
	s, l := byHand(t)
	s.play(t, until("A", "worked"), act("pause A 15s"), toEnd)
	if err := Expected(l.Scenario, s.lab.Verdicts()); err != nil {
		t.Error(err)
	}
}

// "Two believers is still violated, and Stale write is not."
func TestPauseWithFencing(t *testing.T) {
	s, _ := byHand(t)
	s.play(t, until("A", "worked"), act("pause A 15s"), until("A", "resumed"), act("fencing on"), toEnd)
	s.want(t, "two-believers", check.Violated)
	s.want(t, "stale-write", check.Holds)
	if wrote := bodies[trace.Wrote](s); len(wrote) != 2 || wrote[1].Accepted || wrote[1].Version != 1 {
		t.Errorf("writes came out as %+v", wrote)
	}
}

// "B had read version 0, and it replaced version 1."
func TestPauseEarlyStaleWriteIsAccepted(t *testing.T) {
	s, _ := byHand(t)
	s.play(t, until("A", "worked"), act("pause A 15s"), until("B", "read"), act("fencing on"), act("resume A"), toEnd)
	writes := bodies[trace.Accepted](s)
	if len(writes) != 2 || writes[0].Token != 1 || writes[1].Token != 2 || writes[1].ReadVersion != 0 || writes[1].Version != 2 {
		t.Errorf("accepted writes came out as %+v", writes)
	}
	s.want(t, "stale-write", check.NotExercised)
}

// "With this seed B has the lock at 10.8 s, and A wakes at 11.0 s and writes
// while B is at work."
func TestPauseOfNineSeconds(t *testing.T) {
	s, _ := byHand(t)
	s.play(t, until("A", "worked"), act("pause A 9s"), toEnd)
	s.want(t, "two-believers", check.Violated)
	if writes := bodies[trace.Accepted](s); len(writes) != 2 || writes[0].Writer != "A" {
		t.Errorf("accepted writes came out as %+v", writes)
	}
}

// "A is the only holder, by every rule, and its token is 1. The store has seen
// 2 and refuses."
func TestPauseCounterForgets(t *testing.T) {
	s, _ := byHand(t)
	s.play(t, act("fencing on"), toEnd)
	s.play(t, act("crash redis-1 lose-data"), act("restart redis-1"), act("acquire A"), toEnd, act(`write A "new"`), toEnd)
	granted := bodies[trace.Acquired](s)
	if last := granted[len(granted)-1]; last.Token != 1 {
		t.Errorf("the last grant has token %d, want 1", last.Token)
	}
	if refused := bodies[trace.Rejected](s); len(refused) != 1 || refused[0].Highest != 2 {
		t.Errorf("refused writes came out as %+v", refused)
	}
	s.want(t, "mutual-exclusion", check.Holds)
}
