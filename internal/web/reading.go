package web

import (
	"net/http"
	"slices"

	"github.com/lockviz/lockviz/course"
	"github.com/lockviz/lockviz/views"
)

// reading is what the pages to read show, and the lessons with their links to
// the glossary. It is made once: nothing of it changes while the program runs.
type reading struct {
	base    string
	catalog *catalog
	course  *course.Course
	terms   *termIndex
	lessons map[string]*views.Lesson // by slug
	used    map[string][]views.Link  // the lessons that use a term, by its id
	advice  []views.Link             // every recommendation
}

func newReading(base string, c *catalog) (*reading, error) {
	data, err := course.BuiltIn()
	if err != nil {
		return nil, err
	}
	r := &reading{base: base, catalog: c, course: data, terms: newTermIndex(base+"glossary", data.Glossary),
		lessons: map[string]*views.Lesson{}, used: map[string][]views.Link{}}
	r.advice = r.everyAdvice()
	for i, l := range c.lessons {
		words := r.terms.reader()
		r.lessons[l.Slug] = lessonView(l, words.link)
		r.lessons[l.Slug].Next = c.after(base, i)
		for id := range words.seen {
			r.used[id] = append(r.used[id], lessonLink(base, l))
		}
	}
	return r, nil
}

func (s *Server) glossary(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, views.Glossary(views.GlossaryPage{Page: s.page(), Terms: s.content().reading.glossary()}))
}

func (r *reading) glossary() (all []views.Term) {
	for _, t := range r.course.Glossary {
		all = append(all, views.Term{
			ID: t.ID(), Term: t.Term, Means: r.terms.reader(t.ID()).link(t.Means.HTML()), Source: origin(t.Source),
			Shows: r.catalog.findAll(r.base, t.Shows), Lessons: r.used[t.ID()],
		})
	}
	return all
}

func (s *Server) beliefs(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, views.Beliefs(views.BeliefsPage{Page: s.page(), Beliefs: s.content().reading.beliefs()}))
}

func (r *reading) beliefs() (all []views.Belief) {
	words := r.terms.reader()
	for _, b := range r.course.Beliefs {
		v := views.Belief{ID: b.ID, Says: b.Says.HTML(), So: *b.So, Reason: words.link(b.Reason.HTML()), Wrong: b.Wrong.HTML()}
		if there := r.catalog.findAll(r.base, b.Shows); len(there) > 0 {
			v.Shows = &there[0]
		}
		all = append(all, v)
	}
	return all
}

func (s *Server) comparison(w http.ResponseWriter, r *http.Request) {
	m := s.content().reading.comparison()
	m.Page = s.page()
	s.show(w, r, http.StatusOK, views.Comparison(m))
}

func (r *reading) comparison() views.ComparisonPage {
	m := views.ComparisonPage{Choice: r.base + "which-lock"}
	table, words := r.course.Comparison, r.terms.reader()
	for _, col := range table.Columns {
		m.Columns = append(m.Columns, col.Title)
	}
	for _, l := range table.Locks {
		row := views.ComparisonRow{ID: l.ID, Name: l.Name, Shows: r.catalog.findAll(r.base, l.Shows)}
		row.Here = slices.ContainsFunc(row.Shows, func(to views.Link) bool { return to.Kind == labKind })
		for _, col := range table.Columns {
			row.Cells = append(row.Cells, words.link(l.Cell(col.ID).HTML()))
		}
		for i := range l.Sources {
			row.Sources = append(row.Sources, *origin(&l.Sources[i]))
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

func origin(s *course.Source) *views.Origin {
	if s == nil {
		return nil
	}
	return &views.Origin{Text: s.Text, Href: s.Href}
}

// readingCards are the pages to read, for the first page.
func (s *Server) readingCards() []views.LabCard {
	base := s.cfg.BasePath
	return []views.LabCard{
		{Slug: "which-lock", Title: "Which lock?", Href: base + "which-lock",
			Summary: "Three questions, a recommendation, what it leaves unsafe, and code to start from."},
		{Slug: "comparison", Title: "Locks compared", Href: base + "comparison",
			Summary: "Redis, Redlock, etcd, ZooKeeper and six neighbours: what holds them, how they end, and what they do not protect from."},
		{Slug: "beliefs", Title: "What people believe", Href: base + "beliefs",
			Summary: "Fifteen statements about distributed locks. Which of them are so?"},
		{Slug: "glossary", Title: "Glossary", Href: base + "glossary",
			Summary: "The words of the lessons, in one to three sentences each."},
	}
}
