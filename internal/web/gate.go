package web

import (
	"log/slog"
	"net/http"

	"github.com/lockviz/lockviz/views"
)

// policy lets a page use its own files and its own socket, and nothing else:
// no inline script, no other site, no frame around it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

// gate is passed by every request, health checks included. The order matters:
// the Host first, because a rebound name makes Origin and Host agree; then the
// Origin of an upgrade, because http.CrossOriginProtection lets GET through;
// then everything else that would change something.
func (s *Server) gate(next http.Handler) http.Handler {
	changes := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure(w.Header())
		slog.Debug("request", "method", r.Method, "path", r.URL.Path, "host", r.Host, "from", r.RemoteAddr) // no query, no header: they are a visitor's
		switch {
		case !s.cfg.Hosts.Allowed(r):
			s.refuse(w, r, "host", s.refusedHost(r))
		case isUpgrade(r) && !s.cfg.Hosts.SameOrigin(r):
			s.refuse(w, r, "origin", views.ProblemPage{
				Title: "This socket is for lockviz's own pages",
				Text:  "The Origin header must be there and name the very address that this page is served on."})
		case changes.Check(r) != nil:
			s.refuse(w, r, "cross-origin", views.ProblemPage{
				Title: "This came from another site",
				Text:  "Changes are accepted from lockviz's own pages only."})
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (s *Server) refuse(w http.ResponseWriter, r *http.Request, reason string, p views.ProblemPage) {
	s.refused.WithLabelValues(reason).Inc()
	slog.Debug("refused", "reason", reason, "path", r.URL.Path, "host", r.Host, "from", r.RemoteAddr)
	p.Status = http.StatusForbidden
	s.problem(w, r, p)
}

func (s *Server) refusedHost(r *http.Request) views.ProblemPage {
	const longest = 100 // of an echo; a Host header is the sender's text
	host := r.Host
	if len(host) > longest {
		host = host[:longest]
	}
	return views.ProblemPage{
		Title: "This address is not allowed",
		Text: "lockviz answers only at the addresses it knows, so that another site cannot reach it through your browser. " +
			"If " + host + " is really this lockviz, start it with the flag below.",
		Flag: s.cfg.Hosts.flag(host),
	}
}

// isUpgrade is deliberately wide: whatever asks to leave HTTP is checked.
func isUpgrade(r *http.Request) bool { return r.Header.Get("Upgrade") != "" }

func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}
