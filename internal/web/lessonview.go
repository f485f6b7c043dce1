package web

import (
	"strings"

	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/views"
)

// lessonView shapes a lesson like its column on the page. link is given its
// prose piece by piece, in the order of reading: not the choices of a
// prediction and what is to be done, where a link would be clicked for a button,
// nor the hints, which may stay closed.
func lessonView(l lessons.Lesson, link func(views.HTML) views.HTML) *views.Lesson {
	own := lessons.Op{Do: lessons.OpMistakes, On: l.MistakesOn()}
	v := &views.Lesson{Slug: l.Slug, Number: l.Number, Title: l.Title, Intro: link(views.HTML(l.Intro)),
		Mistakes: strings.TrimPrefix(own.String(), "mistakes ")}
	for _, s := range l.Sections {
		v.Steps = append(v.Steps, sectionView(s, link))
	}
	return v
}

func sectionView(s lessons.Section, link func(views.HTML) views.HTML) views.LessonStep {
	v := views.LessonStep{ID: s.ID, Title: s.Title, Prose: link(views.HTML(s.Prose))}
	if s.Step == nil {
		return v
	}
	v.Predict = predictionView(s.Step.Predict, link)
	v.Run, v.Observe, v.Explain = views.HTML(s.Step.Run), link(views.HTML(s.Step.Observe)), link(views.HTML(s.Step.Explain))
	for _, h := range s.Step.Hints {
		v.Hints = append(v.Hints, views.HTML(h))
	}
	for _, c := range s.Step.Goal {
		v.Goals = append(v.Goals, goalView(c))
	}
	for _, op := range s.Step.Solution {
		v.Solution = append(v.Solution, op.String())
	}
	return v
}

func predictionView(p lessons.Prediction, link func(views.HTML) views.HTML) *views.Prediction {
	v := &views.Prediction{Question: link(views.HTML(p.Ask))}
	for _, c := range p.Choices {
		v.Choices = append(v.Choices, views.Choice{Text: views.HTML(c.Say), Right: c.Right, Reason: views.HTML(c.Why)})
	}
	return v
}

func goalView(c lessons.Condition) views.Goal {
	return views.Goal{Say: c.Say, Saw: sightView(c.Saw), With: c.With, After: sightView(c.After), Did: c.Did,
		Verdict: c.Verdict, Is: string(c.Is), Count: c.Count, Never: c.Never}
}

func sightView(s *lessons.Sight) *views.Sight {
	if s == nil {
		return nil
	}
	return &views.Sight{Lane: s.Lane, Kind: string(s.Kind)}
}

// label makes "stale-write" into "Stale write".
func label(name string) string {
	words := strings.ReplaceAll(name, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}
