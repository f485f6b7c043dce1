package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/views"
)

func (s *Server) lesson(w http.ResponseWriter, r *http.Request) {
	now := s.content()
	l, ok := now.catalog.bySlug[r.PathValue("slug")]
	if !ok {
		s.noLesson(w, r)
		return
	}
	s.greet(w, r)
	m := s.labPage(l.Slug, l.Title, "lesson", l.Scenario)
	column := *now.reading.lessons[l.Slug]
	column.Wrong = now.wrongWith(l.Slug)
	column.Handout = s.cfg.BasePath + "handouts/" + l.Slug
	if l.Notes != "" {
		column.Notes = s.cfg.BasePath + "notes/" + l.Slug
	}
	m.Lesson = &column
	s.show(w, r, http.StatusOK, views.Lab(m))
}

func (s *Server) noLesson(w http.ResponseWriter, r *http.Request) {
	s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
		Title: "There is no such lesson", Text: "It may have been renamed. The first page lists every lesson.",
		Wrong: s.content().wrongWith(r.PathValue("slug"))})
}

// notes shows what a lesson tells its speaker. Like a handout, they are as deep as the
// lesson, so that the links in them lead where they should.
func (s *Server) notes(w http.ResponseWriter, r *http.Request) {
	l, ok := s.content().catalog.bySlug[r.PathValue("slug")]
	switch {
	case !ok:
		s.noLesson(w, r)
	case l.Notes == "":
		s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true, Title: "There is no such page",
			Text: "This lesson has no speaker notes: they are its section “Speaker notes”."})
	default:
		s.show(w, r, http.StatusOK, views.Notes(views.NotesPage{
			Page: s.page(), Number: l.Number, Title: l.Title, Href: s.cfg.BasePath + "lessons/" + l.Slug, Notes: views.HTML(l.Notes)}))
	}
}

// notesBefore leads from where notes were at first.
func (s *Server) notesBefore(w http.ResponseWriter, r *http.Request) {
	l, ok := s.content().catalog.bySlug[r.PathValue("slug")]
	if !ok {
		s.noLesson(w, r)
		return
	}
	http.Redirect(w, r, s.cfg.BasePath+"notes/"+l.Slug, http.StatusMovedPermanently)
}

// handout is a lesson to print. Its address is as deep as the lesson's, so that the
// links in its prose lead where they should.
func (s *Server) handout(w http.ResponseWriter, r *http.Request) {
	l, ok := s.content().catalog.bySlug[r.PathValue("slug")]
	if !ok {
		s.noLesson(w, r)
		return
	}
	href := s.cfg.BasePath + "lessons/" + l.Slug
	plain := func(h views.HTML) views.HTML { return h } // paper has no links to follow
	s.show(w, r, http.StatusOK, views.Handout(views.HandoutPage{
		Page: s.page(), Lesson: lessonView(l, plain), Href: href, At: r.Host + href}))
}

// freeLab serves the lab of one kind of lock; without a kind, the first.
func (s *Server) freeLab(w http.ResponseWriter, r *http.Request) {
	kind := r.PathValue("kind")
	for _, lab := range s.content().catalog.free {
		if lab.path == strings.TrimSuffix("lab/"+kind, "/") {
			s.greet(w, r)
			m := s.labPage(lab.exercise.Slug, lab.exercise.Title, "sandbox", lab.exercise.Scenario)
			m.Edit = s.editAddress(lab.exercise.Slug)
			s.show(w, r, http.StatusOK, views.Lab(m))
			return
		}
	}
	s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
		Title: "There is no such lab", Text: "The first page lists the labs: there is one for each kind of lock."})
}

func (s *Server) storybook(w http.ResponseWriter, r *http.Request) {
	free := s.content().catalog.free[0].exercise
	m := views.StorybookPage{Page: s.page(), Lab: s.labPage(free.Slug, free.Title, "lesson", free.Scenario)}
	if len(s.content().catalog.lessons) > 0 {
		m.Lab.Lesson = s.content().reading.lessons[s.content().catalog.lessons[0].Slug]
	}
	s.show(w, r, http.StatusOK, views.Storybook(m))
}

func (s *Server) labPage(slug, title, mode string, sc scenario.Scenario) views.LabPage {
	return views.LabPage{
		Page: s.page(), Slug: slug, Title: title, Mode: mode, Kind: string(sc.Lock.Kind),
		Socket:  s.cfg.BasePath + "labs/socket?lab=" + url.QueryEscape(slug),
		Sources: sources[sc.Lock.Kind](), Verbs: verbViews(), Verdicts: verdictViews(),
		Token: tokenText(sc.Lock.Kind),
	}
}

// tokenText says where a lock's fencing token comes from.
func tokenText(kind scenario.LockKind) string {
	const counter = "A plain Redis lock has no fencing token of its own. Here the client adds 1 to a counter key on the same node " +
		"once it has the lock, and uses the sum. "
	switch kind {
	case scenario.Redis:
		return counter + "That is worth as much as the node's memory: a node that loses its data counts from 1 again."
	case scenario.RedisReplica:
		return counter + "The counter is copied to the replica as late as the lock itself: a failover that loses the lock " +
			"loses the count, and the next holder gets a number that was used before."
	case scenario.Redlock:
		return "Redlock gives no fencing token: its random values have no order, and no single node could count. So the store " +
			"has nothing to compare, and fencing changes nothing here (Kleppmann 2016)."
	}
	return ""
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
