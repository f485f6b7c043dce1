package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func (d *decoder) lock(n node, l *Lock) {
	readFields(d, n, "lock", lockFields, l)
}

func (d *decoder) kind(n node, into *LockKind) {
	text, ok := d.word(n, string(Redis))
	if !ok {
		return
	}
	doc, known := kindDoc(LockKind(text))
	switch {
	case !known:
		d.fail(n, "%s", unknown("lock kind", text, "", servedKinds()))
		return
	case !doc.Served:
		d.fail(n, "the lock kind %s is not in this build yet; allowed: %s", text, list(servedKinds(), "or"))
	}
	*into = doc.Kind
}

func (d *decoder) nodes(n node, l *Lock) {
	text, ok := d.word(n, "5")
	if !ok {
		return
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < 1 || v > MaxNodes || n.shape != aNumber {
		d.fail(n, "%s is not a number of servers; write a whole number from 1 to %d", quote(text), MaxNodes)
		d.blind = true
		return
	}
	l.Nodes = v
	d.only(n, "nodes", Redlock)
}

func (d *decoder) wait(n node, l *Lock) {
	text, ok := d.word(n, "1")
	if !ok {
		return
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < 0 || v > MaxWait || n.shape != aNumber {
		d.fail(n, "%s is not a number of replicas; write a whole number from 0 to %d", quote(text), MaxWait)
		return
	}
	l.Wait = v
	d.only(n, "wait", RedisReplica)
}

// only refuses a field of the lock for every kind but one, once the kind is
// known.
func (d *decoder) only(n node, field string, kind LockKind) {
	d.later = append(d.later, func(s *Scenario) {
		if s.Lock.Kind != "" && s.Lock.Kind != kind {
			d.fail(n, "a lock of kind %s has no choice of %s; leave the field out, or use kind %s", s.Lock.Kind, field, kind)
		}
	})
}

func (d *decoder) mistakes(n node, into *[]Mistake) {
	if !d.is(n, aList, "mistakes") {
		return
	}
	d.field = "an item of mistakes"
	for _, item := range n.items {
		text, ok := d.word(item, string(DelRelease))
		switch {
		case !ok:
		case slices.Contains(*into, Mistake(text)):
			d.fail(item, "the mistake %s is there twice; keep one", quote(text))
		default:
			*into = append(*into, Mistake(text))
			d.later = append(d.later, func(s *Scenario) { d.mistake(item, Mistake(text), s.Lock.Kind) })
		}
	}
}

// noWatchdog refuses a watchdog for the kinds that do not need one.
func (d *decoder) noWatchdog(n node) {
	d.later = append(d.later, func(s *Scenario) {
		switch kind := s.Lock.Kind; {
		case kind.Sessions():
			d.fail(n, "a lock of kind %s is kept alive by its session; leave watchdog out", kind)
		case kind == Mutex:
			d.fail(n, "a lock of kind %s does not expire; leave watchdog out", kind)
		}
	})
}

// in reads where the object is.
func (d *decoder) in(n node, s *Store) {
	text, ok := d.word(n, string(Etcd))
	if !ok {
		return
	}
	if text != string(Etcd) {
		d.fail(n, "%s is not a place for the object; write etcd, or leave in out", quote(text))
		return
	}
	s.In = text
	d.later = append(d.later, func(s *Scenario) {
		if s.Lock.Kind != "" && s.Lock.Kind != Etcd {
			d.fail(n, "the object can be in etcd only if the lock is: kind %s has no etcd; leave in out, or use kind etcd", s.Lock.Kind)
		}
		if keys := "lock/" + s.Lock.Name + "/"; strings.HasPrefix(s.Store.Object, keys) {
			d.fail(n, "the object %s would be one of the lock's own keys, which begin with %s; give it another name", s.Store.Object, keys)
		}
	})
}

// mistake checks one mistake against the lock's kind. For a kind that is in
// error itself there is nothing to check against.
func (d *decoder) mistake(n node, name Mistake, kind LockKind) {
	if k, ok := kindDoc(kind); !ok || !k.Served {
		return
	}
	allowed := mistakesOf(kind)
	doc, known := mistakeDoc(name)
	switch {
	case !known:
		d.fail(n, "%s", unknown("mistake", string(name), "", allowed))
	case !doc.belongs(kind):
		d.fail(n, "%s is a mistake of %s, not of %s; allowed: %s", name, list(doc.Kinds, "and"), kind, list(allowed, "or"))
	case !doc.Served:
		d.fail(n, "the mistake %s is not in this build yet; allowed: %s", name, list(allowed, "or"))
	}
}

func (d *decoder) clients(n node, s *Scenario) {
	if !d.is(n, aMap, "clients") {
		return
	}
	if len(n.fields) == 0 {
		d.fail(n, "there are no clients; write at least one, for example A: {steps: [acquire, release]}")
	}
	for i, p := range d.unique(n, "clients") {
		if i == MaxClients {
			d.fail(p.key, "this is client %d; the most is %d", i+1, MaxClients)
		}
		d.client(p, s)
	}
}

// client reads one client. One with a bad name takes part all the same, so
// that its steps are checked; but the lanes are in doubt then.
func (d *decoder) client(p pair, s *Scenario) {
	if !p.key.scalar() && p.key.shape != nothing {
		d.fail(p.key, "a client's name must be a text, not %s", p.key.shape)
		d.blind = true
		return
	}
	if err := checkName(p.key.text); err != nil {
		d.fail(p.key, "%v", err)
		d.blind = true
	}
	c := Client{Name: p.key.text}
	if p.value.shape == nothing {
		d.fail(p.key, "client %s has no value; write {} for a client without steps", quote(c.Name))
	} else {
		readFields(d, p.value, "client "+cut(c.Name), clientFields, &c)
	}
	s.Clients = append(s.Clients, c)
}

// cut keeps a name that may be anything short and plain in a message.
func cut(name string) string {
	if checkName(name) == nil {
		return name
	}
	return quote(name)
}

func (d *decoder) steps(n node, c *Client) {
	if !d.is(n, aList, "steps") {
		return
	}
	if len(n.items) > MaxSteps {
		d.fail(n.items[MaxSteps], "this is step %d; the most is %d", MaxSteps+1, MaxSteps)
	}
	d.field = "an item of steps"
	for _, item := range n.items {
		text, ok := d.word(item, "acquire")
		if !ok {
			continue
		}
		step, err := ParseStep(text)
		if err != nil {
			d.fail(item, "%v", err)
			continue
		}
		c.Steps = append(c.Steps, step)
	}
}

// cue is a Cue on its way: which of its fields the file gave.
type cue struct {
	Cue
	timed, triggered bool
}

func (d *decoder) script(n node, s *Scenario) {
	if !d.is(n, aList, "script") {
		return
	}
	if len(n.items) > MaxScript {
		d.fail(n.items[MaxScript], "this is entry %d of the script; the most is %d", MaxScript+1, MaxScript)
	}
	for _, item := range n.items {
		var c cue
		before := len(d.errs)
		readFields(d, item, "a script entry", cueFields, &c)
		if len(d.errs) == before && c.timed == c.triggered {
			d.fail(item, "a script entry has either at or when; write {at: 3s, do: …} or {when: A acquired, do: …}")
		}
		s.Script = append(s.Script, c.Cue)
	}
}

func (d *decoder) at(n node, c *cue) {
	c.timed = true
	d.duration(n, 0, &c.When.At)
}

func (d *decoder) when(n node, c *cue) {
	c.triggered = true
	text, ok := d.word(n, "A acquired")
	if !ok {
		return
	}
	t, err := ParseTrigger(text)
	if err != nil {
		d.fail(n, "%v", err)
		return
	}
	c.When.Lane, c.When.Kind, c.When.N = t.Lane, t.Kind, t.N
	d.onceLanesAreKnown(n, func(s *Scenario) error { return s.CheckTrigger(t) })
}

func (d *decoder) do(n node, c *cue) {
	text, ok := d.word(n, "pause A 15s")
	if !ok {
		return
	}
	a, err := ParseAction(text)
	if err != nil {
		d.fail(n, "%v", err)
		return
	}
	c.Do = a
	d.onceLanesAreKnown(n, func(s *Scenario) error { return s.CheckAction(a) })
}

// onceLanesAreKnown puts a check off until clients and lock have been read.
func (d *decoder) onceLanesAreKnown(n node, check func(s *Scenario) error) {
	d.later = append(d.later, func(s *Scenario) {
		if d.blind || s.Lock.Kind == "" || len(s.Clients) == 0 {
			return
		}
		if err := check(s); err != nil {
			d.fail(n, "%v", err)
		}
	})
}

func (d *decoder) expect(n node, s *Scenario) {
	if !d.is(n, aMap, "expect") {
		return
	}
	for _, p := range d.unique(n, "expect") {
		doc, known := verdictDoc(p.key.text)
		switch {
		case !known:
			d.fail(p.key, "%s", unknown("verdict", p.key.text, "", servedVerdicts()))
		case !doc.Served:
			d.fail(p.key, "the verdict %s is not in this build yet; allowed: %s", doc.Name, list(servedVerdicts(), "or"))
		default:
			d.expectation(p.value, doc, s)
		}
	}
}

func (d *decoder) expectation(n node, doc VerdictDoc, s *Scenario) {
	e, err := doc.parse(n)
	if err != nil {
		d.fail(n, "%v", err)
		return
	}
	s.Expect = append(s.Expect, e)
}

// parse reads what a verdict is expected to be.
func (v VerdictDoc) parse(n node) (Expectation, error) {
	e := Expectation{Verdict: v.Name}
	if !n.scalar() {
		return e, fmt.Errorf("%s is not a status; allowed for %s: %s", n.shape, v.Name, list(v.allowed(), "or"))
	}
	if v.Counts && n.shape == aNumber {
		count, err := strconv.ParseUint(n.text, 10, 32)
		if err != nil || count > MaxCount {
			return e, fmt.Errorf("%s is not a count; write a whole number from 0 to %d", quote(n.text), MaxCount)
		}
		e.Count, e.Counts = int(count), true
		return e, nil
	}
	status, ok := v.status(n.text)
	if ok {
		e.Status = status
		return e, nil
	}
	return e, errors.New(unknown("status", n.text, " for "+v.Name, v.allowed()))
}
