package web

import (
	"net/http"
	"net/url"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/views"
)

// sandbox serves the lab in which a visitor writes the scenario. With ?from= it
// begins with that of a free lab or of the gallery.
func (s *Server) sandbox(w http.ResponseWriter, r *http.Request) {
	own, _ := s.content().catalog.exercise(sandboxSlug)
	column := s.sandboxColumn()
	if from := r.URL.Query().Get("from"); from != "" {
		text, ok := s.content().catalog.files[from]
		if !ok {
			s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true, Title: "There is no such scenario to begin with",
				Text: "The sandbox begins with a free lab or with a scenario of the gallery. Open /sandbox without more to begin with your own."})
			return
		}
		column.From, column.Text = from, text
	}
	s.greet(w, r)
	m := s.labPage(sandboxSlug, own.Title, "sandbox", own.Scenario)
	m.Sandbox = column
	s.show(w, r, http.StatusOK, views.Lab(m))
}

// code serves the code of one kind of lock, for a page whose lab has changed its
// kind.
func (s *Server) code(w http.ResponseWriter, r *http.Request) {
	kind := scenario.LockKind(r.PathValue("kind"))
	if sources[kind] == nil {
		s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true, Title: "There is no such kind of lock",
			Text: "The page “Scenarios” lists the kinds that this lockviz runs."})
		return
	}
	s.show(w, r, http.StatusOK, views.Code(views.LabPage{Sources: sources[kind](), Token: tokenText(kind)}))
}

// editAddress opens a lab's scenario in the sandbox.
func (s *Server) editAddress(slug string) string {
	return s.cfg.BasePath + sandboxSlug + "?from=" + url.QueryEscape(slug)
}

// sandboxColumn has everything that a scenario can be made of.
func (s *Server) sandboxColumn() *views.Sandbox {
	m := &views.Sandbox{
		Action: s.cfg.BasePath + sandboxSlug, Schema: s.cfg.BasePath + "schema/scenario.json",
		Verbs: verbViews(), Verdicts: verdictViews(), Beginning: s.beginningViews(), Events: eventNames(),
	}
	for _, k := range scenario.Kinds {
		if k.Served {
			m.Kinds = append(m.Kinds, views.SandboxKind{Kind: string(k.Kind), Title: kindTitle(k.Kind), Doc: k.Doc, Timeout: trace.Dur(timeoutOf(k.Kind))})
		}
	}
	for _, d := range scenario.Mistakes {
		if d.Served {
			m.Mistakes = append(m.Mistakes, views.SandboxMistake{Name: string(d.Mistake), Doc: d.Doc, Kinds: words(d.Kinds)})
		}
	}
	for _, step := range scenario.Steps() {
		m.Steps = append(m.Steps, views.Verb{Form: step.Form, Doc: step.Doc, Example: step.Example})
	}
	return m
}

// eventNames lists what can happen on the lanes of each group. On the lab's own lane
// only actions are recorded.
func eventNames() map[string][]string {
	all := map[string][]string{scenario.LabLane: {string(trace.Action{}.Kind())}}
	for _, group := range []trace.Group{trace.Clients, trace.Servers, trace.Resource} {
		for _, d := range trace.Registry {
			if d.Group == group || d.Group == trace.AnyLane {
				all[string(group)] = append(all[string(group)], string(d.Kind))
			}
		}
	}
	return all
}

// timeoutOf is how long a client waits for a reply unless its scenario says so.
func timeoutOf(kind scenario.LockKind) time.Duration {
	if kind == scenario.Redlock {
		return scenario.DefaultNodeTimeout
	}
	return scenario.DefaultTimeout
}

func words(kinds []scenario.LockKind) (all []string) {
	for _, k := range kinds {
		all = append(all, string(k))
	}
	return all
}

func (s *Server) beginningViews() []views.SandboxGroup {
	own := views.SandboxGroup{Title: "Nothing goes wrong by itself", Items: []views.SandboxItem{{Name: sandboxSlug, Title: "Two clients, one lock"}}}
	for _, lab := range s.content().catalog.free {
		own.Items = append(own.Items, views.SandboxItem{Name: lab.exercise.Slug, Title: lab.exercise.Title})
	}
	groups := []views.SandboxGroup{own}
	for _, kind := range scenario.Kinds {
		group := views.SandboxGroup{Title: kindTitle(kind.Kind)}
		for _, f := range s.cfg.Scenarios {
			if f.Scenario.Lock.Kind == kind.Kind {
				group.Items = append(group.Items, views.SandboxItem{Name: scenarioSlug(f.Name), Title: f.Scenario.Title})
			}
		}
		if len(group.Items) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}
