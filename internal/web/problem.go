package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"github.com/lockviz/lockviz/views"
)

// page is what every page needs.
func (s *Server) page() views.Page {
	return views.Page{Base: s.cfg.BasePath, Assets: s.assets.prefix(s.cfg.BasePath), Dev: s.cfg.Dev, Version: s.cfg.Version}
}

// show renders a page whole before it sends a byte of it, so that a fault in a
// template is a 500 and not half a page. Pages are never reused without
// asking: they name the assets of the running program.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, page templ.Component) {
	var html bytes.Buffer
	if err := page.Render(r.Context(), &html); err != nil {
		slog.Error("a page could not be rendered", "path", r.URL.Path, "err", err)
		plain(w, http.StatusInternalServerError, "This page could not be made. The server's log says why.\n")
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	html.WriteTo(w)
}

// problem says what went wrong: as a page to a browser, as text to a tool.
func (s *Server) problem(w http.ResponseWriter, r *http.Request, p views.ProblemPage) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		text := p.Title + ". " + p.Text + "\n"
		if p.Flag != "" {
			text += p.Flag + "\n"
		}
		for _, line := range p.Wrong {
			text += line + "\n"
		}
		plain(w, p.Status, text)
		return
	}
	p.Page = s.page()
	s.show(w, r, p.Status, views.Problem(p))
}

func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true,
		Title: "There is no such page", Text: "The first page lists the lessons, the challenges and the labs, and what there is to read."})
}
