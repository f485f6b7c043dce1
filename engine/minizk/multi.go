package minizk

// part is the outcome of one part of a multi, and what follows its header.
type part struct {
	op      int32
	outcome code
	body    []byte
}

// multi carries out several changes under one zxid: all of them, or none.
func (c *call) multi() code {
	var parts []part
	failed := false
	for {
		op, done := c.in.int32(), c.in.bool()
		c.in.int32()
		if done || c.in.bad {
			break
		}
		do := simple[op]
		if do == nil {
			c.in.bad = true
			break
		}
		one := &call{Server: c.Server, from: c.from, in: c.in, out: &encoder{}, made: c.made}
		outcome := do(one)
		if failed && !c.in.bad {
			outcome = errRuntimeInconsistency
		}
		failed = failed || outcome != ok
		parts = append(parts, part{op, outcome, one.out.b})
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

func (e *encoder) part(p part, failed bool) {
	if failed {
		e.multiHeader(opError, false, int32(p.outcome))
		e.int32(int32(p.outcome))
		return
	}
	e.multiHeader(p.op, false, int32(ok))
	e.b = append(e.b, p.body...)
}

func (e *encoder) multiHeader(op int32, done bool, outcome int32) {
	e.int32(op)
	e.bool(done)
	e.int32(outcome)
}
