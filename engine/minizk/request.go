package minizk

import (
	"slices"
	"time"
)

// call is a request that is being carried out.
type call struct {
	*Server
	from *conn
	in   *decoder
	out  *encoder // what follows the reply's header
	part bool     // of a multi
	op   int32
	made *change // of those that change
}

// Requests by what they do. Those that change take the next zxid, even if they are
// then refused; the simple ones may be parts of a multi.
var (
	reads = map[int32]func(*call) code{
		opExists:        (*call).exists,
		opGetData:       (*call).getData,
		opGetChildren:   (*call).getChildren,
		opGetChildren2:  (*call).getChildren2,
		opGetACL:        (*call).getACL,
		opSync:          (*call).sync,
		opSetWatches:    (*call).setWatches,
		opCheckWatches:  func(c *call) code { return c.findWatches(false) },
		opRemoveWatches: func(c *call) code { return c.findWatches(true) },
		opGetEphemerals: (*call).getEphemerals,
		opCountBelow:    (*call).countBelow,
		opPing:          func(*call) code { return ok },
	}
	simple = map[int32]func(*call) code{
		opCreate:          (*call).create,
		opCreate2:         (*call).create,
		opCreateContainer: (*call).create,
		opDelete:          (*call).delete,
		opSetData:         (*call).setData,
		opCheck:           (*call).check,
	}
	others = map[int32]func(*call) code{
		opSetACL:       (*call).setACL,
		opCreateTTL:    func(*call) code { return errUnimplemented }, // switched off in ZooKeeper too
		opMulti:        (*call).multi,
		opCloseSession: (*call).closeSession,
	}
)

// handle carries out a request and puts the reply into the queue. It is false
// where the connection must end.
func (s *Server) handle(from *conn, frame []byte) bool {
	in := &decoder{rest: frame}
	xid, op := in.int32(), in.int32()
	s.mu.Lock()
	defer s.mu.Unlock()
	if in.bad || from.session == nil {
		return false
	}
	if op == opAuth {
		return from.authenticate(xid, in)
	}
	c := &call{Server: s, from: from, in: in, out: &encoder{}, op: op}
	outcome, known := c.carryOut()
	if !known {
		from.reply(xid, -1, errUnimplemented, nil)
		return slices.Contains(unserved, op)
	}
	if op == opPing {
		xid = xidPing
	}
	from.reply(xid, s.zxid, outcome, c.out.b)
	return op != opCloseSession
}

func (c *call) carryOut() (outcome code, known bool) {
	if read := reads[c.op]; read != nil {
		return read(c), true
	}
	do := simple[c.op]
	if do == nil {
		do = others[c.op]
	}
	if do == nil {
		return 0, false
	}
	c.zxid++
	c.made = &change{tree: c.tree, zxid: c.zxid, at: time.Now().UnixMilli()}
	outcome = do(c)
	for _, e := range c.made.events {
		c.fire(e)
	}
	return outcome, true
}

func (c *conn) reply(xid int32, zxid int64, outcome code, body []byte) {
	var e encoder
	e.header(xid, zxid, outcome)
	if outcome == ok {
		e.b = append(e.b, body...)
	}
	c.send(e.framed())
}

// authenticate takes whatever a client says of itself, since nothing depends on it.
func (c *conn) authenticate(xid int32, in *decoder) bool {
	in.int32()
	scheme := in.string()
	if in.bad || scheme != "digest" && scheme != "ip" {
		c.reply(xid, 0, errAuthFailed, nil)
		return false
	}
	c.reply(xid, 0, ok, nil)
	return true
}

func (c *call) closeSession() code {
	one := c.from.session
	c.made.end(one.id)
	delete(c.sessions, one.id)
	return ok
}

func (c *call) sync() code {
	path := c.in.string()
	c.out.string(path)
	return c.decoded()
}

// decoded is the outcome if nothing but the request's form can be wrong.
func (c *call) decoded() code {
	if c.in.bad {
		return errMarshalling
	}
	return ok
}
