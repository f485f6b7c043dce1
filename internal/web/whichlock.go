package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/lockviz/lockviz/course"
	"github.com/lockviz/lockviz/views"
)

// whichLock recommends a lock. The answers are the query.
func (s *Server) whichLock(w http.ResponseWriter, r *http.Request) {
	m, status := s.content().reading.whichLock(r.URL.Query())
	m.Page = s.page()
	s.show(w, r, status, views.WhichLock(m))
}

func (r *reading) whichLock(query url.Values) (views.WhichLockPage, int) {
	choice, answers, status := r.course.Choice, course.Answers{}, http.StatusOK
	m := views.WhichLockPage{Action: r.base + "which-lock", Comparison: r.base + "comparison", All: r.advice}
	for _, q := range choice.Questions {
		answers[q.ID] = query.Get(q.ID)
		m.Open = m.Open || answers[q.ID] != ""
	}
	for _, q := range choice.Questions {
		v := questionView(q, answers[q.ID])
		switch {
		case answers[q.ID] == "" && m.Open:
			v.Problem = "This question has no answer yet."
		case answers[q.ID] != "" && !q.Has(answers[q.ID]):
			v.Problem, status = notAnAnswer(q, answers[q.ID]), http.StatusBadRequest
		}
		m.Questions = append(m.Questions, v)
	}
	if a, ok := choice.Decide(answers); ok {
		m.Advice = r.adviceView(a)
	}
	return m, status
}

func questionView(q course.Question, given string) views.Question {
	v := views.Question{ID: q.ID, Ask: q.Ask}
	for _, a := range q.Answers {
		v.Answers = append(v.Answers, views.Answer{ID: a.ID, Say: a.Say, Note: a.Note, Checked: a.ID == given})
	}
	return v
}

func notAnAnswer(q course.Question, given string) string {
	const most = 40 // runes of what came in the address
	if short := []rune(given); len(short) > most {
		given = string(short[:most]) + "…"
	}
	var allowed []string
	for _, a := range q.Answers {
		allowed = append(allowed, a.ID)
	}
	return fmt.Sprintf("The address says %s=%q, which is no answer; allowed: %s.", q.ID, given, strings.Join(allowed, ", "))
}

func (r *reading) adviceView(a course.Advice) *views.Advice {
	words := r.terms.reader()
	v := &views.Advice{Title: a.Title, Reason: words.link(a.Reason.HTML()), Unsafe: words.link(a.Unsafe.HTML()),
		Shows: r.catalog.findAll(r.base, a.Shows), Source: origin(a.Source)}
	for _, name := range a.Code {
		sample, _ := r.course.Choice.Sample(name) // the course is checked: it is there
		v.Samples = append(v.Samples, views.Sample{File: sample.File, Title: sample.Title, Note: sample.Note, Code: sampleCode()[name]})
	}
	return v
}

// sampleCode is every file to start from, highlighted in the language that its
// name says. It is made when one is first shown.
var sampleCode = sync.OnceValue(func() map[string]views.HTML {
	all := map[string]views.HTML{}
	data, err := course.BuiltIn()
	if err != nil {
		panic("web: " + err.Error()) // New has read it already
	}
	for _, s := range data.Choice.Samples {
		tokens, err := lexers.Match(s.File).Tokenise(nil, s.Text)
		if err != nil {
			panic("web: the sample " + s.File + " cannot be shown: " + err.Error()) // it is in the program itself
		}
		all[s.File] = strings.Join(lines(tokens.Tokens()), "\n")
	}
	return all
})

// everyAdvice lists the recommendations, each with the first answers that lead
// to it.
func (r *reading) everyAdvice() (all []views.Link) {
	choice, first := r.course.Choice, map[string]course.Answers{}
	for _, answers := range choice.Combinations() {
		if a, _ := choice.Decide(answers); first[a.ID] == nil {
			first[a.ID] = answers
		}
	}
	for _, a := range choice.Advice {
		all = append(all, views.Link{Href: r.base + "which-lock?" + queryOf(first[a.ID]) + "#advice", Text: a.Title})
	}
	return all
}

func queryOf(answers course.Answers) string {
	q := url.Values{}
	for id, a := range answers {
		q.Set(id, a)
	}
	return q.Encode()
}
