package lessons

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// block is a YAML text inside a lesson.md. Its lines are counted in that file.
type block struct {
	*problems
	above int // lines of the file above the text's first one
}

// fields is a mapping of a block, with only fields that are allowed there.
type fields struct {
	block
	what string // "a choice": for messages
	line int
	node map[string]ast.Node
}

// text is a scalar and the line of the file on which its first line stands.
type text struct {
	value string
	line  int
}

// parse reads YAML; nil says that it is not, or that there is none.
func (b block) parse(source []byte) ast.Node {
	file, err := parser.ParseBytes(source, 0)
	if err != nil {
		b.addSyntax(err)
		return nil
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil
	}
	return file.Docs[0].Body
}

var inBlock = regexp.MustCompile(`\[(\d+):\d+\]`)

// addSyntax reports what the YAML parser found, in lines of the file.
func (b block) addSyntax(err error) {
	line, message := 1, err.Error()
	if at := yaml.Error(nil); errors.As(err, &at) {
		line, message = at.GetToken().Position.Line, at.GetMessage()
	}
	message = inBlock.ReplaceAllStringFunc(message, func(pos string) string {
		n, _ := strconv.Atoi(inBlock.FindStringSubmatch(pos)[1])
		return fmt.Sprintf("line %d", n+b.above)
	})
	if strings.HasPrefix(message, "mapping value") {
		message += "; a text with a colon in it needs quotes, or >- before it"
	}
	b.add(line+b.above, "this is not YAML: %s", message)
}

func (b block) lineOf(n ast.Node) int { return n.GetToken().Position.Line + b.above }

// mapping reads n as a mapping with no other fields than those allowed.
func (b block) mapping(n ast.Node, what string, allowed ...string) (fields, bool) {
	m, ok := n.(ast.MapNode)
	if !ok {
		b.add(b.lineOf(n), "%s consists of fields, written \"name: value\"; allowed: %s", what, strings.Join(allowed, ", "))
		return fields{}, false
	}
	f := fields{block: b, what: what, line: b.lineOf(n), node: map[string]ast.Node{}}
	first := true
	for each := m.MapRange(); each.Next(); {
		key := each.Key().String()
		if first {
			f.line, first = b.lineOf(each.Key()), false
		}
		if !slices.Contains(allowed, key) {
			b.add(b.lineOf(each.Key()), "unknown field %q in %s; allowed: %s", key, what, strings.Join(allowed, ", "))
			continue
		}
		f.node[key] = each.Value()
	}
	if first {
		b.add(f.line, "%s without fields; allowed: %s", what, strings.Join(allowed, ", "))
	}
	return f, !first
}

// has reports whether the field was given a value.
func (f fields) has(key string) bool {
	n, ok := f.node[key]
	return ok && n.Type() != ast.NullType
}

// need reports the field as missing unless it was given.
func (f fields) need(key, why string) bool {
	if f.has(key) {
		return true
	}
	f.add(f.line, "%s needs %q: %s", f.what, key, why)
	return false
}

// text reads an optional scalar; ok says that there is one with something in it.
func (f fields) text(key string) (t text, ok bool) {
	if !f.has(key) {
		return text{line: f.line}, false
	}
	t, ok = f.scalar(f.node[key], "field "+strconv.Quote(key))
	return t, ok
}

// must reads a scalar that has to be there.
func (f fields) must(key, why string) text {
	if !f.need(key, why) {
		return text{line: f.line}
	}
	t, _ := f.text(key)
	return t
}

// number reads an optional whole number from 1 to most; 0 when there is none.
func (f fields) number(key string, most int) int {
	t, ok := f.text(key)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(t.value)
	if err != nil || n < 1 || n > most {
		f.add(t.line, "field %q is %q; allowed: a whole number from 1 to %d", key, t.value, most)
		return 0
	}
	return n
}

// flag reads an optional true or false.
func (f fields) flag(key string) bool {
	t, ok := f.text(key)
	if ok && t.value != "true" && t.value != "false" {
		f.add(t.line, "field %q is %q; allowed: true, false", key, t.value)
	}
	return t.value == "true"
}

// list reads the items of a list that has to be there.
func (f fields) list(key, why string) []ast.Node {
	if !f.need(key, why) {
		return nil
	}
	list, ok := f.node[key].(*ast.SequenceNode)
	if !ok {
		f.add(f.lineOf(f.node[key]), "field %q is a list: begin each of its items with \"- \"", key)
		return nil
	}
	return list.Values
}

// scalar reads n as one text, whatever YAML takes it for.
func (b block) scalar(n ast.Node, what string) (text, bool) {
	t := text{line: b.lineOf(n)}
	switch n := n.(type) {
	case *ast.LiteralNode:
		t.line++
		t.value = n.Value.Value
	case *ast.StringNode:
		t.value = n.Value
	case ast.ScalarNode:
		t.value = n.GetToken().Value
	default:
		b.add(t.line, "%s is one text, not a list and not fields; put it in quotes if it has a colon in it", what)
		return t, false
	}
	if strings.TrimSpace(t.value) == "" {
		b.add(t.line, "%s is empty", what)
		return t, false
	}
	return t, true
}
