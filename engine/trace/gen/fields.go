package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
)

// field is one field of a payload, as its JSON reader sees it.
type field struct {
	name    string // in JSON
	typ     string // in words, with the unit
	comment string
}

// readFields returns the fields of every struct type in a Go file, by type name.
func readFields(file string) (map[string][]field, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	all := map[string][]field{}
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, spec := range gen.Specs {
			if err := addType(all, spec.(*ast.TypeSpec)); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return all, nil
}

func addType(all map[string][]field, spec *ast.TypeSpec) error {
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	name := spec.Name.Name
	all[name] = []field{}
	for _, f := range body.Fields.List {
		one, err := describe(f)
		if err != nil {
			return fmt.Errorf("type %s: %w", name, err)
		}
		all[name] = append(all[name], one)
	}
	return nil
}

func describe(f *ast.Field) (field, error) {
	if f.Tag == nil || len(f.Names) != 1 {
		return field{}, fmt.Errorf("every field needs one name and a json tag, found %v", f.Names)
	}
	tag, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return field{}, err
	}
	name, option, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	typ, err := inWords(f.Type)
	if err != nil {
		return field{}, fmt.Errorf("field %s: %w", name, err)
	}
	if option == "omitempty" {
		typ += ", may be absent"
	}
	// "Failed is why …" reads "why …" beside the field's JSON name.
	comment := strings.TrimPrefix(oneLine(f.Doc, f.Comment), f.Names[0].Name+" is ")
	return field{name: name, typ: typ, comment: comment}, nil
}

// words gives the JSON type and unit of every Go type that a payload may use.
var words = map[string]string{
	"string":        "string",
	"bool":          "true or false",
	"int":           "integer",
	"int64":         "integer",
	"float64":       "number",
	"Time":          "integer, ns of lab time since the lab began",
	"time.Duration": "integer, ns",
}

func inWords(expr ast.Expr) (string, error) {
	switch t := expr.(type) {
	case *ast.Ident:
		return word(t.Name)
	case *ast.SelectorExpr:
		if pkg, ok := t.X.(*ast.Ident); ok {
			return word(pkg.Name + "." + t.Sel.Name)
		}
	case *ast.ArrayType:
		elem, err := inWords(t.Elt)
		return "list of " + elem, err
	}
	return "", fmt.Errorf("no words for a Go type of this form; add it to gen/fields.go")
}

func word(typ string) (string, error) {
	w, ok := words[typ]
	if !ok {
		return "", fmt.Errorf("no words for Go type %s; add it to gen/fields.go", typ)
	}
	return w, nil
}

// oneLine joins the comments above and beside a field.
func oneLine(groups ...*ast.CommentGroup) string {
	var words []string
	for _, g := range groups {
		words = append(words, strings.Fields(g.Text())...)
	}
	return strings.Join(words, " ")
}
