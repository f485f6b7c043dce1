package labs

import "sync"

// job is one thing for a room to do.
type job struct {
	seat *Seat
	kind jobKind
	req  request // of jobHello and jobAsk
	run  func()  // of jobStranger
}

type jobKind int

const (
	jobHello    jobKind = iota // a page wants to know what it misses
	jobAsk                     // a page asks something of the lab
	jobCatchUp                 // a page that was too slow reads again
	jobLeave                   // a page is gone
	jobStranger                // a command from outside
)

// byPage tells what a page asked from what bounds itself: this package says at
// most two things for each seat, and a stranger waits for each answer.
func (k jobKind) byPage() bool { return k == jobHello || k == jobAsk }

// posted says what became of a job.
type posted int

const (
	accepted posted = iota
	full
	closed
)

// mailbox is the bounded queue of jobs of one room. Posting never blocks.
type mailbox struct {
	most  int
	ready chan struct{} // holds one token when take has something to do

	mu     sync.Mutex
	jobs   []job
	asked  int // how many of them are pages'
	closed bool
}

func newMailbox(most int) *mailbox {
	return &mailbox{most: most, ready: make(chan struct{}, 1)}
}

func (m *mailbox) post(j job) posted {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.closed:
		return closed
	case j.kind.byPage() && m.asked >= m.most:
		return full
	case j.kind.byPage():
		m.asked++
	}
	m.jobs = append(m.jobs, j)
	select {
	case m.ready <- struct{}{}:
	default:
	}
	return accepted
}

func (m *mailbox) take() []job {
	m.mu.Lock()
	defer m.mu.Unlock()
	jobs := m.jobs
	m.jobs, m.asked = nil, 0
	return jobs
}

// close refuses all further jobs and hands over those that still wait.
func (m *mailbox) close() []job {
	m.mu.Lock()
	defer m.mu.Unlock()
	jobs := m.jobs
	m.jobs, m.closed = nil, true
	return jobs
}
