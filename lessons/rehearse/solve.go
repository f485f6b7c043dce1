package rehearse

import (
	"errors"
	"fmt"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// Solve does every step's solution, one after the other, in one lab opened as
// the page opens it. A goal must be met after its solution, and not before: a
// goal that is met by doing nothing teaches nothing.
func Solve(l lessons.Lesson) error {
	s, err := Begin(l)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, step := range l.Steps() {
		if err := s.step(step); err != nil {
			return fmt.Errorf("step %d, %s: %w", step.Number, step.ID, err)
		}
	}
	return nil
}

// Learner is somebody with a lab, who looks at one event of it.
type Learner struct {
	lab  *engine.Lab
	past int // the event at the cursor; 0: the head
}

// Begin opens a lab of a learner's own, as a lesson's page opens it. Close ends it.
func Begin(l lessons.Lesson) (*Learner, error) {
	lab, err := engine.Open(l.Opening())
	if err != nil {
		return nil, err
	}
	return &Learner{lab: lab}, nil
}

// Close ends the lab.
func (s *Learner) Close() { s.lab.Close() }

// At is the event at which the learner looks, and the last one of the log.
func (s *Learner) At() (cursor, head int) {
	head = s.lab.Head().Seq
	if s.past == 0 {
		return head, head
	}
	return s.past, head
}

func (s *Learner) step(step *lessons.Step) error {
	if s.met(step.Goal) {
		return errors.New("the goal is met before anything was done")
	}
	for _, op := range step.Solution {
		if err := s.Do(op); err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
	}
	return s.reaches(step.Goal)
}

// reaches reports a condition that is not met.
func (s *Learner) reaches(g lessons.Goal) error {
	for _, c := range g {
		if !c.Met(s.lab.Events(0), s.lab.Verdicts()) {
			return fmt.Errorf("the solution does not reach %q; the timeline is\n%s", c.Say, trace.Text(s.lab.Events(0)))
		}
	}
	return nil
}

func (s *Learner) met(g lessons.Goal) bool { return g.Met(s.lab.Events(0), s.lab.Verdicts()) }

// Do does one move of a solution.
func (s *Learner) Do(op lessons.Op) error {
	past := s.past
	s.past = 0
	switch op.Do {
	case lessons.OpStep:
		return s.repeat(op.N)
	case lessons.OpUntil:
		return s.until(*op.Event, op.N)
	case lessons.OpRun:
		return s.lab.Run(engine.Goal(op.To))
	case lessons.OpAdvance:
		return s.lab.Advance(op.By)
	case lessons.OpAct:
		if past == 0 {
			past = s.lab.Head().Seq
		}
		return s.lab.Act(past, op.Text)
	case lessons.OpBack:
		return s.back(*op.Event, op.N)
	case lessons.OpReset:
		return s.lab.Reset()
	case lessons.OpMistakes:
		return s.lab.SetMistakes(op.On)
	}
	return fmt.Errorf("no such move")
}

func (s *Learner) repeat(n int) error {
	for range n {
		if err := s.lab.Step(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Learner) until(event lessons.Sight, n int) error {
	for s.find(event, n) == 0 {
		if err := s.lab.Step(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Learner) back(event lessons.Sight, n int) error {
	s.past = s.find(event, n)
	if s.past == 0 {
		return errors.New("no such event so far")
	}
	return nil
}

// find is the sequence number of the n-th such event; 0: there is none.
func (s *Learner) find(event lessons.Sight, n int) int {
	for _, e := range s.lab.Events(0) {
		if event.Is(e) {
			n--
		}
		if n == 0 {
			return e.Seq
		}
	}
	return 0
}
