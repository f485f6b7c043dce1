package labs

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeLab is a lab whose every step is one event. It lets a test hold a step,
// and breaks on demand.
type fakeLab struct {
	log    trace.Log
	gen    int
	ended  bool
	hold   chan struct{} // a step waits for one value, if not nil
	inStep chan struct{} // told when a step begins, if not nil
	onEnd  func()

	forgets bool   // it cannot be resumed
	heavy   string // makes its history long

	mistakes []scenario.Mistake
	loaded   *scenario.Scenario
	post     func(func()) bool // of Attend
	changed  func()
}

func (f *fakeLab) Scenario() scenario.Scenario {
	if f.loaded != nil {
		return *f.loaded
	}
	return scenario.Scenario{
		Seed: 7, Lock: scenario.Lock{Kind: scenario.Redis, Name: "job:4471", TTL: 10 * time.Second, Mistakes: f.mistakes},
	}
}
func (f *fakeLab) Lanes() []engine.Lane { return []engine.Lane{{ID: "A", Group: trace.Clients}} }

func (f *fakeLab) Step() error {
	if f.inStep != nil {
		f.inStep <- struct{}{}
	}
	if f.hold != nil {
		<-f.hold
	}
	f.log.Append(trace.Event{At: trace.Time(f.log.Len()), Lane: "A", Body: trace.Started{}})
	return nil
}

func (f *fakeLab) Attend(post func(func()) bool, changed func()) { f.post, f.changed = post, changed }

func (f *fakeLab) RunOn(lane string, _ engine.Goal) error {
	if lane == "Z" {
		return errors.New("there is no lane Z")
	}
	f.ended = true
	return f.Step()
}

func (f *fakeLab) Advance(time.Duration) error { return nil }

func (f *fakeLab) Act(seq int, text string) error {
	switch {
	case text == "panic":
		panic("a broken invariant")
	case text == "pause Z 5s":
		return errors.New("there is no client Z; allowed: A")
	case seq < f.log.Len():
		f.gen++
	}
	return f.Step()
}

func (f *fakeLab) OpenBranch(id string) error {
	return fmt.Errorf("there is no branch %q", id)
}

func (f *fakeLab) SetMistakes(names []string) error {
	f.mistakes = nil
	for _, name := range names {
		f.mistakes = append(f.mistakes, scenario.Mistake(name))
	}
	return f.Reset()
}

func (f *fakeLab) Compare(a, b string) (engine.Comparison, error) {
	if b == "b9" {
		return engine.Comparison{}, errors.New("no branch b9")
	}
	return engine.Comparison{Same: 3, Sides: [2]engine.Side{{Branch: a}, {Branch: b}}}, nil
}

func (f *fakeLab) AsScenario() scenario.Scenario {
	sc, err := scenario.Parse("fake.yaml", []byte("lock: {kind: redis}\nclients: {A: {steps: [acquire]}}\n"))
	if err != nil {
		panic(err)
	}
	for range f.log.Len() {
		sc.Script = append(sc.Script, scenario.Cue{Do: scenario.Action{Verb: scenario.Pause, Lane: "A"}})
	}
	return sc
}

func (f *fakeLab) Load(sc scenario.Scenario) error {
	if sc.Lock.Kind == scenario.Etcd {
		return errors.New("etcd does not start")
	}
	f.loaded = &sc
	return f.Reset()
}

// History of a fake is how many events it has, and its generation.
func (f *fakeLab) History() engine.History {
	sc := f.Scenario()
	sc.Title = fmt.Sprint(f.log.Len(), " ", f.heavy)
	return engine.History{Scenario: sc}
}

func (f *fakeLab) Resume(h engine.History) error {
	if f.forgets {
		return errors.New("redis-1 does not answer")
	}
	var events int
	fmt.Sscan(h.Scenario.Title, &events)
	f.gen++
	for f.log.Len() < events {
		f.log.Append(trace.Event{At: trace.Time(f.log.Len()), Lane: "A", Body: trace.Started{}})
	}
	return nil
}

func (f *fakeLab) Reset() error { f.gen++; f.log = trace.Log{}; return nil }

func (f *fakeLab) Generation() int { return f.gen }
func (f *fakeLab) Head() engine.Head {
	return engine.Head{Seq: f.log.Len(), Now: trace.Time(f.log.Len()), Ended: f.ended}
}
func (f *fakeLab) Branch() string                   { return "main" }
func (f *fakeLab) Branches() []engine.Branch        { return []engine.Branch{{ID: "main", Name: "main"}} }
func (f *fakeLab) Events(since int) []trace.Event   { return f.log.Since(since) }
func (f *fakeLab) VerdictsSince(int) []check.Change { return nil }
func (f *fakeLab) Close() {
	if f.onEnd != nil {
		f.onEnd()
	}
}

// house is a registry under test.
type house struct {
	*Registry
	t       *testing.T
	figures *prometheus.Registry

	mu     sync.Mutex
	opened int
	closed int
	make   func() *fakeLab // the next lab
	heap   func() int64    // live memory; nil: little
}

func newHouse(t *testing.T, change func(*Limits)) *house {
	h := &house{t: t, figures: prometheus.NewRegistry(), make: func() *fakeLab { return &fakeLab{} }}
	limits := Defaults
	if change != nil {
		change(&limits)
	}
	h.Registry = NewRegistry(Config{Open: h.open, Heap: h.live, Limits: limits, Metrics: NewMetrics(h.figures)})
	t.Cleanup(h.shut)
	return h
}

func (h *house) shut() {
	h.Close()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.opened != h.closed {
		h.t.Errorf("%d labs were opened, %d closed", h.opened, h.closed)
	}
}

func (h *house) open(scenario.Scenario) (Lab, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.opened++
	lab := h.make()
	lab.onEnd = func() { h.mu.Lock(); defer h.mu.Unlock(); h.closed++ }
	return lab, nil
}

func (h *house) live() int64 {
	h.mu.Lock()
	heap := h.heap
	h.mu.Unlock()
	if heap == nil {
		return 0
	}
	return heap()
}

func (h *house) hasHeap(heap func() int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.heap = heap
}

// figure is the sum of what a metric counts, over all of its labels.
func (h *house) figure(name string) (sum float64) {
	h.t.Helper()
	families, err := h.figures.Gather()
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			sum += m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	return sum
}

// page plays a browser page: it sends frames and reads what comes back.
type page struct {
	*Seat
	t      *testing.T
	id     int64
	unread [][]byte
}

func (h *house) page(visitor, slug string) *page { return h.pageAt(visitor, slug, "127.0.0.1") }

func (h *house) pageAt(visitor, slug, address string) *page {
	return &page{Seat: h.Sit(Owner{visitor, address}, Exercise{Slug: slug, Title: "A lab"}), t: h.t}
}

// frame is every kind of frame from a lab at once.
type frame struct {
	Type     string
	ID       int64
	Text     string
	Epoch    string
	From     int
	Events   []trace.Event
	Head     engine.Head
	Lab      about
	Answered int64
	Notice   string
	Was      string
	Asleep   bool
	Same     int
	Sides    [2]engine.Side
	Form     *form
	Errors   []fileError
	Lanes    []fileLane
	Advice   []string
}

// say sends a request; fields are the rest of the object, for example `"do":"step"`.
func (p *page) say(fields string) int64 {
	p.id++
	p.Handle([]byte(fmt.Sprintf(`{"id":%d,%s}`, p.id, fields)))
	return p.id
}

// next waits for one frame.
func (p *page) next() frame {
	p.t.Helper()
	for len(p.unread) == 0 {
		<-p.Ready()
		p.unread = p.Take()
	}
	var f frame
	if err := json.Unmarshal(p.unread[0], &f); err != nil {
		p.t.Fatalf("%v in %s", err, p.unread[0])
	}
	p.unread = p.unread[1:]
	return f
}

// want waits for one frame of a type.
func (p *page) want(kind string) frame {
	p.t.Helper()
	f := p.next()
	if f.Type != kind {
		p.t.Fatalf("got %+v, want a frame of type %q", f, kind)
	}
	return f
}

// hello greets a lab as a fresh page does.
func (p *page) hello() frame {
	p.t.Helper()
	id := p.say(`"do":"hello","epoch":"","seq":0`)
	f := p.want("snapshot")
	p.wantDone(id)
	return f
}

func (p *page) wantDone(id int64) {
	p.t.Helper()
	if f := p.want("done"); f.ID != id {
		p.t.Fatalf("done for request %d, want %d", f.ID, id)
	}
}

// step makes one event happen and returns its frame.
func (p *page) step() frame {
	p.t.Helper()
	id := p.say(`"do":"step"`)
	f := p.want("events")
	p.wantDone(id)
	return f
}
