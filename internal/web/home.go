package web

import (
	"net/http"
	"strconv"

	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/views"
)

// parts are what the course's lessons belong to, by the number of the last one.
var parts = []struct {
	last  int
	title string
}{
	{5, "One lock on one server"},
	{8, "Redlock: a majority of servers"},
	{12, "Late writes, and what stops them"},
	{15, "Queues and sessions: ZooKeeper and etcd"},
	{17, "Choosing"},
}

// halfDay are the lessons of a workshop of half a day: what everybody meets, and a
// lock of each family.
var halfDay = []string{"set-nx-px", "whose-lock-is-it", "one-redis-and-its-failover", "redlock-five-steps", "the-pause-nobody-sees",
	"fencing-tokens", "etcd-lease-lock-revision", "which-one-to-reach-for"}

const shownLesson = "the-pause-nobody-sees" // the run that the first page speaks of

const otherLessons = "More lessons" // of a workshop's own

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	s.greet(w, r)
	now := s.content()
	m := views.HomePage{Page: s.page(), Host: r.Host, Wrong: now.wrong, Open: s.openCards(), Labs: s.labCards(), Reading: s.readingCards()}
	for _, l := range now.catalog.lessons {
		m.Parts = withLesson(m.Parts, partOf(l.Number), s.lessonCard(l))
	}
	if len(now.catalog.lessons) > 0 {
		first := lessonLink(s.cfg.BasePath, now.catalog.lessons[0])
		m.Begin = &first
	}
	if l, ok := now.catalog.bySlug[shownLesson]; ok {
		link := lessonLink(s.cfg.BasePath, l)
		m.Shown = &link
	}
	m.HalfDay = s.halfDay(now.catalog)
	for _, c := range now.catalog.challenges {
		m.Challenges = append(m.Challenges, s.challengeCard(c))
	}
	s.show(w, r, http.StatusOK, views.Home(m))
}

func partOf(number int) string {
	for _, p := range parts {
		if number > 0 && number <= p.last {
			return p.title
		}
	}
	return otherLessons
}

// withLesson adds a lesson to its part, which follows the others if it is new.
func withLesson(all []views.LessonPart, title string, card views.LessonCard) []views.LessonPart {
	at := len(all) - 1
	if at < 0 || all[at].Title != title {
		all, at = append(all, views.LessonPart{Title: title}), at+1
	}
	all[at].Lessons = append(all[at].Lessons, card)
	all[at].Minutes += card.Minutes
	return all
}

// halfDay is empty when a lesson of it is missing.
func (s *Server) halfDay(c *catalog) views.LessonPart {
	part := views.LessonPart{Title: "For a workshop of half a day"}
	for _, slug := range halfDay {
		l, ok := c.bySlug[slug]
		if !ok {
			return views.LessonPart{}
		}
		part.Lessons = append(part.Lessons, s.lessonCard(l))
		part.Minutes += l.Minutes
	}
	return part
}

func (s *Server) lessonCard(l lessons.Lesson) views.LessonCard {
	card := views.LessonCard{
		Slug: l.Slug, Number: l.Number, Title: l.Title, Summary: l.Summary,
		Href: lessonLink(s.cfg.BasePath, l).Href, Minutes: l.Minutes, Steps: []views.StepMark{},
	}
	for _, section := range l.Sections {
		if section.Step != nil {
			card.Steps = append(card.Steps, views.StepMark{ID: section.ID, Goals: len(section.Step.Goal), Predicts: true})
		}
	}
	return card
}

// labCards are the labs in which nothing goes wrong by itself.
func (s *Server) labCards() (all []views.LabCard) {
	for _, lab := range s.content().catalog.free {
		all = append(all, views.LabCard{
			Slug: lab.exercise.Slug, Title: kindTitle(lab.kind.Kind), Href: s.cfg.BasePath + lab.path, Summary: lab.kind.Doc})
	}
	return all
}

// openCards lead to where one goes on without a lesson.
func (s *Server) openCards() []views.LabCard {
	base := s.cfg.BasePath
	all := []views.LabCard{{
		Slug: "four-locks", Title: "One screen, four locks", Href: base + "four-locks",
		Summary: "The same two clients and the same fault on Redis, Redlock, etcd and ZooKeeper, one above the other on one lab time.",
	}, {
		Slug: sandboxSlug, Title: "Sandbox", Href: base + sandboxSlug,
		Summary: "Write a scenario of your own, as a form or as text, and run it on live servers. A link takes it to somebody else.",
	}}
	if n := len(s.cfg.Scenarios); n > 0 {
		all = append(all, views.LabCard{
			Slug: "scenarios", Title: "Scenarios", Href: base + "scenarios",
			Summary: strconv.Itoa(n) + " labs in which something happens: what was found in papers and bug reports, to step through.",
		})
	}
	return all
}
