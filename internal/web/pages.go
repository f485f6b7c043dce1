package web

import (
	"net/http"
	"net/url"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/views"
)

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	s.greet(w, r)
	m := views.HomePage{Page: s.page(), Host: r.Host, Labs: []views.LabCard{{
		Slug: freeSlug, Title: s.catalog.free.Title, Href: s.cfg.BasePath + "lab",
		Summary: "Two clients, one lock, no script: break it as you like.",
	}}}
	for _, l := range s.catalog.lessons {
		m.Lessons = append(m.Lessons, views.LessonCard{
			Slug: l.Slug, Number: l.Number, Title: l.Title, Summary: l.Summary,
			Href: s.cfg.BasePath + "lessons/" + l.Slug, Steps: len(l.Steps()), Minutes: l.Minutes,
		})
	}
	s.show(w, r, http.StatusOK, views.Home(m))
}

func (s *Server) lesson(w http.ResponseWriter, r *http.Request) {
	l, ok := s.catalog.bySlug[r.PathValue("slug")]
	if !ok {
		s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
			Title: "There is no such lesson", Text: "It may have been renamed. The first page lists every lesson."})
		return
	}
	s.greet(w, r)
	m := s.labPage(l.Slug, l.Title, "lesson", l.Scenario)
	m.Lesson = lessonView(l)
	s.show(w, r, http.StatusOK, views.Lab(m))
}

func (s *Server) freeLab(w http.ResponseWriter, r *http.Request) {
	s.greet(w, r)
	free := s.catalog.free
	s.show(w, r, http.StatusOK, views.Lab(s.labPage(free.Slug, free.Title, "sandbox", free.Scenario)))
}

func (s *Server) storybook(w http.ResponseWriter, r *http.Request) {
	free := s.catalog.free
	m := views.StorybookPage{Page: s.page(), Lab: s.labPage(free.Slug, free.Title, "lesson", free.Scenario)}
	if len(s.catalog.lessons) > 0 {
		m.Lab.Lesson = lessonView(s.catalog.lessons[0])
	}
	s.show(w, r, http.StatusOK, views.Storybook(m))
}

func (s *Server) labPage(slug, title, mode string, sc scenario.Scenario) views.LabPage {
	return views.LabPage{
		Page: s.page(), Slug: slug, Title: title, Mode: mode,
		Socket:  s.cfg.BasePath + "labs/socket?lab=" + url.QueryEscape(slug),
		Sources: s.catalog.sources[sc.Lock.Kind](), Verbs: verbViews(), Verdicts: verdictViews(),
		Token: tokenText(sc.Lock.Kind),
	}
}

// tokenText says where a lock's fencing token comes from.
func tokenText(kind scenario.LockKind) string {
	if kind != scenario.Redis {
		return ""
	}
	return "A plain Redis lock has no fencing token of its own. Here the client adds 1 to a counter key on the same node " +
		"once it has the lock, and uses the sum. That is worth as much as the node's memory: a node that loses its data counts from 1 again."
}

func verbViews() []views.Verb {
	var all []views.Verb
	for _, v := range scenario.Verbs() {
		all = append(all, views.Verb{Form: v.Form, Doc: v.Doc, Example: v.Example})
	}
	return all
}

func verdictViews() []views.Verdict {
	var all []views.Verdict
	for _, v := range scenario.Verdicts {
		if v.Served {
			all = append(all, views.Verdict{Name: v.Name, Label: label(v.Name), Doc: v.Doc})
		}
	}
	return all
}
