// Package web serves lockviz to browsers: pages, their static files, and the
// sockets over which a page speaks with its lab.
//
// Every request passes one gate (gate.go) before it is routed (routes.go). A
// socket (socket.go) has one reader and one writer; what it says is package
// labs' business, which keeps each visitor's labs and knows no HTTP.
package web

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/internal/web/labs"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/scenarios"
)

// Config is what a Server needs.
type Config struct {
	Hosts      Hosts                  // which Host headers are answered
	BasePath   string                 // where the site begins: "/" or "/some/path/"
	Lessons    []lessons.Lesson       // in the order of the course
	Challenges []lessons.Challenge    // in their order
	Scenarios  []scenarios.File       // of the gallery, in its order
	Changed    func() (Edition, bool) // asked before each page, never twice at once: what to serve from now on, and whether it is new; nil: nothing changes
	Dev        bool                   // serve the storybook
	Version    string                 // of this build; pages show it
	Limits     Limits
	Backends   *engine.Backends // the services that labs share; nil: the site's own
	Ready      func() error     // why new visitors should not be sent here yet, said at once; nil: they may
	Open       labs.Opener      // opens a lab; nil means a real one
}

// Limits bounds what visitors can use up.
type Limits struct {
	labs.Limits
	Sockets int // open at one time, in all
}

// Defaults are the limits of a workshop on one small machine.
var Defaults = Limits{Limits: labs.Defaults, Sockets: 4000}

// Server is the whole site. It is an http.Handler; Close it after the HTTP
// server that it is in.
type Server struct {
	cfg      Config
	served   atomic.Pointer[content]
	reread   sync.Mutex // held while content is read again
	assets   *assets
	labs     *labs.Registry
	sockets  *sockets
	figures  *prometheus.Registry
	refused  *prometheus.CounterVec // by the gate; reason
	handler  http.Handler
	stopping atomic.Bool
	own      *engine.Backends // closed with the site; nil: they are the caller's
}

// New makes a Server, or says what is wrong with its parts.
func New(cfg Config) (*Server, error) {
	s := &Server{figures: prometheus.NewRegistry()}
	if cfg.Backends == nil {
		s.own = engine.NewBackends(engine.BackendOptions{})
		cfg.Backends = s.own
	}
	cfg.Backends.Observe(s.observe())
	if cfg.Open == nil {
		cfg.Open = labs.OpenOn(cfg.Backends)
	}
	s.cfg = cfg
	var err error
	if s.assets, err = builtIn(); err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	first, err := newContent(cfg)
	if err != nil {
		return nil, err
	}
	s.served.Store(first)
	s.measure()
	s.labs = labs.NewRegistry(labs.Config{Open: cfg.Open, Limits: cfg.Limits.Limits, Metrics: labs.NewMetrics(s.figures)})
	s.handler = s.gate(s.mux())
	return s, nil
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close does what labs were asked until now and sends the answers, says goodbye
// on every socket (close code 1001), and ends every lab. When ctx ends first, the
// sockets that have not answered are cut; half of the time until then is for the
// labs.
func (s *Server) Close(ctx context.Context) {
	s.stopping.Store(true)
	live := s.sockets.shut()
	working, cancel := half(ctx)
	defer cancel()
	s.labs.Finish(working)
	s.sockets.close(ctx, live)
	s.labs.Close()
	if s.own != nil {
		s.own.Close()
	}
}
