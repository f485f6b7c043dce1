package minizk

// create answers the three requests that make a node. The first is told its
// path alone. A container is a node that ZooKeeper would remove once its
// children are gone; its stat does not show it.
func (c *call) create() code {
	path, data := c.in.string(), c.in.buffer()
	acl := c.in.acl()
	flags := mode(c.in.int32())
	if c.part {
		c.op = flags.op()
	}
	_, is := parentOf(path)
	switch {
	case c.in.bad, c.part && flags.timeToLive():
		return errMarshalling
	case flags.timeToLive(): // which ZooKeeper has switched off too
		return errUnimplemented
	case flags < 0 || flags > container:
		return errBadArguments
	case !is:
		return errBadArguments
	case acl != ok:
		return acl
	case c.op == opCreateContainer:
		flags &^= ephemeral
	}
	path, outcome := c.made.create(path, data, flags, c.from.session.id)
	if outcome != ok {
		return outcome
	}
	c.out.string(path)
	if c.op != opCreate {
		c.out.stat(c.tree.get(path))
	}
	return ok
}

// op is the request that flags stand for: within a multi, ZooKeeper goes by them
// whatever the request was.
func (m mode) op() int32 {
	if m == container {
		return opCreateContainer
	}
	return opCreate
}

func (m mode) timeToLive() bool { return m == 5 || m == 6 }

func (c *call) pathVersion() (path string, version int32, outcome code) {
	path, version = c.in.string(), c.in.int32()
	return path, version, c.decoded()
}

func (c *call) delete() code {
	path, version, outcome := c.pathVersion()
	if outcome != ok {
		return outcome
	}
	return c.made.delete(path, version)
}

func (c *call) check() code {
	path, version, outcome := c.pathVersion()
	if outcome != ok {
		return outcome
	}
	return c.made.check(path, version)
}

func (c *call) setData() code {
	path, data := c.in.string(), c.in.buffer()
	version := c.in.int32()
	if c.in.bad {
		return errMarshalling
	}
	n, outcome := c.made.setData(path, data, version)
	if outcome == ok {
		c.out.stat(n)
	}
	return outcome
}

// setACL sets the only list there is, which counts as a change of it.
func (c *call) setACL() code {
	path := c.in.string()
	acl := c.in.acl()
	version := c.in.int32()
	n := c.tree.get(path)
	switch {
	case c.in.bad:
		return errMarshalling
	case !validPath(path):
		return errBadArguments
	case acl != ok:
		return acl
	case n == nil:
		return errNoNode
	case n.fixed:
		return errNoAuth
	case version != -1 && version != n.aversion:
		return errBadVersion
	}
	n.aversion++
	c.out.stat(n)
	return ok
}

// acl reads an access list and tells whether it is the one that there is.
func (d *decoder) acl() code {
	entries, outcome := 0, ok
	d.vector(func() {
		entries++
		perms, scheme, id := d.int32(), string(d.buffer()), string(d.buffer())
		if perms != permAll || scheme != "world" || id != "anyone" {
			outcome = errInvalidACL
		}
	})
	if entries == 0 {
		return errInvalidACL
	}
	return outcome
}

func (e *encoder) openACL(n *node) {
	perms := int32(permAll)
	if n.fixed {
		perms = permRead
	}
	e.int32(1)
	e.int32(perms)
	e.string("world")
	e.string("anyone")
}
