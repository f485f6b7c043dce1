package minizk

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// node is a znode.
type node struct {
	stat
	data     []byte
	children map[string]bool // by name
	fixed    bool            // cannot be changed: /zookeeper/config
}

// stat is what a node remembers of its changes. Its names are the protocol's,
// but for creates: of the children that were ever made, from which cversion
// is computed, and sequence numbers are drawn.
type stat struct {
	czxid, mzxid, pzxid int64 // of its creation, its data, its children
	ctime, mtime        int64 // ms since 1970
	version, aversion   int32
	creates             int32
	owner               int64 // session of an ephemeral node, or 0
}

// tree is all nodes, by path.
type tree struct {
	nodes      map[string]*node
	ephemerals map[int64]map[string]bool // by session
	bytes      int

	mostNodes, mostBytes int
}

// special paths are there from the start and cannot be deleted.
var special = []string{"/", "/zookeeper", "/zookeeper/config", "/zookeeper/quota"}

func newTree() *tree {
	t := &tree{nodes: map[string]*node{}, ephemerals: map[int64]map[string]bool{}}
	for _, path := range special {
		t.insert(path, &node{data: []byte{}})
	}
	config := t.nodes["/zookeeper/config"]
	config.fixed, config.aversion = true, -1
	return t
}

// get finds a node. As in ZooKeeper, the root has the empty path too.
func (t *tree) get(path string) *node {
	if path == "" {
		path = "/"
	}
	return t.nodes[path]
}

// insert and remove keep what depends on a node's being there.
func (t *tree) insert(path string, n *node) {
	if n.children == nil {
		n.children = map[string]bool{}
	}
	t.nodes[path] = n
	t.bytes += len(path) + len(n.data)
	if parent, _ := parentOf(path); path != "/" {
		t.nodes[parent].children[nameOf(path)] = true
	}
	if n.ephemeral() {
		if t.ephemerals[n.owner] == nil {
			t.ephemerals[n.owner] = map[string]bool{}
		}
		t.ephemerals[n.owner][path] = true
	}
}

func (t *tree) remove(path string) {
	n := t.nodes[path]
	delete(t.nodes, path)
	t.bytes -= len(path) + len(n.data)
	parent, _ := parentOf(path)
	delete(t.nodes[parent].children, nameOf(path))
	if n.ephemeral() {
		if delete(t.ephemerals[n.owner], path); len(t.ephemerals[n.owner]) == 0 {
			delete(t.ephemerals, n.owner)
		}
	}
}

func (n *node) ephemeral() bool { return n.owner != 0 }

func (n *node) names() []string { return slices.Sorted(maps.Keys(n.children)) }

// stat writes a node's stat. cversion counts both creations and deletions.
func (e *encoder) stat(n *node) {
	e.int64(n.czxid)
	e.int64(n.mzxid)
	e.int64(n.ctime)
	e.int64(n.mtime)
	e.int32(n.version)
	e.int32(2*n.creates - int32(len(n.children)))
	e.int32(n.aversion)
	e.int64(n.owner)
	e.int32(int32(len(n.data)))
	e.int32(int32(len(n.children)))
	e.int64(n.pzxid)
}

// change is what one request does to the tree, under one zxid. It can be undone
// until its events are fired.
type change struct {
	*tree
	zxid   int64
	at     int64 // ms since 1970
	events []event
	undo   []func()
}

func (c *change) happened(k kind, path string) { c.events = append(c.events, event{k, path}) }

func (c *change) revert() {
	for _, undo := range slices.Backward(c.undo) {
		undo()
	}
	c.events, c.undo = nil, nil
}

// create makes a node and returns its path. A sequential one gets the number of
// creations below its parent.
func (c *change) create(path string, data []byte, m mode, session int64) (string, code) {
	above, is := parentOf(path)
	parent := c.get(above)
	switch {
	case !is:
		return "", errBadArguments
	case parent == nil:
		return "", errNoNode
	case parent.fixed:
		return "", errNoAuth
	}
	if m&sequential != 0 {
		path += fmt.Sprintf("%010d", parent.creates)
	}
	n := &node{data: data, stat: stat{czxid: c.zxid, mzxid: c.zxid, pzxid: c.zxid, ctime: c.at, mtime: c.at}}
	if m&ephemeral != 0 {
		n.owner = session
	}
	if outcome := c.fitsIn(path, n, parent); outcome != ok {
		return "", outcome
	}
	c.add(path, above, n, parent)
	return path, ok
}

func (c *change) fitsIn(path string, n, parent *node) code {
	switch {
	case !validPath(path):
		return errBadArguments
	case c.get(path) != nil:
		return errNodeExists
	case parent.ephemeral():
		return errNoChildrenOfEphemerals
	case len(c.nodes) >= c.mostNodes || c.bytes+len(path)+len(n.data) > c.mostBytes:
		return errQuotaExceeded
	}
	return ok
}

func (c *change) add(path, above string, n, parent *node) {
	before := parent.stat
	c.insert(path, n)
	if parent.creates < math.MaxInt32 { // there ZooKeeper 3.8 stays, although its documentation goes on below 0
		parent.creates++
		parent.pzxid = c.zxid
	}
	c.undo = append(c.undo, func() { c.remove(path); parent.stat = before })
	c.happened(nodeCreated, path)
	c.happened(nodeChildrenChanged, above)
}

// delete removes a node without children.
func (c *change) delete(path string, version int32) code {
	above, is := parentOf(path)
	if !is || slices.Contains(special, path) {
		return errBadArguments
	}
	n := c.get(path)
	switch {
	case n == nil:
		return errNoNode
	case !n.fits(version):
		return errBadVersion
	case len(n.children) > 0:
		return errNotEmpty
	}
	c.drop(path, above, n)
	return ok
}

func (c *change) drop(path, above string, n *node) {
	parent := c.get(above)
	before := parent.stat
	c.remove(path)
	parent.pzxid = c.zxid
	c.undo = append(c.undo, func() { parent.stat = before; c.insert(path, n) })
	c.happened(nodeDeleted, path)
	c.happened(nodeChildrenChanged, above)
}

// end deletes the ephemeral nodes of a session, the oldest first.
func (c *change) end(session int64) {
	paths := slices.SortedFunc(maps.Keys(c.ephemerals[session]), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.nodes[a].czxid, c.nodes[b].czxid), cmp.Compare(a, b))
	})
	for _, path := range paths {
		above, _ := parentOf(path)
		c.drop(path, above, c.nodes[path])
	}
}

// fits compares a version with the one that a request asks for; -1 is any.
func (n *node) fits(version int32) bool { return version == -1 || version == n.version }

func (c *change) setData(path string, data []byte, version int32) (*node, code) {
	n := c.get(path)
	switch {
	case !validPath(path):
		return nil, errBadArguments
	case n == nil:
		return nil, errNoNode
	case n.fixed:
		return nil, errNoAuth
	case !n.fits(version):
		return nil, errBadVersion
	case c.bytes+len(data)-len(n.data) > c.mostBytes:
		return nil, errQuotaExceeded
	}
	before, had := n.stat, n.data
	c.bytes += len(data) - len(had)
	n.data, n.mzxid, n.mtime = data, c.zxid, c.at
	n.version++
	c.undo = append(c.undo, func() { c.bytes -= len(data) - len(had); n.stat, n.data = before, had })
	c.happened(nodeDataChanged, path)
	return n, ok
}

// check tells whether a node is there, with a version.
func (c *change) check(path string, version int32) code {
	n := c.get(path)
	switch {
	case !validPath(path):
		return errBadArguments
	case n == nil:
		return errNoNode
	case !n.fits(version):
		return errBadVersion
	}
	return ok
}
