package minizk

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
	w.at[path][c], w.of[c][path] = true, true
}

// take removes the watches at a path and returns who set them.
func (w watches) take(path string) map[*conn]bool {
	waiting := w.at[path]
	delete(w.at, path)
	for c := range waiting {
		if delete(w.of[c], path); len(w.of[c]) == 0 {
			delete(w.of, c)
		}
	}
	return waiting
}

// drop removes the watches of a connection.
func (w watches) drop(c *conn) {
	for path := range w.of[c] {
		if delete(w.at[path], c); len(w.at[path]) == 0 {
			delete(w.at, path)
		}
	}
	delete(w.of, c)
}

// event is what a watch tells, of the node at a path.
type event struct {
	kind kind
	path string
}

// fire tells of an event whoever waits for it. Who watches both a node and its
// children hears once that it is deleted.
func (s *Server) fire(e event) {
	var told map[*conn]bool
	if e.kind != nodeChildrenChanged {
		told = s.data.take(e.path)
		for c := range told {
			c.tell(e)
		}
	}
	if e.kind == nodeChildrenChanged || e.kind == nodeDeleted {
		for c := range s.children.take(e.path) {
			if !told[c] {
				c.tell(e)
			}
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

// watch sets a watch of the caller, if there is room for one more.
func (s *Server) watch(w watches, path string, c *conn) code {
	if len(s.data.of[c])+len(s.children.of[c]) >= s.limits.Watches {
		return errQuotaExceeded
	}
	w.add(path, c)
	return ok
}
