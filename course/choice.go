package course

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// Choice leads from answers to advice.
type Choice struct {
	Questions []Question `yaml:"questions"`
	Rules     []Rule     `yaml:"rules"`
	Advice    []Advice   `yaml:"advice"`
	Samples   []Sample   `yaml:"samples"`
}

// Question has one answer.
type Question struct {
	ID      string   `yaml:"id"`
	Ask     string   `yaml:"ask"`
	Answers []Answer `yaml:"answers"`
}

// Answer is one of a question's.
type Answer struct {
	ID   string `yaml:"id"`
	Say  string `yaml:"say"`
	Note string `yaml:"note"` // examples; may be empty
}

// Rule says which advice fits some answers. A question that it does not name
// may have any answer.
type Rule struct {
	When map[string][]string `yaml:"when"`
	Take string              `yaml:"take"`
}

// Advice is one recommendation.
type Advice struct {
	ID     string   `yaml:"id"`
	Title  string   `yaml:"title"`
	Reason Prose    `yaml:"reason"`
	Unsafe Prose    `yaml:"unsafe"` // what remains
	Shows  []Place  `yaml:"shows"`
	Code   []string `yaml:"code"` // files of samples
	Source *Source  `yaml:"source"`
}

// Sample is a file to start from.
type Sample struct {
	File  string `yaml:"file"`
	Title string `yaml:"title"`
	Note  string `yaml:"note"`
	Text  string `yaml:"-"`
}

// Answers has the id of an answer for the id of each question.
type Answers map[string]string

// Decide finds the advice for answers to all questions; there is exactly one.
// It is false when a question has no answer, or one that there is not.
func (c Choice) Decide(answers Answers) (Advice, bool) {
	for _, q := range c.Questions {
		if !q.Has(answers[q.ID]) {
			return Advice{}, false
		}
	}
	fitting := c.fitting(answers)
	if len(fitting) != 1 {
		return Advice{}, false
	}
	return c.advice(fitting[0].Take)
}

// Has reports whether the question has an answer with this id.
func (q Question) Has(answer string) bool {
	return slices.ContainsFunc(q.Answers, func(a Answer) bool { return a.ID == answer })
}

// Sample finds a file to start from.
func (c Choice) Sample(file string) (Sample, bool) {
	i := slices.IndexFunc(c.Samples, func(s Sample) bool { return s.File == file })
	if i < 0 {
		return Sample{}, false
	}
	return c.Samples[i], true
}

func (c Choice) advice(id string) (Advice, bool) {
	i := slices.IndexFunc(c.Advice, func(a Advice) bool { return a.ID == id })
	if i < 0 {
		return Advice{}, false
	}
	return c.Advice[i], true
}

func (c Choice) fitting(answers Answers) (all []Rule) {
	for _, r := range c.Rules {
		if r.fits(answers) {
			all = append(all, r)
		}
	}
	return all
}

func (r Rule) fits(answers Answers) bool {
	for question, allowed := range r.When {
		if !slices.Contains(allowed, answers[question]) {
			return false
		}
	}
	return true
}

// Combinations are all ways to answer all questions.
func (c Choice) Combinations() []Answers {
	all := []Answers{{}}
	for _, q := range c.Questions {
		var more []Answers
		for _, so := range all {
			for _, a := range q.Answers {
				one := maps.Clone(so)
				one[q.ID] = a.ID
				more = append(more, one)
			}
		}
		all = more
	}
	return all
}

// String is the answers in the order of their questions' ids.
func (a Answers) String() string {
	var words []string
	for _, q := range sorted(a) {
		words = append(words, q+" "+a[q])
	}
	return strings.Join(words, ", ")
}

func loadChoice(fsys fs.FS) (Choice, error) {
	var c Choice
	f, err := read(fsys, "choice.yaml", &c)
	if err != nil {
		return c, err
	}
	c.checkQuestions(f)
	c.checkRules(f)
	c.checkAdvice(f)
	for i := range c.Samples {
		s, at := &c.Samples[i], fmt.Sprintf("$.samples[%d]", i)
		f.need(at, map[string]string{"file": s.File, "title": s.Title})
		raw, err := fs.ReadFile(fsys, path.Join("samples", s.File))
		if err != nil {
			f.add(at, "there is no file %q in the folder samples", s.File)
		}
		s.Text = string(raw)
	}
	return c, f.err()
}
