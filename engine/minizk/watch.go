package minizk

import (
	"maps"
	"slices"
)

// watches are the connections that wait for something at a path, once.
type watches struct {
	at map[string]map[*conn]bool
	of map[*conn]map[string]bool
}

func newWatches() watches {
	return watches{map[string]map[*conn]bool{}, map[*conn]map[string]bool{}}
}

func (w watches) add(path string, c *conn) {
	if w.at[path] == nil {
		w.at[path] = map[*conn]bool{}
	}
	if w.of[c] == nil {
		w.of[c] = map[string]bool{}
	}
	if !w.at[path][c] {
		w.at[path][c], w.of[c][path] = true, true
		c.watches++
		c.watched += len(path)
	}
}

// has tells whether a connection waits at a path, and may end that.
func (w watches) has(path string, c *conn, remove bool) bool {
	has := w.at[path][c]
	if has && remove {
		w.remove(path, c)
	}
	return has
}

func (w watches) remove(path string, c *conn) {
	c.watches--
	c.watched -= len(path)
	if delete(w.at[path], c); len(w.at[path]) == 0 {
		delete(w.at, path)
	}
	if delete(w.of[c], path); len(w.of[c]) == 0 {
		delete(w.of, c)
	}
}

// take removes the watches at a path and returns who set them.
func (w watches) take(path string) []*conn {
	waiting := slices.Collect(maps.Keys(w.at[path]))
	for _, c := range waiting {
		w.remove(path, c)
	}
	return waiting
}

// drop removes the watches of a connection.
func (w watches) drop(c *conn) {
	for path := range w.of[c] {
		w.remove(path, c)
	}
}

// event is what a watch tells, of the node at a path.
type event struct {
	kind kind
	path string
}

// fire tells of an event whoever waits for it. Who watches both a node and its
// children hears once that it is deleted.
func (s *Server) fire(e event) {
	var told []*conn
	if e.kind != nodeChildrenChanged {
		told = s.data.take(e.path)
	}
	if e.kind == nodeChildrenChanged || e.kind == nodeDeleted {
		told = append(told, s.children.take(e.path)...)
	}
	for i, c := range told {
		if !slices.Contains(told[:i], c) {
			c.tell(e)
		}
	}
}

func (c *conn) tell(e event) {
	var reply encoder
	reply.header(xidEvent, -1, ok)
	reply.int32(int32(e.kind))
	reply.int32(stateConnected)
	reply.string(e.path)
	c.send(reply.framed())
}

// watch sets a watch of the caller, if there is room for one more. All of them
// must fit into the frame in which the client would set them again.
func (s *Server) watch(w watches, path string, c *conn) code {
	if !w.at[path][c] && (c.watches >= s.limits.Watches || c.watched+len(path) > s.limits.Frame) {
		return errQuotaExceeded
	}
	w.add(path, c)
	return ok
}
