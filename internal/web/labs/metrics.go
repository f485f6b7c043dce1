package labs

import "github.com/prometheus/client_golang/prometheus"

// Metrics are the figures that labs give.
type Metrics struct {
	Open      prometheus.Gauge
	Opening   prometheus.Histogram
	Ended     *prometheus.CounterVec // reason
	Requests  *prometheus.CounterVec // do, outcome
	Refused   *prometheus.CounterVec // limit
	Events    prometheus.Counter
	Overflows prometheus.Counter
}

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
		Refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lockviz_requests_refused_total", Help: "Requests that reached no lab, by reason."}, []string{"reason"}),
		Events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lockviz_events_total", Help: "Events that have happened in labs."}),
		Overflows: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lockviz_page_overflows_total", Help: "Times that a page read too slowly and got a snapshot instead."}),
	}
	reg.MustRegister(m.Open, m.Opening, m.Ended, m.Requests, m.Refused, m.Events, m.Overflows)
	return m
}
