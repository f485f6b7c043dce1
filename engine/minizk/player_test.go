package minizk_test

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"pgregory.net/rapid"
)

// player carries out a transcript's commands on a server, for clients by name,
// and says what each received. Two servers that do the same say the same: zxids
// count from the start of the transcript, sessions have the names of the clients
// that opened them, and times are left out.
type player struct {
	t       rapid.TB
	addr    string
	root    string // the node below which everything happens
	base    int64  // zxid when that was made
	last    int64  // zxid of the latest reply
	clients map[string]*client
	owners  map[int64]string // names of sessions
}

var roots atomic.Int64

func newPlayer(t rapid.TB, addr string) *player {
	p := &player{t: t, addr: addr, root: "/nothing", clients: map[string]*client{}, owners: map[int64]string{}}
	p.do("setup connect")
	root := fmt.Sprintf("/transcript-%d", roots.Add(1))
	p.do("setup create =" + root + " -")
	p.root = root
	must(t, p.clients["setup"].request(9, *new(writer).text("/")))
	frame, err := p.clients["setup"].receive()
	must(t, err)
	r := reader{rest: frame}
	r.i32()
	p.base = r.i64() + 1 // the closing is another change
	p.do("setup close")
	return p
}

// end closes all sessions: ZooKeeper would let them expire in the middle of another test.
func (p *player) end() {
	last := map[int64]*client{}
	for _, c := range p.clients {
		c.Close()
		if c.session != 0 {
			last[c.session] = c
		}
	}
	for _, c := range last {
		again := open(p.t, p.addr)
		again.session, again.password = c.session, c.password
		if _, err := again.greet(hello{timeout: 10_000}); err == nil && again.session != 0 {
			p.clients["end"] = again
			p.do("end close")
		}
		again.Close()
	}
}

// play carries out a whole transcript and returns it as it came out.
func (p *player) play(text string) string {
	var out strings.Builder
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, " ") {
			continue // what was said the last time
		}
		fmt.Fprintln(&out, line)
		if line == "" || line[0] == '#' {
			continue
		}
		for _, said := range p.do(line) {
			fmt.Fprintln(&out, "    "+said)
		}
	}
	return out.String()
}

// do carries out one command.
func (p *player) do(line string) []string {
	w := words(strings.Fields(line))
	name, verb, args := w[0], w.at(1, ""), w[min(2, len(w)):]
	c := p.clients[name]
	switch verb {
	case "connect":
		return p.connect(name, args)
	case "attach":
		return p.attach(name, args)
	case "leave":
		c.Close()
		return nil
	case "eof":
		return p.until(c, nil)
	case "raw":
		return p.raw(c, args)
	case "dial": // and say nothing
		p.clients[name] = open(p.t, p.addr)
		return nil
	case "bytes":
		b, err := hex.DecodeString(strings.Join(args, ""))
		must(p.t, err)
		if _, err = c.Write(b); err != nil {
			return []string{p.ending(err)}
		}
		return nil
	}
	v, known := verbs[verb]
	if !known || c == nil {
		p.t.Fatalf("%q: no such command, or no such client", line)
	}
	var body writer
	v.write(p, &body, args)
	return p.ask(c, v.op, body, func(r *reader) string { return v.read(p, r) })
}

// A connect [timeout] [old] [seen=+9]
func (p *player) connect(name string, args words) []string {
	c := open(p.t, p.addr)
	p.clients[name] = c
	said := p.greet(c, args)
	if _, named := p.owners[c.session]; !named && c.session != 0 {
		p.owners[c.session] = name
	}
	return said
}

// A attach B [password]: A is a new connection to B's session.
func (p *player) attach(name string, args words) []string {
	of := p.clients[args[0]]
	c := open(p.t, p.addr)
	c.session, c.password = of.session, slices.Clone(of.password)
	p.clients[name] = c
	if i := slices.Index(args, "forged"); i > 0 {
		c.password[0]++
	}
	if i := slices.Index(args, "unknown"); i > 0 {
		c.session += 1 << 40
	}
	return p.greet(c, args[1:])
}

func (p *player) greet(c *client, args words) []string {
	h := hello{timeout: 10_000}
	for _, arg := range args {
		if zxid, is := strings.CutPrefix(arg, "seen="); is {
			h.seen = p.base + words{zxid}.number(0, 0)
		} else if ms, err := strconv.Atoi(arg); err == nil {
			h.timeout = int32(ms)
		}
	}
	h.old = slices.Contains(args, "old")
	timeout, err := c.greet(h)
	switch {
	case err != nil:
		return []string{p.ending(err)}
	case c.session == 0:
		return append([]string{fmt.Sprintf("expired, %d ms, password %x", timeout, c.password)}, p.until(c, nil)...)
	}
	return []string{fmt.Sprintf("session of %s, %d ms", cmp.Or(p.owners[c.session], "its own"), timeout)}
}

// A raw op hex: what follows the header, byte by byte.
func (p *player) raw(c *client, args words) []string {
	body, err := hex.DecodeString(args.at(1, ""))
	must(p.t, err)
	return p.ask(c, int32(args.number(0, 0)), body, func(r *reader) string { return "ok " + hex.EncodeToString(r.take(len(r.rest))) })
}

// ask sends a request and says what came until its reply.
func (p *player) ask(c *client, op int32, body writer, read func(*reader) string) []string {
	if err := c.request(op, body); err != nil {
		return []string{p.ending(err)}
	}
	return p.until(c, read)
}

// until says what a client receives, until a reply that read is for, or the end.
func (p *player) until(c *client, read func(*reader) string) (said []string) {
	for {
		frame, err := c.receive()
		if err != nil {
			return append(said, p.ending(err))
		}
		r := &reader{rest: frame}
		xid, zxid, outcome := r.i32(), r.i64(), r.i32()
		if xid == -1 {
			said = append(said, p.event(r, zxid))
			continue
		}
		p.last = max(p.last, zxid)
		reply := fmt.Sprintf("%s %s", p.zxid(zxid), code(outcome))
		switch {
		case xid != c.xid && xid >= 0:
			reply += fmt.Sprintf(" to another request, %d", xid-c.xid)
		case outcome == 0 && read != nil:
			reply = p.zxid(zxid) + " " + read(r)
		}
		if r.err != nil || len(r.rest) > 0 {
			reply += fmt.Sprintf(" malformed: %x", frame)
		}
		if said = append(said, reply); read != nil {
			return said
		}
	}
}

func (p *player) event(r *reader, zxid int64) string {
	kind, state := r.i32(), r.i32()
	return fmt.Sprintf("%s event %s in state %d: %s", p.zxid(zxid), kinds[kind], state, p.short(r.text()))
}

// ending is how a connection ended: not at all is the only thing that differs.
func (p *player) ending(err error) string {
	if errors.Is(err, patienceOver) {
		p.t.Fatalf("no answer within %v", patience)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
		return "closed"
	}
	return err.Error()
}

// zxid counts from the start of the transcript; 0 and -1 are themselves.
func (p *player) zxid(z int64) string {
	if z <= 0 {
		return fmt.Sprint(z)
	}
	return fmt.Sprintf("%+d", z-p.base)
}

func (p *player) owner(session int64) string {
	switch {
	case session == 0:
		return "none"
	case session == -1<<63:
		return "container"
	}
	return cmp.Or(p.owners[session], fmt.Sprintf("%#x", session))
}
