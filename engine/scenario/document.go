package scenario

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
)

// node is the part of YAML that scenario files use: maps in file order, lists
// and scalars, each with its position.
type node struct {
	line, col int
	shape     shape
	text      string // a scalar as it is written, quotes and escapes resolved
	fields    []pair
	items     []node
}

type pair struct{ key, value node }

type shape string

// The shapes, as error messages name them.
const (
	aMap     shape = "a map"
	aList    shape = "a list"
	aText    shape = "a text"
	aNumber  shape = "a number"
	aBoolean shape = "true or false"
	nothing  shape = "nothing"
)

func (n node) scalar() bool { return n.shape != aMap && n.shape != aList && n.shape != nothing }

const emptyFile = "the file is empty; a scenario is a map with lock, clients and more"

// readDocument parses the one YAML document of a file.
func readDocument(file string, data []byte) (root node, err error) {
	defer func() {
		// The YAML library is fed with files from strangers. A bug in it must
		// not take down a server that holds a thousand labs.
		if r := recover(); r != nil {
			err = &Error{file, 1, 1, fmt.Sprintf("this YAML cannot be read: %v", r)}
		}
	}()
	text, bad := cleanText(file, data)
	if bad != nil {
		return node{}, bad
	}
	tokens := lexer.Tokenize(text)
	if bad := checkTokens(file, tokens); bad != nil {
		return node{}, bad
	}
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return node{}, syntaxError(file, err)
	}
	if len(parsed.Docs) == 0 || parsed.Docs[0].Body == nil {
		return node{}, &Error{file, 1, 1, emptyFile}
	}
	return convert(parsed.Docs[0].Body), nil
}

// syntaxError takes the position and the message out of the library's error,
// and leaves out its drawing of the source.
func syntaxError(file string, err error) *Error {
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil && e.GetToken().Position != nil {
		at := e.GetToken().Position
		return &Error{file, max(1, at.Line), max(1, at.Column), "this is not YAML: " + e.GetMessage()}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return &Error{file, 1, 1, "this is not YAML: " + first}
}

// convert turns the library's tree into ours. Everything that checkTokens lets
// through has a place in it.
func convert(from ast.Node) node {
	at := from.GetToken().Position
	n := node{line: max(1, at.Line), col: max(1, at.Column), text: from.GetToken().Value}
	switch from := from.(type) {
	case *ast.MappingNode:
		return convertMap(n, from)
	case *ast.MappingValueNode:
		return convertMap(n, ast.Mapping(from.Start, false, from))
	case *ast.SequenceNode:
		n.shape = aList
		for _, v := range from.Values {
			n.items = append(n.items, convert(v))
		}
	case *ast.LiteralNode:
		n.shape, n.text = aText, from.Value.Value
	case *ast.StringNode:
		n.shape = aText
	case *ast.BoolNode:
		n.shape = aBoolean
	case *ast.NullNode:
		n.shape = nothing
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.shape = aNumber
	default:
		panic("unexpected " + from.Type().String()) // reported by readDocument
	}
	return n
}

func convertMap(n node, from *ast.MappingNode) node {
	n.shape = aMap
	for _, v := range from.Values {
		n.fields = append(n.fields, pair{convert(v.Key), convert(v.Value)})
	}
	if !from.IsFlowStyle && len(n.fields) > 0 {
		// The library's position of a block map is its first colon.
		n.line, n.col = n.fields[0].key.line, n.fields[0].key.col
	}
	return n
}
