package web

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/scenarios"
	"github.com/lockviz/lockviz/views"
)

// gallery lists the scenarios, grouped by the kind of their lock.
func (s *Server) gallery(w http.ResponseWriter, r *http.Request) {
	s.greet(w, r)
	m := views.GalleryPage{Page: s.page(), Schema: s.cfg.BasePath + "schema/scenario.json"}
	files := slices.Clone(s.cfg.Scenarios)
	slices.SortStableFunc(files, func(a, b scenarios.File) int { return galleryRank(a) - galleryRank(b) })
	for _, kind := range scenario.Kinds {
		group := views.GalleryGroup{ID: string(kind.Kind), Title: kindTitle(kind.Kind), Doc: kind.Doc}
		for _, f := range files {
			if f.Scenario.Lock.Kind == kind.Kind {
				group.Cards = append(group.Cards, s.scenarioCard(f))
			}
		}
		if len(group.Cards) > 0 {
			m.Groups = append(m.Groups, group)
		}
	}
	s.show(w, r, http.StatusOK, views.Gallery(m))
}

// aReport names a scenario after a public bug report: redsync-147.
var aReport = regexp.MustCompile(`-[0-9]+$`)

// galleryRank puts what a lock does first, then the mistakes of its clients,
// then the bugs that people reported.
func galleryRank(f scenarios.File) int {
	switch {
	case aReport.MatchString(f.Name):
		return 2
	case slices.ContainsFunc(scenario.Mistakes, func(m scenario.MistakeDoc) bool { return f.Scenario.Makes(m.Mistake) }):
		return 1
	}
	return 0
}

// scenario serves a scenario's lab, or its file when the name ends in .yaml.
func (s *Server) scenario(w http.ResponseWriter, r *http.Request) {
	name, file := strings.CutSuffix(r.PathValue("name"), ".yaml")
	f, ok := s.content().catalog.scenarios[name]
	switch {
	case !ok:
		s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
			Title: "There is no such scenario", Text: "It may have been renamed. The page “Scenarios” lists every one."})
	case file:
		plain(w, http.StatusOK, f.Source)
	default:
		s.greet(w, r)
		m := s.labPage(scenarioSlug(name), f.Scenario.Title, "sandbox", f.Scenario)
		m.Scenario, m.Edit = s.scenarioView(f), s.editAddress(scenarioSlug(name))
		s.show(w, r, http.StatusOK, views.Lab(m))
	}
}

// schema serves the JSON Schema of scenario files, for editors.
func (s *Server) schema(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/schema+json")
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(scenario.Schema())
}

func (s *Server) scenarioCard(f scenarios.File) views.ScenarioCard {
	return views.ScenarioCard{
		Title: f.Scenario.Title, Href: s.cfg.BasePath + "scenarios/" + f.Name,
		Lock: lockWords(f.Scenario.Lock), Summary: sentences(f.About, 2), Outcomes: outcomes(f.Scenario.Expect),
	}
}

func (s *Server) scenarioView(f scenarios.File) *views.Scenario {
	card := s.scenarioCard(f)
	return &views.Scenario{
		Title: card.Title, Lock: card.Lock, About: f.About, Outcomes: card.Outcomes, Script: script(f.Scenario.Script),
		File: f.Name + ".yaml", Href: card.Href + ".yaml", Gallery: s.cfg.BasePath + "scenarios",
	}
}

// script groups the lines that are due at one moment.
func script(cues []scenario.Cue) (all []views.Cue) {
	for _, c := range cues {
		when := c.When.String()
		if c.When.Lane == "" {
			when = "at " + when
		}
		if n := len(all); n == 0 || all[n-1].When != when {
			all = append(all, views.Cue{When: when})
		}
		last := &all[len(all)-1]
		last.Do = append(last.Do, c.Do.String())
	}
	return all
}

// kindTitle names a kind of lock as a heading does.
func kindTitle(kind scenario.LockKind) string {
	switch kind {
	case scenario.Mutex:
		return "A mutex in one process"
	case scenario.Redis:
		return "One Redis server"
	case scenario.RedisReplica:
		return "A Redis primary and its replica"
	case scenario.Redlock:
		return "Redlock"
	case scenario.Etcd:
		return "etcd"
	case scenario.ZooKeeper:
		return "ZooKeeper"
	}
	return label(string(kind))
}

// lockWords says in a few words what is special about a lock.
func lockWords(l scenario.Lock) string {
	words := []string{}
	if l.Kind == scenario.Redlock {
		words = append(words, strconv.Itoa(l.Nodes)+" nodes")
	}
	if l.Watchdog {
		words = append(words, "watchdog")
	}
	if l.Wait > 0 {
		words = append(words, "waits for "+strconv.Itoa(l.Wait)+" replica")
	}
	for _, m := range l.Mistakes {
		words = append(words, "mistake "+string(m))
	}
	return strings.Join(words, " · ")
}

// sentences are the first n of a text.
func sentences(text string, n int) string {
	end := 0
	for range n {
		i := strings.Index(text[end:], ". ")
		if i < 0 {
			return text
		}
		end += i + 2
	}
	return strings.TrimSpace(text[:end])
}

// outcomes shows what is expected, in the order of the verdicts.
func outcomes(expect []scenario.Expectation) []views.Outcome {
	var all []views.Outcome
	for _, v := range scenario.Verdicts {
		i := slices.IndexFunc(expect, func(e scenario.Expectation) bool { return e.Verdict == v.Name })
		if i < 0 {
			continue
		}
		e := expect[i]
		one := views.Outcome{Label: label(v.Name), Status: e.Status, Text: strings.ReplaceAll(e.Value(), "-", " ")}
		if v.Name == "lost-update" && e.Count > 0 { // a count of what must not happen
			one.Status, one.Text = scenario.Violated, fmt.Sprintf("violated %d×", e.Count)
		}
		all = append(all, one)
	}
	return all
}
