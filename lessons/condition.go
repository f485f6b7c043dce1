package lessons

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

var conditionFields = []string{"saw", "with", "count", "after", "did", "verdict", "is", "never", "say"}

// conditionSorts are the three sorts of conditions, and what belongs to each.
var conditionSorts = map[string][]string{
	"saw":     {"with", "count", "after", "never", "say"},
	"did":     {"count", "never", "say"},
	"verdict": {"is", "count", "never", "say"},
}

var conditionParts = []string{"with", "after", "is"}

func (r stepReader) goal(f fields) Goal {
	nodes := f.list("goal", "what is so once the learner did it; the page checks it")
	if nodes != nil && len(nodes) == 0 {
		r.add(r.lineOf(f.node["goal"]), "a goal without conditions; it needs at least one saw or verdict")
	}
	var out Goal
	for _, n := range nodes {
		f, ok := r.mapping(n, "a condition", conditionFields...)
		if !ok {
			continue
		}
		if c, ok := r.condition(f); ok {
			out = append(out, c)
		}
	}
	return out
}

// condition reads what a mapping says of one; the mapping may say more.
func (r stepReader) condition(f fields) (c Condition, ok bool) {
	sort, ok := r.sort(f)
	if !ok {
		return c, false
	}
	for _, name := range conditionParts {
		if f.has(name) && !slices.Contains(conditionSorts[sort], name) {
			r.add(f.line, "%s does not belong to %s; allowed with it: %s", name, sort, strings.Join(conditionSorts[sort], ", "))
		}
	}
	switch sort {
	case "saw":
		c.Saw, c.After = r.sight(f, "saw"), r.sight(f, "after")
		c.With = r.with(f, c.Saw)
	case "did":
		c.Did = r.did(f)
	case "verdict":
		c.Verdict, c.Is = r.verdict(f), r.status(f)
	}
	c.Count, c.Never = f.number("count", maxCount), f.flag("never")
	if say, given := f.text("say"); given {
		c.Say = say.value
	} else {
		c.Say = c.words()
	}
	return c, true
}

// sort is which of the three a condition is.
func (r stepReader) sort(f fields) (string, bool) {
	var given []string
	for name := range conditionSorts {
		if f.has(name) {
			given = append(given, name)
		}
	}
	if len(given) != 1 {
		r.add(f.line, "a condition has one of saw, did and verdict, and not two")
		return "", false
	}
	return given[0], true
}

// verdict reads the name of a verdict.
func (r stepReader) verdict(f fields) string {
	t, _ := f.text("verdict")
	names, counts := verdicts()
	if !slices.Contains(names, t.value) {
		r.add(t.line, "there is no verdict %q; allowed: %s", t.value, strings.Join(names, ", "))
	} else if f.has("count") && !counts[t.value] {
		r.add(t.line, "the verdict %s does not count; ask for it with is: %s", t.value, strings.Join(statuses, ", "))
	}
	if !f.has("is") && !f.has("count") {
		r.add(f.line, "a verdict needs \"is\": %s; or, for one that counts, \"count\": at least so many", strings.Join(statuses, ", "))
	}
	return t.value
}

var statuses = []string{string(check.Holds), string(check.Violated), string(check.NotExercised)}

func (r stepReader) status(f fields) check.Status {
	t, ok := f.text("is")
	if ok && !slices.Contains(statuses, t.value) {
		r.add(t.line, "a verdict is never %q; allowed: %s", t.value, strings.Join(statuses, ", "))
	}
	return check.Status(t.value)
}

// sight reads an optional "A acquired".
func (r stepReader) sight(f fields, key string) *Sight {
	t, ok := f.text(key)
	if !ok {
		return nil
	}
	words := strings.Fields(t.value)
	if len(words) != 2 {
		r.add(t.line, "%s is %q; allowed: a lane and a kind of event, for example \"A acquired\"", key, t.value)
		return nil
	}
	s := Sight{Lane: words[0], Kind: trace.Kind(words[1])}
	r.checkSight(t.line, s)
	return &s
}

// with reads the fields that an event's payload must have.
func (r stepReader) with(f fields, s *Sight) map[string]any {
	if !f.has("with") || s == nil {
		return nil
	}
	decl, known := trace.Known(s.Kind)
	if !known {
		return nil // told already
	}
	has := payload(decl.Sample)
	names := slices.Sorted(maps.Keys(has))
	if len(names) == 0 {
		r.add(r.lineOf(f.node["with"]), "%s has no payload to ask for", s.Kind)
		return nil
	}
	w, ok := r.mapping(f.node["with"], "what "+string(s.Kind)+" is to have", names...)
	if !ok {
		return nil
	}
	out := map[string]any{}
	for name := range w.node {
		if t, ok := w.text(name); ok {
			out[name] = r.like(has[name], name, t)
		}
	}
	return out
}

// like reads a value of the same type as that of the event's sample.
func (r stepReader) like(sample any, name string, t text) any {
	switch sample.(type) {
	case float64:
		n, err := strconv.ParseFloat(t.value, 64)
		if err != nil {
			r.add(t.line, "field %q is %q; allowed: a number", name, t.value)
		}
		return n
	case bool:
		if t.value != "true" && t.value != "false" {
			r.add(t.line, "field %q is %q; allowed: true, false", name, t.value)
		}
		return t.value == "true"
	}
	return t.value
}

// did reads the beginnings of actions, one or a list.
func (r stepReader) did(f fields) (all []string) {
	nodes := []ast.Node{f.node["did"]}
	if list, ok := f.node["did"].(*ast.SequenceNode); ok {
		nodes = list.Values
	}
	for _, n := range nodes {
		t, ok := r.scalar(n, "the beginning of an action")
		if !ok {
			continue
		}
		words := strings.Fields(t.value)
		if verbs := verbNames(); words[0] != "*" && !slices.Contains(verbs, words[0]) {
			r.add(t.line, "there is no action %q; allowed: *, %s", words[0], strings.Join(verbs, ", "))
		}
		all = append(all, strings.Join(words, " "))
	}
	if len(nodes) == 0 {
		r.add(r.lineOf(f.node["did"]), "did without actions; write the beginnings of some, for example [jump, crash redis-*]")
	}
	return all
}

func verbNames() (all []string) {
	for _, v := range scenario.Verbs() {
		all = append(all, string(v.Verb))
	}
	return all
}
