package scenario

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/trace"
)

// String is the scenario as a canonical file, which Parse reads back. It states
// the defaults too, so that the file means the same to a later build.
func (s Scenario) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "title: %s\nseed: %d\n", plain(s.Title), s.Seed)
	if s.Until > 0 {
		fmt.Fprintf(&b, "until: %s\n", trace.Dur(s.Until))
	}
	fmt.Fprintf(&b, "lock: %s\n", s.Lock)
	fmt.Fprintf(&b, "store: %s\n", s.Store)
	fmt.Fprintf(&b, "network: {delay: %s}\nclients:\n", s.Network.Delay)
	for _, c := range s.Clients {
		fmt.Fprintf(&b, "  %s: %s\n", plain(c.Name), c)
	}
	if len(s.Script) > 0 {
		b.WriteString("script:\n")
	}
	for _, c := range s.Script {
		fmt.Fprintf(&b, "  - %s\n", c)
	}
	if len(s.Expect) > 0 {
		b.WriteString("expect:\n")
	}
	for _, e := range s.Expect {
		fmt.Fprintf(&b, "  %s: %s\n", e.Verdict, e.Value())
	}
	return b.String()
}

// String is the lock as a map of the canonical file.
func (l Lock) String() string {
	fields := []string{"kind: " + string(l.Kind)}
	if l.Nodes > 0 {
		fields = append(fields, "nodes: "+strconv.Itoa(l.Nodes))
	}
	fields = append(fields, "name: "+plain(l.Name), "ttl: "+trace.Dur(l.TTL),
		"retry: "+l.Retry.String(), "timeout: "+trace.Dur(l.Timeout))
	if l.Kind == Redlock || l.Parallel {
		fields = append(fields, fmt.Sprintf("parallel: %t", l.Parallel))
	}
	if !l.Kind.Sessions() && l.Kind != Mutex {
		fields = append(fields, fmt.Sprintf("watchdog: %t", l.Watchdog))
	}
	if l.Kind == RedisReplica {
		fields = append(fields, fmt.Sprintf("wait: %d", l.Wait), "lag: "+l.Lag.String())
	}
	if len(l.Mistakes) > 0 {
		fields = append(fields, fmt.Sprintf("mistakes: [%s]", commas(l.Mistakes)))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func commas(mistakes []Mistake) string {
	words := make([]string, len(mistakes))
	for i, m := range mistakes {
		words[i] = string(m)
	}
	return strings.Join(words, ", ")
}

// String is the store as a map of the canonical file.
func (s Store) String() string {
	in := ""
	if s.In != "" {
		in = ", in: " + s.In
	}
	return fmt.Sprintf("{object: %s, fencing: %t%s}", plain(s.Object), s.Fencing, in)
}

// String is the client as a map of the canonical file.
func (c Client) String() string {
	var fields, steps []string
	if c.Start > 0 {
		fields = append(fields, "start: "+trace.Dur(c.Start))
	}
	if c.Process != "" {
		fields = append(fields, "process: "+plain(c.Process))
	}
	for _, s := range c.Steps {
		steps = append(steps, plain(s.String()))
	}
	if len(steps) > 0 {
		fields = append(fields, "steps: ["+strings.Join(steps, ", ")+"]")
	}
	if len(c.Mistakes) > 0 {
		fields = append(fields, fmt.Sprintf("mistakes: [%s]", commas(c.Mistakes)))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// String is the cue as an entry of the canonical file's script.
func (c Cue) String() string {
	when := "at"
	if c.When.Lane != "" {
		when = "when"
	}
	return fmt.Sprintf("{%s: %s, do: %s}", when, c.When, plain(c.Do.String()))
}

// Value is what the verdict is expected to be: a status or a count.
func (e Expectation) Value() string {
	if e.Counts {
		return strconv.Itoa(e.Count)
	}
	return e.Status
}

// bare matches the texts that YAML takes for themselves without quotes.
var bare = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.>+-]*( [A-Za-z0-9_.>+-]+)*$`)

// plain writes a text as a YAML scalar, with quotes if it needs them.
func plain(text string) string {
	switch strings.ToLower(text) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return "'" + text + "'"
	}
	if bare.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
