package scenario

import (
	"fmt"
	"strconv"

	"github.com/lockviz/lockviz/engine/trace"
)

// field is one field of a map in a scenario file: how it is documented, what
// the JSON Schema says about it, and how it is read. The parser, the schema and
// the reference all come from these tables.
type field[T any] struct {
	name     string
	needed   string // an example, for a field that must be there
	fallback string // the default, for the reference
	limits   string // for the reference
	doc      string // one sentence
	schema   schema
	read     func(d *decoder, n node, into *T)
}

var topFields = []field[Scenario]{
	{name: "title", fallback: "the file's name", limits: fmt.Sprintf("1 to %d characters on one line", MaxTitle),
		doc:    "What the lab is called.",
		schema: schema{"type": "string", "minLength": 1, "maxLength": MaxTitle},
		read:   func(d *decoder, n node, s *Scenario) { d.text(n, checkTitle, &s.Title) }},
	{name: "seed", fallback: strconv.Itoa(DefaultSeed), limits: fmt.Sprintf("0 to %d", uint64(MaxSeed)),
		doc:    "Where every random draw of the lab comes from: the same seed gives the same timeline.",
		schema: schema{"type": "integer", "minimum": 0, "maximum": uint64(MaxSeed)},
		read:   func(d *decoder, n node, s *Scenario) { d.seed(n, &s.Seed) }},
	{name: "until", fallback: "when nothing more can happen", limits: "more than 0s, to 24h",
		doc:    "The lab time at which the run ends; a client that waits for ever needs it.",
		schema: durationSchema(),
		read:   func(d *decoder, n node, s *Scenario) { d.duration(n, 1, &s.Until) }},
	{name: "lock", needed: "lock: {kind: redis}", limits: "a map",
		doc:    "The lock that the clients contend for.",
		schema: mapSchema(lockFields),
		read:   func(d *decoder, n node, s *Scenario) { d.lock(n, &s.Lock) }},
	{name: "store", fallback: "{}", limits: "a map",
		doc:    "The resource that the lock protects.",
		schema: mapSchema(storeFields),
		read:   func(d *decoder, n node, s *Scenario) { readFields(d, n, "store", storeFields, &s.Store) }},
	{name: "network", fallback: "{}", limits: "a map",
		doc:    "The cables between the lanes.",
		schema: mapSchema(networkFields),
		read:   func(d *decoder, n node, s *Scenario) { readFields(d, n, "network", networkFields, &s.Network) }},
	{name: "clients", needed: "clients: {A: {steps: [acquire, release]}}", limits: fmt.Sprintf("1 to %d", MaxClients),
		doc:    "The clients by name, in the order of their lanes.",
		schema: clientsSchema(),
		read:   (*decoder).clients},
	{name: "script", fallback: "[]", limits: fmt.Sprintf("at most %d entries", MaxScript),
		doc:    "What happens to the lab, and when.",
		schema: schema{"type": "array", "maxItems": MaxScript, "items": cueSchema()},
		read:   (*decoder).script},
	{name: "expect", fallback: "{}", limits: "a map from verdicts",
		doc:    "How the verdicts must come out.",
		schema: expectSchema(),
		read:   (*decoder).expect},
}

var lockFields = []field[Lock]{
	{name: "kind", needed: "kind: redis", limits: "see below",
		doc:    "The technology behind the lock.",
		schema: schema{"enum": servedKinds()},
		read:   func(d *decoder, n node, l *Lock) { d.kind(n, &l.Kind) }},
	{name: "nodes", fallback: strconv.Itoa(DefaultNodes), limits: fmt.Sprintf("1 to %d; only with kind redlock", MaxNodes),
		doc:    "How many independent servers the lock uses.",
		schema: schema{"type": "integer", "minimum": 1, "maximum": MaxNodes},
		read:   (*decoder).nodes},
	{name: "name", fallback: DefaultLock, limits: fmt.Sprintf("a letter or digit, then letters, digits and `: . _ / -`; at most %d", MaxLockName),
		doc:    "The lock's name; the key on a Redis server is `lock:` and this name.",
		schema: objectSchema(),
		read:   func(d *decoder, n node, l *Lock) { d.text(n, checkObject, &l.Name) }},
	{name: "ttl", fallback: trace.Dur(DefaultTTL), limits: "whole milliseconds, 1ms to 24h; etcd: whole seconds; zookeeper: 4s to 40s",
		doc:    "How long the lock lives without being released; for etcd and zookeeper: how long the lease or session lives without a sign of life.",
		schema: durationSchema(),
		read:   func(d *decoder, n node, l *Lock) { d.ttl(n, &l.TTL) }},
	{name: "retry", fallback: DefaultRetry.String(), limits: "a span, 1ms to 24h",
		doc:    "How long a client waits before it tries again; drawn anew each time.",
		schema: spanSchema(),
		read:   func(d *decoder, n node, l *Lock) { d.span(n, MinDelay, &l.Retry) }},
	{name: "timeout", fallback: trace.Dur(DefaultTimeout) + "; redlock: " + trace.Dur(DefaultNodeTimeout), limits: "1ms to 24h",
		doc:    "How long a client waits for one reply.",
		schema: durationSchema(),
		read:   func(d *decoder, n node, l *Lock) { d.duration(n, MinDelay, &l.Timeout) }},
	{name: "parallel", fallback: "false", limits: "true or false; only with kind redlock",
		doc:    "Whether a client asks all servers at once, not one after another.",
		schema: schema{"type": "boolean"},
		read:   func(d *decoder, n node, l *Lock) { d.boolean(n, &l.Parallel); d.only(n, "parallel", Redlock) }},
	{name: "watchdog", fallback: "false", limits: "true or false; not with kind mutex, which does not expire, nor etcd or zookeeper, whose sessions are always kept alive",
		doc:    "Whether a client extends the lock while it works, every third of the TTL.",
		schema: schema{"type": "boolean"},
		read:   func(d *decoder, n node, l *Lock) { d.boolean(n, &l.Watchdog); d.noWatchdog(n) }},
	{name: "wait", fallback: "0", limits: "0 or 1; only with kind redis-replica",
		doc:    "How many replicas must have the key before the client counts it as taken (WAIT).",
		schema: schema{"type": "integer", "minimum": 0, "maximum": MaxWait},
		read:   (*decoder).wait},
	{name: "lag", fallback: DefaultLag.String(), limits: "a span, 0s to 24h; only with kind redis-replica",
		doc:    "How long a change takes from the primary to its replica; drawn anew for each.",
		schema: spanSchema(),
		read:   func(d *decoder, n node, l *Lock) { d.span(n, 0, &l.Lag); d.only(n, "lag", RedisReplica) }},
	{name: "mistakes", fallback: "[]", limits: "see below",
		doc:    "Known wrong variants of the lock client, turned on.",
		schema: mistakesSchema(),
		read:   func(d *decoder, n node, l *Lock) { d.mistakes(n, &l.Mistakes) }},
}

var storeFields = []field[Store]{
	{name: "object", fallback: DefaultObject, limits: fmt.Sprintf("as the lock's name; at most %d", MaxLockName),
		doc:    "The name of the object that the clients read and write.",
		schema: objectSchema(),
		read:   func(d *decoder, n node, s *Store) { d.text(n, checkObject, &s.Object) }},
	{name: "fencing", fallback: "false", limits: "true or false",
		doc:    "Whether the store refuses a fencing token lower than the highest it has seen.",
		schema: schema{"type": "boolean"},
		read:   func(d *decoder, n node, s *Store) { d.boolean(n, &s.Fencing) }},
	{name: "in", fallback: "a store of its own", limits: "etcd; only with kind etcd",
		doc:    "Where the object is: a key in the lock's own etcd is written by a transaction, which fencing lets succeed only while its writer owns the lock.",
		schema: schema{"enum": []string{string(Etcd)}},
		read:   (*decoder).in},
}

var networkFields = []field[Network]{
	{name: "delay", fallback: DefaultDelay.String(), limits: "a span, 0s to 24h",
		doc:    "How long a message travels one way; drawn anew for each.",
		schema: spanSchema(),
		read:   func(d *decoder, n node, w *Network) { d.span(n, 0, &w.Delay) }},
}

var clientFields = []field[Client]{
	{name: "start", fallback: "0s", limits: "0s to 24h",
		doc:    "The lab time at which the client's program begins.",
		schema: durationSchema(),
		read:   func(d *decoder, n node, c *Client) { d.duration(n, 0, &c.Start) }},
	{name: "steps", fallback: "[]", limits: fmt.Sprintf("at most %d", MaxSteps),
		doc:    "The client's program; without steps it only does what actions tell it.",
		schema: schema{"type": "array", "maxItems": MaxSteps, "items": stepSchema()},
		read:   (*decoder).steps},
	{name: "mistakes", fallback: "[]", limits: "as the lock's",
		doc:    "Known wrong variants that only this client has, besides the lock's.",
		schema: mistakesSchema(),
		read:   func(d *decoder, n node, c *Client) { d.mistakes(n, &c.Mistakes) }},
	{name: "process", fallback: "one of its own", limits: "as a client's name; only with kind mutex",
		doc:    "The process whose memory the client shares, as one of its goroutines.",
		schema: schema{"type": "string", "pattern": anchored(namePattern), "maxLength": MaxName},
		read: func(d *decoder, n node, c *Client) {
			d.text(n, checkProcessName, &c.Process)
			d.only(n, "process", Mutex)
		}},
}

var cueFields = []field[cue]{
	{name: "at", limits: "0s to 24h; this or `when`",
		doc:    "The lab time at which it happens.",
		schema: durationSchema(),
		read:   (*decoder).at},
	{name: "when", limits: "`LANE EVENT [N]`; this or `at`",
		doc:    "The event right after which it happens: the N-th of its kind on that lane, the first unless N is given.",
		schema: schema{"type": "string", "pattern": anchored(triggerPattern)},
		read:   (*decoder).when},
	{name: "do", needed: "do: pause A 15s", limits: "an action",
		doc:    "What happens.",
		schema: schema{"type": "string", "pattern": actionPattern()},
		read:   (*decoder).do},
}

// fieldNames lists the fields of a table.
func fieldNames[T any](fields []field[T]) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	return names
}

// readFields reads a map with a fixed set of fields, in the order of the file.
func readFields[T any](d *decoder, n node, what string, fields []field[T], into *T) {
	if !d.is(n, aMap, what) {
		return
	}
	given := d.unique(n, what)
	for _, p := range given {
		f, ok := fieldNamed(fields, p.key.text)
		switch {
		case !ok:
			d.fail(p.key, "%s", unknown("field", p.key.text, " in "+what, fieldNames(fields)))
		case p.value.shape == nothing:
			d.fail(p.key, "%s has no value; give it one, or leave it out", f.name)
		default:
			d.field = f.name
			f.read(d, p.value, into)
		}
	}
	for _, f := range fields {
		if f.needed != "" && !has(given, f.name) {
			d.fail(n, "%s has no %s; write for example %s", what, f.name, f.needed)
		}
	}
}

func fieldNamed[T any](fields []field[T], name string) (f field[T], ok bool) {
	for _, f := range fields {
		if f.name == name {
			return f, true
		}
	}
	return f, false
}

func has(given []pair, name string) bool {
	for _, p := range given {
		if p.key.text == name {
			return true
		}
	}
	return false
}
