package course

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Prose is a short text in Markdown: emphasis, code and paragraphs, nothing
// more. What a page points at is data of its own (Place, Source).
type Prose string

var markdown = goldmark.New()

// HTML renders the text without the paragraph around it when it is a single one.
func (p Prose) HTML() string {
	var out bytes.Buffer
	if err := markdown.Convert([]byte(p), &out); err != nil {
		panic("course: writing to memory failed: " + err.Error())
	}
	html := strings.TrimSpace(out.String())
	if one := strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>"); !strings.Contains(one, "<p>") {
		return one
	}
	return html
}

// Plain is the text without its marks, for places where markup cannot be.
func (p Prose) Plain() string {
	var b strings.Builder
	source := []byte(p)
	p.walk(func(n ast.Node) {
		if t, ok := n.(*ast.Text); ok {
			b.Write(t.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
	})
	return strings.TrimSpace(b.String())
}

// problems names what is in the text and must not be.
func (p Prose) problems() (all []string) {
	p.walk(func(n ast.Node) {
		switch n.Kind() {
		case ast.KindDocument, ast.KindParagraph, ast.KindText, ast.KindEmphasis, ast.KindCodeSpan:
		default:
			all = append(all, fmt.Sprintf("%s in a text; allowed: paragraphs, emphasis, code", n.Kind()))
		}
	})
	return all
}

func (p Prose) walk(visit func(ast.Node)) {
	root := markdown.Parser().Parse(text.NewReader([]byte(p)))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			visit(n)
		}
		return ast.WalkContinue, nil
	})
}
