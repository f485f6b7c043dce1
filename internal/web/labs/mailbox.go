package labs

import "sync"

// job is one thing for a room to do.
type job struct {
	seat *Seat
	kind jobKind
	req  request // of jobHello and jobAsk
}

type jobKind int

const (
	jobHello   jobKind = iota // a page wants to know what it misses
	jobAsk                    // a page asks something of the lab
	jobCatchUp                // a page that was too slow reads again
	jobLeave                  // a page is gone
)

// byPerson tells what a person asked from what this package says to itself.
func (k jobKind) byPerson() bool { return k == jobHello || k == jobAsk }

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
	case j.kind.byPerson() && len(m.jobs) >= m.most:
		return full // the other kinds bound themselves: at most two for each seat
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
	m.jobs = nil
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
