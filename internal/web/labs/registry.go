package labs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
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
}

// Registry holds every open lab, by visitor and slug. It is safe for
// concurrent use, and no call to a lab is ever made under its lock.
type Registry struct {
	cfg     Config
	metrics *Metrics
	working sync.WaitGroup // one for each room that may still have something to say
	running sync.WaitGroup // one for each room's goroutine

	patience context.Context // ends when what waits for the rooms is to be left undone
	hurry    context.CancelFunc

	mu     sync.Mutex
	rooms  map[key]*room
	closed bool
}

// key finds a lab. The address is not part of it: a laptop that changes its
// network keeps its labs.
type key struct{ visitor, slug string }

// NewRegistry returns a Registry without labs. Close it.
func NewRegistry(cfg Config) *Registry {
	g := &Registry{cfg: cfg, metrics: cfg.Metrics, rooms: map[key]*room{}}
	g.patience, g.hurry = context.WithCancel(context.Background())
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
}

// enter finds or opens the owner's lab and counts one more page in it.
func (g *Registry) enter(owner Owner, ex Exercise) (*room, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	r, found := g.rooms[key{owner.Visitor, ex.Slug}]
	if found && !reflect.DeepEqual(r.exercise, ex) { // its file was edited
		g.stop(r, endChanged)
		found = false
	}
	switch {
	case g.closed:
		return nil, errors.New("the server is stopping")
	case found && r.pages >= g.cfg.Limits.PagesPerLab:
		return nil, fmt.Errorf("this lab is open in %d pages already, which is the limit; close one of them", r.pages)
	case !found:
		if err := g.makeRoom(owner.Address); err != nil {
			return nil, err
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
		seats: map[*Seat]*place{},
	}
	g.rooms[r.key] = r
	g.metrics.Open.Inc()
	g.working.Add(1)
	g.running.Add(1)
	go r.live()
	return r
}

// makeRoom sees to it that one more lab is within the limits: the lab that no
// page has shown for the longest time gives way.
func (g *Registry) makeRoom(address string) error {
	l := g.cfg.Limits
	if g.countOf(address) >= l.LabsPerAddress && !g.endOldest(func(r *room) bool { return r.address == address }) {
		return fmt.Errorf("%d labs are open at your network address, which is the limit (--max-labs-per-address); close a page that shows one", l.LabsPerAddress)
	}
	if len(g.rooms) >= l.Labs && !g.endOldest(func(*room) bool { return true }) {
		return fmt.Errorf("%d labs are open, which is the limit (--max-labs); try again when somebody has left", l.Labs)
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
	g.metrics.Open.Dec()
	r.why = why
	close(r.stop)
}

// forget removes a room that ends by itself.
func (g *Registry) forget(r *room) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.rooms[r.key] == r {
		delete(g.rooms, r.key)
		g.metrics.Open.Dec()
	}
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
