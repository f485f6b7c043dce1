package rehearse

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// Challenge plays all of a challenge. To break: nothing is reached by doing
// nothing, the solution reaches it with as many actions as the best is said to
// need, and each rule catches its cheat. To repair: the run fails as it is, each
// option does what is said of it, and none of fewer options than the best do it.
func Challenge(c lessons.Challenge) error {
	try := breakIt
	if c.Repairs() {
		try = repairIt
	}
	if err := try(c); err != nil {
		return fmt.Errorf("challenge %s, seed %d: %w\nscenario:\n%s", c.Dir, c.Scenario.Seed, err, c.Source)
	}
	return nil
}

func breakIt(c lessons.Challenge) error {
	return errors.Join(
		idle(c),
		attempt(c, "the solution", c.Solution, func(s *Learner) error { return s.solves(c) }),
		cheats(c),
	)
}

// idle reports a goal that is met, at any moment, although nobody did anything.
func idle(c lessons.Challenge) error {
	return attempt(c, "doing nothing", nil, func(s *Learner) error {
		for {
			if s.met(c.Goal) {
				return fmt.Errorf("the goal is met by doing nothing, at event %d", s.lab.Head().Seq)
			}
			switch err := s.lab.Step(); {
			case errors.Is(err, engine.ErrEnded):
				return nil
			case err != nil:
				return err
			}
		}
	})
}

// attempt does moves in a fresh lab, and then looks at it.
func attempt(c lessons.Challenge, what string, ops []lessons.Op, look func(*Learner) error) error {
	sc, err := c.Opening(nil)
	if err != nil {
		return err
	}
	lab, err := engine.Open(sc)
	if err != nil {
		return err
	}
	defer lab.Close()
	s := &Learner{lab: lab}
	for _, op := range ops {
		if err := s.Do(op); err != nil {
			return fmt.Errorf("%s, %s: %w; the timeline is\n%s", what, op, err, trace.Text(lab.Events(0)))
		}
	}
	return look(s)
}

func (s *Learner) solves(c lessons.Challenge) error {
	if err := s.reaches(c.Goal); err != nil {
		return err
	}
	if broken := c.Broken(s.lab.Events(0), s.lab.Verdicts()); len(broken) > 0 {
		return fmt.Errorf("the solution breaks a rule: %s", strings.Join(broken, "; "))
	}
	if n := len(lessons.Acts(s.lab.Events(0))); n != c.Best {
		return fmt.Errorf("actions of the solution: %d; the best known is said to be %d", n, c.Best)
	}
	return nil
}

// cheats reports rules that do not catch their cheat, and cheats that would gain
// nothing.
func cheats(c lessons.Challenge) error {
	var wrong []error
	for _, rule := range c.Rules {
		wrong = append(wrong, attempt(c, "the cheat against "+rule.Say, rule.Cheat, func(s *Learner) error {
			switch {
			case !s.met(c.Goal):
				return fmt.Errorf("the cheat against %q does not meet the goal, so nobody needs the rule; the timeline is\n%s",
					rule.Say, trace.Text(s.lab.Events(0)))
			case !rule.Met(s.lab.Events(0), s.lab.Verdicts()):
				return fmt.Errorf("the rule %q does not catch its cheat", rule.Say)
			}
			return nil
		}))
	}
	return errors.Join(wrong...)
}

func repairIt(c lessons.Challenge) error {
	wrong := []error{works(c, nil, false)}
	for _, o := range c.Options {
		wrong = append(wrong, works(c, []string{o.Name}, o.Right))
	}
	for _, few := range fewer(c) {
		wrong = append(wrong, works(c, few, false))
	}
	if len(c.Choose) != c.Best {
		wrong = append(wrong, fmt.Errorf("changes of the solution: %d; the best known is said to be %d", len(c.Choose), c.Best))
	}
	return errors.Join(append(wrong, works(c, c.Choose, true))...)
}

// fewer are the choices of more than one option and fewer than the best.
func fewer(c lessons.Challenge) (all [][]string) {
	for set := range 1 << len(c.Options) {
		var names []string
		for i, o := range c.Options {
			if set>>i&1 == 1 {
				names = append(names, o.Name)
			}
		}
		if _, err := c.Opening(names); err == nil && len(names) > 1 && len(names) < c.Best {
			all = append(all, names)
		}
	}
	return all
}

// works reports a choice of options under which the run does not come out as
// wanted.
func works(c lessons.Challenge, chosen []string, want bool) error {
	sc, err := c.Opening(chosen)
	if err != nil {
		return fmt.Errorf("with %v: %w", chosen, err)
	}
	lab, err := engine.Open(sc)
	if err != nil {
		return fmt.Errorf("with %v: %w", chosen, err)
	}
	defer lab.Close()
	if err := lab.Run(engine.ToEnd); err != nil {
		return fmt.Errorf("with %v: %w", chosen, err)
	}
	s := &Learner{lab: lab}
	if s.met(c.Goal) == want {
		return nil
	}
	if want {
		return fmt.Errorf("with %v: %w", chosen, s.reaches(c.Goal))
	}
	return fmt.Errorf("with %v the goal is met, and it is not said to be", chosen)
}
