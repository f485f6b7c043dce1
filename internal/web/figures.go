package web

import (
	"regexp"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/internal/web/labs"
)

// live is what --max-heap bounds.
var live = collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/gc/heap/live:bytes$")}

// measure registers the figures that are not the labs' own.
func (s *Server) measure() {
	open := prometheus.NewGauge(prometheus.GaugeOpts{Name: "lockviz_sockets", Help: "Sockets that are open."})
	s.sockets = newSockets(s.cfg.Limits.Sockets, open)
	s.refused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lockviz_http_refused_total", Help: "Requests that the gate refused, by reason."}, []string{"reason"})
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "lockviz_build_info", Help: "Which build this is; always 1.",
		ConstLabels: prometheus.Labels{"version": s.cfg.Version, "go": runtime.Version()}})
	build.Set(1)
	s.figures.MustRegister(open, s.refused, build, collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(live)),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
}

// observe measures the calls to live servers. Every kind of server is there from
// the beginning, so that one without calls is 0 and not missing.
func (s *Server) observe() engine.Observer {
	calls := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "lockviz_backend_call_seconds", Help: "How long live servers took to carry out a call of a lab's client, by technology.",
		Buckets: labs.Seconds}, []string{"backend"})
	s.figures.MustRegister(calls)
	for _, backend := range engine.Technologies {
		calls.WithLabelValues(backend)
	}
	return func(backend string, took time.Duration) { calls.WithLabelValues(backend).Observe(took.Seconds()) }
}
