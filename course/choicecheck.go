package course

import "fmt"

func (c Choice) checkQuestions(f *file) {
	ids := map[string]bool{}
	for i, q := range c.Questions {
		at := fmt.Sprintf("$.questions[%d]", i)
		f.need(at, map[string]string{"id": q.ID, "ask": q.Ask})
		f.unique(at, ids, q.ID)
		answers := map[string]bool{}
		for j, a := range q.Answers {
			at := fmt.Sprintf("%s.answers[%d]", at, j)
			f.need(at, map[string]string{"id": a.ID, "say": a.Say})
			f.unique(at, answers, a.ID)
		}
		if len(q.Answers) < 2 {
			f.add(at, "a question with %d answers; at least 2 are needed", len(q.Answers))
		}
	}
}

func (c Choice) checkRules(f *file) {
	for i, r := range c.Rules {
		at := fmt.Sprintf("$.rules[%d]", i)
		for _, id := range sorted(r.When) {
			c.checkWhen(f, at, id, r.When[id])
		}
		if _, ok := c.advice(r.Take); !ok {
			f.add(at, "there is no advice %q", r.Take)
		}
	}
	for _, answers := range c.Combinations() {
		if n := len(c.fitting(answers)); n != 1 {
			f.add("$.rules", "%d rules fit the answers %v; exactly one must", n, answers)
		}
	}
}

func (c Choice) checkWhen(f *file, at, id string, answers []string) {
	for _, q := range c.Questions {
		if q.ID != id {
			continue
		}
		for _, a := range answers {
			if !q.Has(a) {
				f.add(at, "the question %q has no answer %q", id, a)
			}
		}
		return
	}
	f.add(at, "there is no question %q", id)
}

func (c Choice) checkAdvice(f *file) {
	ids, taken, used := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range c.Rules {
		taken[r.Take] = true
	}
	for i, a := range c.Advice {
		at := fmt.Sprintf("$.advice[%d]", i)
		f.need(at, map[string]string{"id": a.ID, "title": a.Title})
		f.unique(at, ids, a.ID)
		f.prose(at, map[string]Prose{"reason": a.Reason, "unsafe": a.Unsafe})
		f.places(at+".shows", a.Shows)
		f.source(at+".source", a.Source)
		if !taken[a.ID] {
			f.add(at, "no rule leads to the advice %q", a.ID)
		}
		if len(a.Shows) == 0 || len(a.Code) == 0 {
			f.add(at, `an advice needs "shows", places to see it, and "code", files to start from`)
		}
		for _, name := range a.Code {
			used[name] = true
			if _, ok := c.Sample(name); !ok {
				f.add(at, "the code %q is not among the samples", name)
			}
		}
	}
	for i, s := range c.Samples {
		if !used[s.File] {
			f.add(fmt.Sprintf("$.samples[%d]", i), "no advice shows the sample %q", s.File)
		}
	}
}
