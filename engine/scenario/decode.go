package scenario

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lockviz/lockviz/engine/trace"
)

// Parse reads a scenario file. name is used in messages, and for a title when
// the file has none. An error is an *Error, or several joined, in the order of
// their positions.
func Parse(name string, data []byte) (Scenario, error) {
	root, err := readDocument(name, data)
	if err != nil {
		return Scenario{}, err
	}
	d := &decoder{file: name}
	s := withDefaults(name)
	readFields(d, root, "the scenario", topFields, &s)
	d.finish(&s)
	if err := joined(d.errs); err != nil {
		return Scenario{}, err
	}
	return s, nil
}

// withDefaults is the scenario of a file that says nothing.
func withDefaults(name string) Scenario {
	title := strings.TrimSuffix(path.Base(name), path.Ext(name))
	if checkTitle(title) != nil || title == "." || title == "/" {
		title = DefaultTitle
	}
	return Scenario{
		Title:   title,
		Seed:    DefaultSeed,
		Lock:    Lock{Name: DefaultLock, TTL: DefaultTTL, Retry: DefaultRetry, Lag: DefaultLag},
		Store:   Store{Object: DefaultObject},
		Network: Network{Delay: DefaultDelay},
	}
}

// decoder collects the errors of one file.
type decoder struct {
	file  string
	field string // which is being read, for messages
	errs  []*Error
	later []func(s *Scenario) // checks that need the whole scenario
	blind bool                // the lanes are in doubt, so nothing can be said about them
}

func (d *decoder) fail(at node, format string, args ...any) {
	d.errs = append(d.errs, &Error{d.file, at.line, at.col, fmt.Sprintf(format, args...)})
}

// finish makes the checks that had to wait for the whole file.
func (d *decoder) finish(s *Scenario) {
	s.Lock.fill()
	for _, check := range d.later {
		check(s)
	}
}

// fill gives the fields whose default depends on the lock's kind.
func (l *Lock) fill() {
	if l.Kind == Redlock && l.Nodes == 0 {
		l.Nodes = DefaultNodes
	}
	if l.Kind != RedisReplica {
		l.Lag = Span{}
	}
	switch {
	case l.Timeout != 0:
	case l.Kind == Redlock:
		l.Timeout = DefaultNodeTimeout
	default:
		l.Timeout = DefaultTimeout
	}
}

// is reports whether the node has the shape, and says so if not.
func (d *decoder) is(n node, want shape, what string) bool {
	if n.shape == want {
		return true
	}
	hint := ""
	if want == aText && n.scalar() {
		hint = fmt.Sprintf("; put it in quotes: %q", n.text)
	} else if n.scalar() {
		hint = ", not " + quote(n.text)
	}
	d.fail(n, "%s must be %s%s", what, want, orElse(hint, ", not "+string(n.shape)))
	return false
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// unique returns a map's fields without those whose key stood there before.
func (d *decoder) unique(n node, what string) (given []pair) {
	for _, p := range n.fields {
		if has(given, p.key.text) {
			d.fail(p.key, "%s is there twice in %s; keep one", quote(p.key.text), what)
			continue
		}
		given = append(given, p)
	}
	return given
}

// word takes a scalar as it is written, whatever YAML takes it for.
func (d *decoder) word(n node, example string) (string, bool) {
	if !n.scalar() {
		d.fail(n, "%s takes one value, not %s; write for example %s", d.field, n.shape, example)
		return "", false
	}
	return n.text, true
}

// text reads a text that passes the check.
func (d *decoder) text(n node, check func(string) error, into *string) {
	if !d.is(n, aText, d.field) {
		return
	}
	if err := check(n.text); err != nil {
		d.fail(n, "%v", err)
		return
	}
	*into = n.text
}

func checkTitle(title string) error {
	if n := utf8.RuneCountInString(title); n == 0 || n > MaxTitle {
		return fmt.Errorf("the title is %d characters long; write 1 to %d on one line", n, MaxTitle)
	}
	if err := checkText(title); err != nil {
		return fmt.Errorf("%w on one line", err)
	}
	if strings.TrimSpace(title) == "" {
		return errors.New("the title cannot be seen; write visible characters")
	}
	return nil
}

func (d *decoder) boolean(n node, into *bool) {
	if d.is(n, aBoolean, d.field) {
		*into = strings.EqualFold(n.text, "true")
	}
}

func (d *decoder) seed(n node, into *uint64) {
	text, ok := d.word(n, "7")
	if !ok {
		return
	}
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil || v > MaxSeed || n.shape != aNumber {
		d.fail(n, "%s is not a seed; write a whole number from 0 to %d", quote(text), uint64(MaxSeed))
		return
	}
	*into = v
}

// duration reads a duration of at least least.
func (d *decoder) duration(n node, least time.Duration, into *time.Duration) bool {
	text, ok := d.word(n, "15s")
	if !ok {
		return false
	}
	v, err := parseDuration(text)
	if err == nil && v < least {
		err = fmt.Errorf("%s is too short; write at least %s", text, trace.Dur(least))
	}
	if err != nil {
		d.fail(n, "%v", err)
		return false
	}
	*into = v
	return true
}

// ttl reads the TTL. Redis takes it in milliseconds (SET … PX), etcd in seconds,
// and ZooKeeper grants a session 2 to 20 ticks, of 2 s unless configured.
func (d *decoder) ttl(n node, into *time.Duration) {
	if !d.duration(n, MinDelay, into) {
		return
	}
	if *into%time.Millisecond != 0 {
		d.fail(n, "%s is not a whole number of milliseconds; write for example %s", n.text, trace.Dur(into.Round(time.Millisecond)))
		return
	}
	d.later = append(d.later, func(s *Scenario) {
		switch ttl := s.Lock.TTL; {
		case s.Lock.Kind == Etcd && (ttl < MinLease || ttl%time.Second != 0):
			d.fail(n, "%s is not a lease's time to live; etcd takes whole seconds, at least %s", n.text, trace.Dur(MinLease))
		case s.Lock.Kind == ZooKeeper && (ttl < MinSession || ttl > MaxSession):
			d.fail(n, "%s is not a session timeout; ZooKeeper grants %s to %s (2 to 20 ticks of 2s)", n.text, trace.Dur(MinSession), trace.Dur(MaxSession))
		}
	})
}

func (d *decoder) span(n node, least time.Duration, into *Span) {
	text, ok := d.word(n, "1ms..4ms")
	if !ok {
		return
	}
	v, err := parseSpan(text)
	if err == nil && v.Min < least {
		err = fmt.Errorf("%s begins too low; write at least %s", text, trace.Dur(least))
	}
	if err != nil {
		d.fail(n, "%v", err)
		return
	}
	*into = v
}
