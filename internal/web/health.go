package web

import (
	"io"
	"net/http"
)

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok\n") }

// readyz says whether new visitors should be sent here.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if s.stopping.Load() {
		plain(w, http.StatusServiceUnavailable, "stopping\n")
		return
	}
	if err := s.notReady(); err != nil {
		plain(w, http.StatusServiceUnavailable, err.Error()+"\n")
		return
	}
	plain(w, http.StatusOK, "ready\n")
}

func (s *Server) notReady() error {
	if s.cfg.Ready == nil {
		return nil
	}
	return s.cfg.Ready()
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	io.WriteString(w, text)
}
