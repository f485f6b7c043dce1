package lessons

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"go.abhg.dev/goldmark/frontmatter"
)

// markdown reads what a step's fields hold: prose without headings.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// document reads a whole lesson.md, front matter first. What the front matter
// says is read by our own strict reader: here it is only cut out.
var document = goldmark.New(goldmark.WithExtensions(extension.Table, &frontmatter.Extender{
	Formats: []frontmatter.Format{{Name: "YAML", Delim: '-', Unmarshal: func(raw []byte, into any) error {
		*into.(*[]byte) = raw
		return nil
	}}},
}))

// prose is Markdown that stands somewhere in a file.
type prose struct {
	*problems
	source []byte
	above  int // lines of the file above the source's first one
}

// lineOf is the file's line on which n begins. Where goldmark does not say, it
// is the line of what n stands in.
func (p prose) lineOf(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if pos := n.Pos(); pos >= 0 && n.Kind() != ast.KindDocument {
			return p.lineAt(pos)
		}
	}
	return p.above + 1
}

func (p prose) lineAt(offset int) int {
	return p.above + 1 + bytes.Count(p.source[:offset], []byte("\n"))
}

// fragment renders the Markdown of a step's field.
func (p *problems) fragment(t text) HTML {
	if t.value == "" {
		return ""
	}
	part := prose{problems: p, source: []byte(t.value), above: t.line - 1}
	root := markdown.Parser().Parse(mdtext.NewReader(part.source))
	part.check(root, func(h *ast.Heading) {
		p.add(part.lineOf(h), "a heading inside a step; headings belong before the step block")
	})
	return render(markdown, root, part.source)
}

// inline renders a field that is one paragraph, without the paragraph around it.
func (p *problems) inline(t text) HTML {
	out := string(p.fragment(t))
	one, isOne := strings.CutPrefix(strings.TrimSpace(out), "<p>")
	one, closed := strings.CutSuffix(one, "</p>")
	if t.value != "" && (!isOne || !closed || strings.Contains(one, "<p>")) {
		p.add(t.line, "this is one paragraph of text: no lists, tables, code blocks or blank lines")
	}
	return HTML(one)
}

func render(md goldmark.Markdown, root ast.Node, source []byte) HTML {
	var out bytes.Buffer
	if err := md.Renderer().Render(&out, source, root); err != nil {
		panic("lessons: writing to memory failed: " + err.Error())
	}
	return HTML(out.String())
}

// check reports what a lesson's Markdown must not hold.
func (p prose) check(root ast.Node, heading func(*ast.Heading)) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			heading(n)
		case *ast.RawHTML, *ast.HTMLBlock:
			p.add(p.lineOf(n), "raw HTML; write Markdown, and `<` in code or as \\<")
		case *ast.Image:
			p.add(p.lineOf(n), "an image; the live figure is the picture, so say it in words")
		case *ast.Link:
			p.checkLink(n, n.Destination)
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				p.checkLink(n, n.URL(p.source))
			}
		}
		return ast.WalkContinue, nil
	})
}

// checkLink looks at a target as a browser would, with its entities resolved.
func (p prose) checkLink(link ast.Node, written []byte) {
	target := string(util.URLEscape(written, true))
	scheme, _, absolute := strings.Cut(target, ":")
	switch {
	case target == "" || html.IsDangerousURL([]byte(target)):
	case !absolute || scheme == "https" || scheme == "http" || strings.ContainsAny(scheme, "/#?"):
		return
	}
	p.add(p.lineOf(link), "a link to %q; allowed: https://…, a page of this site, #section", target)
}

// slugify makes a title fit for a link: "B's turn" becomes "bs-turn".
func slugify(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case unicode.IsSpace(r) || r == '-':
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), "-")
}
