package labs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"reflect"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Owner says whose a lab is: a browser, at a network address.
type Owner struct {
	Visitor string // random; the browser keeps it
	Address string // for the limit on labs per address
}

// Config is what a Registry needs.
type Config struct {
	Open    Opener
	Limits  Limits
	Metrics *Metrics
	Heap    func() int64 // bytes of live memory; nil: the process's
}

// Registry holds every open lab, by visitor and slug. It is safe for
// concurrent use, and no call to a lab is ever made under its lock.
type Registry struct {
	cfg     Config
	metrics *Metrics
	working sync.WaitGroup // one for each room that may still have something to say
	running sync.WaitGroup // one for each room's goroutine

	heap sync.WaitGroup // the goroutine that watches it

	patience context.Context // ends when what waits for the rooms is to be left undone
	hurry    context.CancelFunc

	mu      sync.Mutex
	rooms   map[key]*room
	leaving map[key]*room // told to end, not in bed yet
	asleep  *dormitory
	short   bool // of memory
	closed  bool
}

// key finds a lab. The address is not part of it: a laptop that changes its
// network keeps its labs.
type key struct{ visitor, slug string }

// NewRegistry returns a Registry without labs. Close it.
func NewRegistry(cfg Config) *Registry {
	if cfg.Heap == nil {
		cfg.Heap = liveHeap
	}
	g := &Registry{
		cfg: cfg, metrics: cfg.Metrics, rooms: map[key]*room{}, leaving: map[key]*room{},
		asleep: newDormitory(cfg.Limits, cfg.Metrics),
	}
	g.patience, g.hurry = context.WithCancel(context.Background())
	if cfg.Limits.HeapBytes > 0 {
		g.heap.Go(g.watchHeap)
	}
	return g
}

// Sit gives a page a seat. The lab is found or opened when the page says hello.
func (g *Registry) Sit(owner Owner, ex Exercise) *Seat {
	l := g.cfg.Limits
	return &Seat{
		registry: g, owner: owner, exercise: ex,
		pace: rate.NewLimiter(rate.Limit(l.RequestsPerSecond), l.RequestBurst),
		out:  newOutbox(l),
	}
}

// Count is the number of open labs.
func (g *Registry) Count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.rooms)
}

// Finish ends every lab after it has done what it was asked until now. It returns
// when the answers to all of that are in the seats' hands, or when ctx ends: what
// is not done then stays undone, and unanswered.
func (g *Registry) Finish(ctx context.Context) {
	g.mu.Lock()
	g.closed = true
	for _, r := range g.rooms {
		g.stop(r, endShutdown)
	}
	g.mu.Unlock()
	done := make(chan struct{})
	go func() { g.working.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
		g.hurry()
	}
}

// Close is Finish without end, and waits until every lab has given everything back.
func (g *Registry) Close() {
	g.Finish(context.Background())
	g.running.Wait()
	g.hurry()
	g.heap.Wait()
}

// refused says which limit keeps a page out, and what to do.
type refused struct{ reason, text string }

func refusedf(reason, format string, args ...any) *refused {
	return &refused{reason, fmt.Sprintf(format, args...)}
}

// enter finds or opens the owner's lab and counts one more page in it.
func (g *Registry) enter(owner Owner, ex Exercise) (*room, *refused) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r, found := g.rooms[key{owner.Visitor, ex.Slug}]
	if found && !reflect.DeepEqual(r.exercise, ex) { // its file was edited
		g.stop(r, endChanged)
		found = false
	}
	switch {
	case g.closed:
		return nil, refusedf("stopping", "the server is stopping")
	case found && r.pages >= g.cfg.Limits.PagesPerLab:
		return nil, refusedf("pages", "the limit of pages that show this lab is reached: %d (--max-pages-per-lab); close one of them", r.pages)
	case !found:
		if full := g.makeRoom(owner.Address); full != nil {
			return nil, full
		}
		r = g.openRoom(owner, ex)
	}
	r.pages++
	return r, nil
}

func (g *Registry) openRoom(owner Owner, ex Exercise) *room {
	r := &room{
		id: newID(), key: key{owner.Visitor, ex.Slug}, address: owner.Address, exercise: ex, registry: g,
		mail: newMailbox(g.cfg.Limits.Waiting), stop: make(chan struct{}),
		seats: map[*Seat]*place{}, after: g.leaving[key{owner.Visitor, ex.Slug}], gone: make(chan struct{}),
		woke: -1,
	}
	r.asked.Store(time.Now().UnixNano())
	g.rooms[r.key] = r
	g.metrics.Open.Inc()
	g.working.Add(1)
	g.running.Add(1)
	go r.live()
	return r
}

// makeRoom sees to it that one more lab is within the limits: the lab that no
// page has shown for the longest time gives way.
func (g *Registry) makeRoom(address string) *refused {
	l := g.cfg.Limits
	switch {
	case g.countOf(address) >= l.LabsPerAddress && !g.endOldest(func(r *room) bool { return r.address == address }):
		return refusedf("labs-per-address", "the limit of labs at your network address is reached: %d (--max-labs-per-address); close a page that shows one", l.LabsPerAddress)
	case len(g.rooms) >= l.Labs && !g.endOldest(func(*room) bool { return true }):
		return refusedf("labs", "the limit of open labs is reached: %d (--max-labs); try again when somebody has left", l.Labs)
	case g.short && g.endIdle(1) == 0:
		return refusedf("memory", "this server is short of memory (--max-heap), and all its labs are in use; try again in some minutes")
	}
	return nil
}

func (g *Registry) countOf(address string) (n int) {
	for _, r := range g.rooms {
		if r.address == address {
			n++
		}
	}
	return n
}

// endOldest ends the lab that has been without a page for the longest time.
func (g *Registry) endOldest(among func(*room) bool) bool {
	var oldest *room
	for _, r := range g.rooms {
		if r.pages == 0 && among(r) && (oldest == nil || r.emptied.Before(oldest.emptied)) {
			oldest = r
		}
	}
	if oldest == nil {
		return false
	}
	g.stop(oldest, endRoom)
	return true
}

// stop tells a room to end. The caller holds the lock; the room does the work.
func (g *Registry) stop(r *room, why ending) {
	if g.rooms[r.key] != r {
		return
	}
	delete(g.rooms, r.key)
	g.leaving[r.key] = r
	g.metrics.Open.Dec()
	r.why = why
	close(r.stop)
}

// forget removes a room that ends, and keeps what there is of it to come back.
func (g *Registry) forget(r *room, s *sleeper) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch r {
	case g.rooms[r.key]:
		delete(g.rooms, r.key)
		g.metrics.Open.Dec()
	case g.leaving[r.key]:
		delete(g.leaving, r.key)
	}
	if s != nil {
		g.asleep.put(s)
	}
	close(r.gone)
}

// wake hands over what was kept of a lab; nil if nothing was, or its file was
// edited while it slept.
func (g *Registry) wake(k key, ex Exercise) *sleeper {
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.asleep.take(k)
	if s != nil && !reflect.DeepEqual(s.of, ex) {
		return nil
	}
	return s
}

func (g *Registry) putBack(s *sleeper) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asleep.put(s)
}

// leave counts one page less in a room.
func (g *Registry) leave(r *room) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r.pages--
	r.emptied = time.Now()
}

func newID() string {
	var b [6]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
