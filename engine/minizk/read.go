package minizk

import (
	"slices"
	"strings"
)

// pathWatch reads the path of a request and whether it sets a watch.
func (c *call) pathWatch() (path string, watch bool, outcome code) {
	path, watch = c.in.string(), c.in.bool()
	return path, watch, c.decoded()
}

// exists answers with the stat of a node. Its watch stays, node or not.
func (c *call) exists() code {
	path, watch, outcome := c.pathWatch()
	switch {
	case outcome != ok:
		return outcome
	case strings.Contains(path, "\x00"):
		return errBadArguments
	case watch:
		if outcome = c.watch(c.data, path, c.from); outcome != ok {
			return outcome
		}
	}
	n := c.tree.get(path)
	if n == nil {
		return errNoNode
	}
	c.out.stat(n)
	return ok
}

// read finds the node of a request and sets a watch on it, if it asks for one.
func (c *call) read(w watches) (*node, code) {
	path, watch, outcome := c.pathWatch()
	if outcome != ok {
		return nil, outcome
	}
	n := c.tree.get(path)
	if n == nil {
		return nil, errNoNode
	}
	if watch {
		outcome = c.watch(w, path, c.from)
	}
	return n, outcome
}

func (c *call) getData() code {
	n, outcome := c.read(c.data)
	if outcome == ok {
		c.out.buffer(n.data)
		c.out.stat(n)
	}
	return outcome
}

func (c *call) getChildren() code {
	n, outcome := c.read(c.children)
	if outcome == ok {
		c.out.strings(n.names())
	}
	return outcome
}

func (c *call) getChildren2() code {
	n, outcome := c.read(c.children)
	if outcome == ok {
		c.out.strings(n.names())
		c.out.stat(n)
	}
	return outcome
}

func (c *call) getACL() code {
	path := c.in.string()
	if c.in.bad {
		return errMarshalling
	}
	n := c.tree.get(path)
	if n == nil {
		return errNoNode
	}
	c.out.openACL(n)
	c.out.stat(n)
	return ok
}

// setWatches sets a client's watches again, after it came to another connection. What
// happened since the zxid that it has seen is told at once.
func (c *call) setWatches() code {
	seen := c.in.int64()
	data, exist, children := c.in.strings(), c.in.strings(), c.in.strings()
	if c.in.bad {
		return errMarshalling
	}
	outcome := ok
	again := func(w watches, path string, missed kind) {
		if missed != 0 {
			c.from.tell(event{missed, path})
		} else if outcome == ok {
			outcome = c.watch(w, path, c.from)
		}
	}
	for _, path := range data {
		again(c.data, path, missedAt(c.tree.get(path), func(n *node) bool { return n.mzxid > seen }, nodeDataChanged))
	}
	for _, path := range exist {
		var missed kind
		if c.tree.get(path) != nil {
			missed = nodeCreated
		}
		again(c.data, path, missed)
	}
	for _, path := range children {
		again(c.children, path, missedAt(c.tree.get(path), func(n *node) bool { return n.pzxid > seen }, nodeChildrenChanged))
	}
	return outcome
}

// missedAt is what happened to a node that was there: it is gone, or changed, or
// nothing.
func missedAt(n *node, changed func(*node) bool, as kind) kind {
	switch {
	case n == nil:
		return nodeDeleted
	case changed(n):
		return as
	}
	return 0
}

// findWatches tells whether the caller has a watch of a type, and takes it back if
// it asks for that. (ZooKeeper 3.8 says yes to checkWatches if anybody has one.)
func (c *call) findWatches(remove bool) code {
	path, kind := c.in.string(), c.in.int32()
	if c.in.bad || !validPath(path) || kind < watchesOfChildren || kind > watchesOfAny {
		return errMarshalling
	}
	found := false
	if kind != watchesOfData {
		found = c.children.has(path, c.from, remove)
	}
	if kind != watchesOfChildren {
		found = c.data.has(path, c.from, remove) || found
	}
	if !found {
		return errNoWatcher
	}
	return ok
}

// getEphemerals answers with the session's own nodes below a prefix.
func (c *call) getEphemerals() code {
	prefix := c.in.string()
	var paths []string
	for path := range c.tree.ephemerals[c.from.session.id] {
		if strings.HasPrefix(path, prefix) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	c.out.strings(paths)
	return c.decoded()
}

// countBelow answers with how many nodes there are below one, at any depth.
func (c *call) countBelow() code {
	path := c.in.string()
	switch {
	case c.in.bad:
		return errMarshalling
	case c.tree.get(path) == nil:
		return errNoNode
	}
	below, n := strings.TrimSuffix(path, "/")+"/", int32(0)
	for other := range c.tree.nodes {
		if strings.HasPrefix(other, below) && other != "/" {
			n++
		}
	}
	c.out.int32(n)
	return ok
}
