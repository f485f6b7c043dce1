package web

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// route is one address of the site. Tests walk the list.
type route struct {
	pattern string // of http.ServeMux, below the base path
	serve   http.HandlerFunc
}

func (s *Server) routes() []route {
	figures := promhttp.HandlerFor(s.figures, promhttp.HandlerOpts{})
	all := []route{
		{"{$}", s.fresh(s.home)},
		{"lessons/{slug}", s.fresh(s.lesson)},
		{"lessons/{slug}/notes", s.fresh(s.notesBefore)},
		{"notes/{slug}", s.fresh(s.notes)},
		{"handouts/{slug}", s.fresh(s.handout)},
		{"lab", s.freeLab},
		{"lab/{kind}", s.freeLab},
		{"four-locks", s.four},
		{"four-locks/{kind}", s.fourLab},
		{"challenges", s.fresh(s.challenges)},
		{"challenges/{slug}", s.fresh(s.challenge)},
		{"scenarios", s.gallery},
		{"scenarios/{name}", s.scenario},
		{"sandbox", s.sandbox},
		{"code/{kind}", s.code},
		{"which-lock", s.whichLock},
		{"comparison", s.comparison},
		{"beliefs", s.beliefs},
		{"glossary", s.fresh(s.glossary)},
		{"schema/scenario.json", s.schema},
		{"labs/socket", s.socket},
		{"assets/{version}/{path...}", s.asset},
		{"healthz", s.healthz},
		{"readyz", s.readyz},
		{"metrics", figures.ServeHTTP},
	}
	if s.cfg.Dev {
		all = append(all, route{"storybook", s.storybook})
	}
	return all
}

// mux routes below the base path; whatever is not there is a page that says so.
func (s *Server) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.HandleFunc("GET "+s.cfg.BasePath+r.pattern, r.serve)
	}
	if s.cfg.BasePath != "/" {
		mux.Handle("GET /{$}", http.RedirectHandler(s.cfg.BasePath, http.StatusFound))
		mux.Handle("GET "+s.cfg.BasePath[:len(s.cfg.BasePath)-1], http.RedirectHandler(s.cfg.BasePath, http.StatusFound))
	}
	mux.HandleFunc("/", s.notFound)
	return mux
}
