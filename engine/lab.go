// Package engine is the only door to a lab: open one from a scenario, step it,
// act on it, go back and branch, read its trace and verdicts.
package engine

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// ErrEnded says that nothing more can happen in the lab by itself.
var ErrEnded = errors.New("the lab has ended: nothing more happens by itself; go back, act, or reset")

// Lane is one row of the figure.
type Lane struct {
	ID    string      `json:"id"`
	Group trace.Group `json:"group"`
	Addr  string      `json:"addr,omitempty"` // host:port of a live server
	What  string      `json:"what,omitempty"` // which product the live server is; whose memory a client of a mutex uses
}

// Head is the present of the branch that is open.
type Head struct {
	Seq   int        `json:"seq"`   // last event
	Now   trace.Time `json:"now"`   // lab time; may be later than the last event
	Ended bool       `json:"ended"` // nothing more can happen by itself
	Next  trace.Time `json:"next"`  // when something is due, at the earliest; says nothing once it has ended
}

// Lab is one lab: a scenario, its live servers, and the histories that were
// made of it. It belongs to one goroutine.
type Lab struct {
	sc       scenario.Scenario
	servers  *servers
	own      *Backends // closed with the lab; nil: they are others'
	world    *world    // the run of the open branch
	branches []*branch
	open     *branch
	opened   int                 // counts how often the log was replaced
	admit    func(f func()) bool // of Attend; nil: strangers are not heard
	changed  func()              // of Attend
}

// Open starts the scenario's servers and a lab at lab time 0. A lab that needs a
// service which labs share gets one of its own, or the one that the environment names.
func Open(sc scenario.Scenario) (*Lab, error) {
	b := NewBackends(ByEnvironment())
	l, err := OpenOn(b, sc)
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	l.own = b
	return l, nil
}

// OpenOn is Open with services that other labs use, too. They are closed after the
// lab.
func OpenOn(b *Backends, sc scenario.Scenario) (*Lab, error) {
	servers, err := startServers(sc, b)
	if err != nil {
		return nil, err
	}
	l := &Lab{sc: sc, servers: servers}
	if err := l.Reset(); err != nil {
		servers.close()
		return nil, err
	}
	return l, nil
}

// Load begins again with another scenario, on servers of its own and on the same
// shared services; what was there before is gone. If it cannot be opened, nothing
// changes.
func (l *Lab) Load(sc scenario.Scenario) error {
	next, err := OpenOn(l.servers.backends, sc)
	if err != nil {
		return err
	}
	next.own, next.opened = l.own, l.opened+1
	next.admit, next.changed = l.admit, l.changed
	l.world.close()
	l.servers.close()
	*l = *next
	l.hearStrangers()
	return nil
}

// Close ends the lab and its servers.
func (l *Lab) Close() {
	if l.world != nil {
		l.world.close()
	}
	l.servers.close()
	if l.own != nil {
		l.own.Close()
	}
}

// Scenario is what the lab was opened from.
func (l *Lab) Scenario() scenario.Scenario { return l.sc }

func (l *Lab) limits() Limits { return l.servers.backends.options.Limits }

// Lanes lists the rows of the figure from top to bottom, with the addresses
// at which live servers listen now.
func (l *Lab) Lanes() []Lane {
	var lanes []Lane
	for _, lane := range l.sc.Lanes() {
		row := Lane{ID: lane.Name, Group: lane.Group}
		if s := l.world.server(lane.Name); s != nil {
			row.Addr, row.What = s.addr(), l.product()
		}
		if lane.Group == trace.Clients {
			row.What = l.memory(lane.Name)
		}
		lanes = append(lanes, row)
	}
	return lanes
}

// memory names the process in whose memory a client has its mutex; empty for any
// other kind of lock.
func (l *Lab) memory(client string) string {
	if l.sc.Lock.Kind != scenario.Mutex {
		return ""
	}
	at := slices.IndexFunc(l.sc.Clients, func(c scenario.Client) bool { return c.Name == client })
	return "process " + l.sc.Process(l.sc.Clients[at])
}

// product names the live servers behind the lock.
func (l *Lab) product() string {
	switch l.sc.Lock.Kind {
	case scenario.Etcd:
		return "etcd, one member inside this program"
	case scenario.ZooKeeper:
		return l.servers.backends.zooKeeperIs()
	}
	return "miniredis, a Redis server inside this program"
}

// Events are the events of the open branch after sequence number since, which
// must be between 0 and the head's.
func (l *Lab) Events(since int) []trace.Event { return l.world.k.Log().Since(since) }

// VerdictsSince lists the changes of the verdicts after event seq; since 0, also
// the verdicts before the first event.
func (l *Lab) VerdictsSince(seq int) []check.Change {
	changes := l.world.judge.Changes()
	if seq == 0 {
		return changes
	}
	for i, c := range changes {
		if c.Seq > seq {
			return changes[i:]
		}
	}
	return nil
}

// Verdicts are the verdicts at the head.
func (l *Lab) Verdicts() check.Verdicts { return l.world.judge.Verdicts() }

// Generation changes whenever events other than more at the end changed.
func (l *Lab) Generation() int { return l.opened }

// Head is the present.
func (l *Lab) Head() Head {
	return Head{Seq: l.world.k.Log().Len(), Now: l.world.k.Now(), Ended: !l.world.more(), Next: l.world.next()}
}

// Step lets at least one more event happen, or returns ErrEnded.
func (l *Lab) Step() error {
	before := l.Head().Seq
	for l.Head().Seq == before {
		if err := l.one(); err != nil {
			return err
		}
	}
	return nil
}

// one does what is due first.
func (l *Lab) one() error {
	switch h := l.Head(); {
	case h.Ended:
		return ErrEnded
	case h.Seq >= l.limits().Events:
		return l.limits().full()
	case l.world.next() > trace.Time(l.limits().LabTime):
		return l.limits().late()
	}
	l.world.step()
	l.open.head = l.Head()
	return l.world.fault
}

// Advance lets d of lab time pass, with everything due in it. d is more than 0
// and at most an hour.
func (l *Lab) Advance(d time.Duration) error {
	if d <= 0 || d > time.Hour {
		return fmt.Errorf("cannot let %v pass; more than 0 and at most 1h is allowed", d)
	}
	return l.advanceTo(l.Head().Now.Add(d))
}

func (l *Lab) advanceTo(t trace.Time) error {
	if t > trace.Time(l.limits().LabTime) {
		return l.limits().late()
	}
	for {
		next, due := l.world.k.Next()
		if !due || next > t {
			break
		}
		if err := l.one(); err != nil {
			return err
		}
	}
	l.world.k.Skip(t)
	l.open.head = l.Head()
	return nil
}
