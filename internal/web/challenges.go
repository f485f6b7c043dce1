package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/internal/web/labs"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/views"
)

// challengeSlug names the lab of a challenge; with options chosen, it is another
// lab: "challenge/two-failovers/wait+ttl".
func challengeSlug(slug string, chosen []string) string {
	slug = "challenge/" + slug
	if len(chosen) > 0 {
		slug += "/" + strings.Join(chosen, "+")
	}
	return slug
}

// addChallenges checks that each challenge can be opened.
func (c *catalog) addChallenges(all []lessons.Challenge) error {
	c.challenges = all
	for _, one := range all {
		if _, err := one.Opening(nil); err != nil {
			return fmt.Errorf("challenge %s: %w", one.Dir, err)
		}
	}
	return nil
}

func (c *catalog) challenge(slug string) (one lessons.Challenge, at int, ok bool) {
	at = slices.IndexFunc(c.challenges, func(one lessons.Challenge) bool { return one.Slug == slug })
	if at < 0 {
		return one, at, false
	}
	return c.challenges[at], at, true
}

// challengeLab is what the lab of a challenge is opened from.
func (c *catalog) challengeLab(name string) (labs.Exercise, bool) {
	slug, options, _ := strings.Cut(name, "/")
	one, _, ok := c.challenge(slug)
	if !ok {
		return labs.Exercise{}, false
	}
	chosen := one.InOrder(lessons.ChosenFrom(options))
	sc, err := one.Opening(chosen)
	return labs.Exercise{Slug: challengeSlug(slug, chosen), Title: one.Title, Scenario: sc, Fixed: true}, err == nil
}

// challenges lists them by level.
func (s *Server) challenges(w http.ResponseWriter, r *http.Request) {
	m := views.ChallengesPage{Page: s.page()}
	for _, level := range lessons.Levels {
		group := views.ChallengeGroup{Title: label(string(level))}
		for _, c := range s.content().catalog.challenges {
			if c.Level == level {
				group.Cards = append(group.Cards, s.challengeCard(c))
			}
		}
		if len(group.Cards) > 0 {
			m.Groups = append(m.Groups, group)
		}
	}
	s.show(w, r, http.StatusOK, views.Challenges(m))
}

func (s *Server) challengeCard(c lessons.Challenge) views.ChallengeCard {
	return views.ChallengeCard{
		Slug: c.Slug, Number: c.Number, Title: c.Title, Lock: kindTitle(c.Scenario.Lock.Kind), Task: c.Task,
		Repairs: c.Repairs(), Best: c.Best, Href: challengeHref(s.cfg.BasePath, c),
	}
}

func challengeHref(base string, c lessons.Challenge) string { return base + "challenges/" + c.Slug }

// challenge serves one. The options that are chosen are in the address, so that
// a reload and a link show the same.
func (s *Server) challenge(w http.ResponseWriter, r *http.Request) {
	now := s.content()
	c, at, ok := now.catalog.challenge(r.PathValue("slug"))
	if !ok {
		s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
			Title: "There is no such challenge", Text: "It may have been renamed. The page “Challenges” lists every one.",
			Wrong: now.wrongWith(r.PathValue("slug"))})
		return
	}
	chosen := c.InOrder(r.URL.Query()["with"])
	sc, err := c.Opening(chosen)
	if err != nil {
		s.problem(w, r, views.ProblemPage{Status: http.StatusBadRequest, Home: true,
			Title: "These changes cannot be made together", Text: "As asked, " + err.Error() + ". Go back and choose others."})
		return
	}
	s.greet(w, r)
	m := s.labPage(challengeSlug(c.Slug, chosen), c.Title, "challenge", sc)
	m.Challenge = s.challengeView(now, c, chosen)
	if at+1 < len(now.catalog.challenges) {
		next := now.catalog.challenges[at+1]
		m.Challenge.Next = &views.Link{Href: challengeHref(s.cfg.BasePath, next), Text: next.Title}
	}
	s.show(w, r, http.StatusOK, views.Lab(m))
}

// challengeView shapes a challenge like its column on the page.
func (s *Server) challengeView(now *content, c lessons.Challenge, chosen []string) *views.Challenge {
	words := now.reading.terms.reader()
	v := &views.Challenge{
		Slug: c.Slug, Number: c.Number, Title: c.Title, Level: string(c.Level), Lock: kindTitle(c.Scenario.Lock.Kind),
		Task: c.Task, Wrong: now.wrongWith(c.Slug), Intro: words.link(views.HTML(c.Intro)), Best: c.Best, List: s.cfg.BasePath + "challenges",
	}
	for _, g := range c.Goal {
		v.Goals = append(v.Goals, goalView(g))
	}
	for _, rule := range c.Rules {
		v.Rules = append(v.Rules, goalView(rule.Condition))
	}
	for _, h := range c.Hints {
		v.Hints = append(v.Hints, views.HTML(h))
	}
	for _, op := range c.Solution {
		v.Solution = append(v.Solution, op.String())
	}
	if c.Repairs() {
		v.Repair = repairView(c, chosen, challengeHref(s.cfg.BasePath, c))
		for _, name := range c.Choose {
			v.Solution = append(v.Solution, views.HTML(c.Option(name).Say))
		}
	}
	v.Explain = words.link(views.HTML(c.Explain))
	return v
}

func repairView(c lessons.Challenge, chosen []string, action string) *views.Repair {
	v := &views.Repair{Action: action, Solve: c.Choose}
	for _, o := range c.Options {
		one := views.RepairOption{
			Name: o.Name, Say: views.HTML(o.Say), Why: views.HTML(o.Why), Right: o.Right, Chosen: slices.Contains(chosen, o.Name),
		}
		for _, other := range c.Options {
			if other.Name != o.Name && o.Excludes(other) {
				one.Excludes = append(one.Excludes, other.Name)
			}
		}
		v.Options = append(v.Options, one)
	}
	return v
}
