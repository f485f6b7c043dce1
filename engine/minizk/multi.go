package minizk

// part is the outcome of one part of a multi, and what follows its header.
type part struct {
	op      int32
	outcome code
	body    []byte
}

// multi carries out several changes under one zxid: all of them, or none. Whatever
// is malformed makes the whole request so.
func (c *call) multi() code {
	var parts []part
	failed := false
	for {
		op, done := c.in.int32(), c.in.bool()
		c.in.int32()
		if done || c.in.bad {
			break
		}
		p := c.partly(op)
		c.in.bad = c.in.bad || p.outcome == errMarshalling && !failed
		if failed {
			p.outcome = errRuntimeInconsistency
		}
		failed = failed || p.outcome != ok
		parts = append(parts, p)
	}
	if c.in.bad || failed {
		c.made.revert()
	}
	for _, p := range parts {
		c.out.part(p, failed)
	}
	c.out.multiHeader(opError, true, -1)
	return c.decoded()
}

func (c *call) partly(op int32) part {
	do := simple[op]
	if do == nil {
		c.in.bad = true // its length is not known
		return part{}
	}
	one := &call{Server: c.Server, from: c.from, in: c.in, out: &encoder{}, made: c.made, part: true, op: op}
	outcome := do(one)
	return part{one.op, outcome, one.out.b}
}

func (e *encoder) part(p part, failed bool) {
	if failed {
		e.multiHeader(opError, false, int32(p.outcome))
		e.int32(int32(p.outcome))
		return
	}
	if p.op == opCreateContainer {
		p.op = opCreate2
	}
	e.multiHeader(p.op, false, int32(ok))
	e.b = append(e.b, p.body...)
}

func (e *encoder) multiHeader(op int32, done bool, outcome int32) {
	e.int32(op)
	e.bool(done)
	e.int32(outcome)
}
