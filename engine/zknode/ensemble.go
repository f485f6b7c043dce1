// Package zknode lets labs use a live ZooKeeper, over go-zookeeper: a server, an
// ensemble, or the stand-in of this program. Every lab has a space, which is the part
// of the tree below /lockviz/<id>, and every session of a lab's client is a real session
// of its own, with a connection of its own. Anybody can attach with zkCli.sh and
// see the same znodes.
//
// The wall clock ends no session: each asks for the longest timeout that the
// server grants, and go-zookeeper pings. A lab ends its sessions when its own time says
// so, by closing them. What was closed is asked for again with the session's id
// and password, so that "session expired" is always the server's own word.
//
// The servers of an ensemble may lag behind one another. Sessions of a space do
// not notice: before a session reads, its server has carried out all that any of
// them has seen.
//
// A process that is killed leaves its spaces behind. Their ephemeral znodes go
// with the sessions' timeouts; the others stay until somebody deletes them, with
// zkCli's deleteall, since nothing tells a space that is left from one in use.
package zknode

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-zookeeper/zk"
)

// Ensemble is a ZooKeeper that answers at some addresses. Labs may use it at the
// same time.
type Ensemble struct {
	addrs  []string
	keeper *client // makes and clears spaces

	mu     sync.Mutex
	spaces map[string]*Space // nil: closed
}

// Open connects to the ZooKeeper at these addresses, host:port each. It returns
// as soon as one of them answers, and an error when none has for so long.
func Open(addrs []string, patience time.Duration) (*Ensemble, error) {
	if len(addrs) == 0 {
		return nil, errors.New("zookeeper: no address was given; one is host:port")
	}
	e := &Ensemble{addrs: zk.FormatServers(addrs), spaces: map[string]*Space{}}
	var err error
	if e.keeper, err = connect(e.addrs, nil, time.Now().Add(patience)); err != nil {
		return nil, e.wrong(err)
	}
	if err = e.keeper.ensure(base); err != nil {
		return nil, e.wrong(errors.Join(err, e.Close()))
	}
	return e, nil
}

// base is the znode that all spaces are below.
const base = "/lockviz"

// Addr is where the ensemble is, its addresses with commas between them.
func (e *Ensemble) Addr() string { return strings.Join(e.addrs, ",") }

// State is nil while a server answers, and else what is wrong. It asks nobody:
// it is what the connection that is always open has seen last.
func (e *Ensemble) State() error {
	if err := e.keeper.state(); err != nil {
		return e.wrong(err)
	}
	return nil
}

func (e *Ensemble) wrong(err error) error {
	return fmt.Errorf("zookeeper at %s: %w", e.Addr(), err)
}

// Close ends all spaces and their sessions. The error says what was left on the
// server, because it did not answer.
func (e *Ensemble) Close() error {
	e.mu.Lock()
	spaces := e.spaces
	e.spaces = nil
	e.mu.Unlock()
	var err error
	for _, s := range spaces {
		if err == nil {
			err = s.Close()
		}
		s.drop() // what could not be closed for want of a server
	}
	for _, s := range spaces {
		s.wait()
	}
	if err == nil {
		if err = e.keeper.close(); err != nil {
			err = e.wrong(err)
		}
		return err
	}
	e.keeper.drop()
	e.keeper.wait()
	return err
}

// Space makes a lab's part of the tree, /lockviz/<id>, and empties it. An id is
// the name of a znode: without a slash, and neither "." nor "..".
func (e *Ensemble) Space(id string) (*Space, error) {
	if id == "" || id == "." || id == ".." || strings.ContainsAny(id, "/\x00") {
		return nil, e.wrong(fmt.Errorf("%q cannot be the name of a space: it must be that of one znode", id))
	}
	s, err := e.space(id)
	if err != nil {
		return nil, err
	}
	return s, s.Clear()
}

func (e *Ensemble) space(id string) (*Space, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.spaces == nil {
		return nil, e.wrong(errClosed)
	}
	s := e.spaces[id]
	if s == nil {
		s = &Space{ensemble: e, id: id, sessions: map[*Session]bool{}}
		e.spaces[id] = s
	}
	return s, nil
}

func (e *Ensemble) forget(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.spaces, id)
}
