package labs

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/lockviz/lockviz/engine"
)

// Metrics are the figures that labs give.
type Metrics struct {
	Open      prometheus.Gauge
	Opening   prometheus.Histogram
	Ended     *prometheus.CounterVec   // reason
	Requests  *prometheus.CounterVec   // do, outcome
	Took      *prometheus.HistogramVec // do
	Refused   *prometheus.CounterVec   // limit
	Limits    *prometheus.CounterVec   // limit
	Events    prometheus.Counter
	Overflows prometheus.Counter

	Asleep      prometheus.Gauge
	AsleepBytes prometheus.Gauge
	Forgotten   prometheus.Counter
	Woken       *prometheus.CounterVec // outcome
	Waking      prometheus.Histogram
}

// Seconds are the buckets of histograms: from a tenth of a millisecond to 3 s.
var Seconds = prometheus.ExponentialBucketsRange(0.0001, 3, 12)

// NewMetrics registers the figures with reg.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		Open: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lockviz_labs", Help: "Labs that are open."}),
		Opening: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "lockviz_lab_opening_seconds", Help: "How long it took to open a lab.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 10)}),
		Ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lockviz_labs_ended_total", Help: "Labs that have ended, by reason."}, []string{"reason"}),
		Requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lockviz_requests_total", Help: "Requests that reached a lab, by what they asked and how it went."}, []string{"do", "outcome"}),
		Took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "lockviz_request_seconds", Help: "How long labs took to do what they were asked, by what it was: a step, a run, an action.",
			Buckets: Seconds}, []string{"do"}),
		Refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lockviz_requests_refused_total", Help: "Requests that reached no lab, and sockets that were refused, by reason."}, []string{"reason"}),
		Limits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lockviz_lab_limits_total", Help: "Requests that a lab could not carry out because of a limit of its own."}, []string{"limit"}),
		Events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lockviz_events_total", Help: "Events that have happened in labs."}),
		Overflows: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lockviz_page_overflows_total", Help: "Times that a page read too slowly and got a snapshot instead."}),

		Asleep: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lockviz_labs_asleep", Help: "Labs that have ended and can come back to where they were."}),
		AsleepBytes: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lockviz_labs_asleep_bytes", Help: "About how much memory the labs that are asleep take."}),
		Forgotten: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lockviz_labs_forgotten_total", Help: "Labs that were asleep, or were to be, and cannot come back, because of a limit."}),
		Woken: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lockviz_labs_woken_total", Help: "Labs that came back from sleep, by how it went."}, []string{"outcome"}),
		Waking: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "lockviz_lab_waking_seconds", Help: "How long it took to run a lab to where it was, without opening it.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 13)}),
	}
	reg.MustRegister(m.Open, m.Opening, m.Ended, m.Requests, m.Took, m.Refused, m.Limits, m.Events, m.Overflows,
		m.Asleep, m.AsleepBytes, m.Forgotten, m.Woken, m.Waking)
	for _, limit := range engine.LimitNames {
		m.Limits.WithLabelValues(limit)
	}
	for _, outcome := range []string{woken, notWoken} {
		m.Woken.WithLabelValues(outcome)
	}
	return m
}
