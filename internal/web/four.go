package web

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/internal/web/labs"
	"github.com/lockviz/lockviz/views"
)

// fourKinds are the locks on one screen, from top to bottom.
var fourKinds = []scenario.LockKind{scenario.Redis, scenario.Redlock, scenario.Etcd, scenario.ZooKeeper}

// addFour adds their labs: the same clients, seed and time to live on each.
func (c *catalog) addFour() error {
	for _, kind := range fourKinds {
		sc, err := ownScenario("four/" + string(kind) + ".yaml")
		if err != nil {
			return err
		}
		at := slices.IndexFunc(scenario.Kinds, func(k scenario.KindDoc) bool { return k.Kind == kind })
		lab := freeLab{scenario.Kinds[at], "four-locks/" + string(kind), labs.Exercise{Slug: "four/" + string(kind), Title: sc.Title, Scenario: sc}}
		c.four = append(c.four, lab)
		c.add(lab.exercise)
	}
	return nil
}

// four serves the page with four labs on one lab time.
func (s *Server) four(w http.ResponseWriter, r *http.Request) {
	s.greet(w, r)
	m := views.FourPage{Page: s.page(), Verdicts: verdictViews()}
	for _, lab := range s.content().catalog.four {
		m.Locks = append(m.Locks, views.FourLock{
			Kind: string(lab.kind.Kind), Title: kindTitle(lab.kind.Kind), Href: s.cfg.BasePath + lab.path,
			Socket: s.cfg.BasePath + "labs/socket?lab=" + url.QueryEscape(lab.exercise.Slug),
		})
	}
	s.show(w, r, http.StatusOK, views.Four(m))
}

// fourLab serves one of the four as a lab page: the same lab, with its code and all
// its panels.
func (s *Server) fourLab(w http.ResponseWriter, r *http.Request) {
	for _, lab := range s.content().catalog.four {
		if lab.path == "four-locks/"+r.PathValue("kind") {
			s.greet(w, r)
			s.show(w, r, http.StatusOK, views.Lab(s.labPage(lab.exercise.Slug, lab.exercise.Title, "sandbox", lab.exercise.Scenario)))
			return
		}
	}
	s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
		Title: "There is no such lab", Text: "The page “One screen, four locks” has a lab for each of its four."})
}
