package lessons

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/lockviz/lockviz/engine/scenario"
)

// Option is one change of a challenge's scenario that its learner can choose.
type Option struct {
	Name  string // in links
	Say   HTML   // what it changes
	Right bool   // it repairs the run by itself
	Why   HTML   // why it does, or does not; shown after the run

	change yaml.MapSlice // a part of a scenario file, which is laid over it
	fields []string      // the fields that it sets: "store.fencing"
}

// Excludes reports whether two options set the same field, so that only one of
// them can be chosen.
func (o Option) Excludes(other Option) bool {
	for _, a := range o.fields {
		for _, b := range other.fields {
			if a == b || strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".") {
				return true
			}
		}
	}
	return false
}

// changed is the scenario of a file with options laid over it.
func changed(source string, options []Option) (scenario.Scenario, error) {
	var file yaml.MapSlice
	if err := yaml.UnmarshalWithOptions([]byte(source), &file, yaml.UseOrderedMap()); err != nil {
		return scenario.Scenario{}, err
	}
	for _, o := range options {
		file = overlay(file, o.change)
	}
	text, err := yaml.Marshal(named(file))
	if err != nil {
		return scenario.Scenario{}, err
	}
	return scenario.Parse("scenario.yaml", text)
}

// named is a value with a text as every key, for the encoder takes no other: YAML
// reads true and 0 as no texts, also where they are names.
func named(value any) any {
	switch v := value.(type) {
	case yaml.MapSlice:
		out := make(yaml.MapSlice, len(v))
		for i, item := range v {
			out[i] = yaml.MapItem{Key: keyText(item.Key), Value: named(item.Value)}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = named(item)
		}
		return out
	}
	return value
}

func keyText(key any) string {
	if key == nil {
		return "null"
	}
	return fmt.Sprint(key)
}

// overlay lays a map over another one: maps in it are laid over maps, and
// anything else takes the place of what was there.
func overlay(under, over yaml.MapSlice) yaml.MapSlice {
	out := slices.Clone(under)
	for _, item := range over {
		i := slices.IndexFunc(out, func(old yaml.MapItem) bool { return fmt.Sprint(old.Key) == fmt.Sprint(item.Key) })
		if i < 0 {
			out = append(out, item)
			continue
		}
		below, isMap := out[i].Value.(yaml.MapSlice)
		above, bothMaps := item.Value.(yaml.MapSlice)
		if isMap && bothMaps {
			item.Value = overlay(below, above)
		}
		out[i] = item
	}
	return out
}

// paths are the fields that a change sets.
func paths(change yaml.MapSlice, above string) (all []string) {
	for _, item := range change {
		path := above + fmt.Sprint(item.Key)
		if inner, ok := item.Value.(yaml.MapSlice); ok {
			all = append(all, paths(inner, path+".")...)
			continue
		}
		all = append(all, path)
	}
	return all
}

const maxOptions = 8

var (
	optionFields = []string{"name", "say", "change", "right", "why"}
	optionName   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// options reads a repair's options; source is its scenario.yaml, "" if that
// could not be read.
func (r stepReader) options(f fields, source string) (all []Option) {
	nodes := f.list("options", "changes of the scenario, of which some repair it")
	if nodes != nil && (len(nodes) < 2 || len(nodes) > maxOptions) {
		r.add(r.lineOf(f.node["options"]), "%d options; allowed: 2 to %d", len(nodes), maxOptions)
	}
	for _, n := range nodes {
		o, ok := r.option(n)
		if !ok {
			continue
		}
		if slices.ContainsFunc(all, func(other Option) bool { return other.Name == o.Name }) {
			r.add(r.lineOf(n), "a second option named %q", o.Name)
		}
		if source != "" && len(o.change) > 0 {
			r.tryChange(n, source, o)
		}
		all = append(all, o)
	}
	return all
}

func (r stepReader) option(n ast.Node) (o Option, ok bool) {
	f, ok := r.mapping(n, "an option", optionFields...)
	if !ok {
		return o, false
	}
	name := f.must("name", "a word for links, for example fencing")
	if name.value != "" && !optionName.MatchString(name.value) {
		r.add(name.line, "an option named %q; allowed: small letters, digits and dashes", name.value)
	}
	o = Option{
		Name:  name.value,
		Say:   r.inline(f.must("say", "what it changes")),
		Right: f.flag("right"),
		Why:   r.fragment(f.must("why", "why it repairs the run, or does not; shown after the run")),
	}
	o.change = r.change(f)
	o.fields = paths(o.change, "")
	return o, true
}

func (r stepReader) change(f fields) (change yaml.MapSlice) {
	if !f.need("change", "a part of a scenario file, for example {store: {fencing: true}}") {
		return nil
	}
	n := f.node["change"]
	if _, ok := n.(ast.MapNode); !ok {
		r.add(r.lineOf(n), "a change is a part of a scenario file: fields, for example {store: {fencing: true}}")
		return nil
	}
	if err := yaml.NodeToValue(n, &change, yaml.UseOrderedMap()); err != nil {
		r.add(r.lineOf(n), "a change that cannot be read: %s", firstLine(err))
	}
	return change
}

// tryChange reports a change that makes no scenario.
func (r stepReader) tryChange(n ast.Node, source string, o Option) {
	_, err := changed(source, []Option{o})
	var at *scenario.Error
	switch {
	case errors.As(err, &at):
		r.add(r.lineOf(n), "the option %q makes no scenario: %s", o.Name, at.Msg)
	case err != nil:
		r.add(r.lineOf(n), "the option %q makes no scenario: %s", o.Name, firstLine(err))
	}
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
