package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// StopPatience is how long a stopping server waits for its labs and its visitors.
const StopPatience = 5 * time.Second

// Serve answers until ctx ends, then stops in order: no new visitors, what labs
// were asked, a goodbye on every socket, the labs, and what is still being
// answered. It closes the listener and the site.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := s.http()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		s.Close(context.Background())
		return err
	case <-ctx.Done():
	}
	slog.Info("stopping")
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), StopPatience)
	defer cancel()
	listener.Close()
	s.Close(patience)
	if err := server.Shutdown(patience); err != nil {
		return server.Close()
	}
	return nil
}

// http is the server around the site. It answers nothing past the gate: Go's own
// reply to OPTIONS * is off.
func (s *Server) http() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),

		DisableGeneralOptionsHandler: true,
	}
}

// half is a context that ends when half of the time until ctx ends is over.
func half(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/2)
}
