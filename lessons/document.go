package lessons

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"
	"go.abhg.dev/goldmark/frontmatter"
)

// notesTitle heads the section that only the speaker sees.
const notesTitle = "Speaker notes"

// form is what a kind of file is made of.
type form struct {
	front    []string // the fields of its front matter
	block    string   // the info string of its fenced blocks
	sections bool     // it has headings, each with a block at its end; or none, and one block
}

// part is a heading and all that follows it, until the next of its level.
type part struct {
	title string
	line  int
	nodes []ast.Node // without the block
	block *ast.FencedCodeBlock
}

// manuscript is a lesson.md or a challenge.md in pieces.
type manuscript struct {
	prose
	form  form
	front []byte
	parts []part // the first is what comes before the first heading
}

// lineEnds makes all of them alike: Markdown and YAML do not agree on a carriage
// return by itself, and would count lines differently.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// readManuscript takes a file apart.
func readManuscript(p *problems, form form, source []byte) (manuscript, bool) {
	source = []byte(lineEnds.Replace(string(source)))
	m := manuscript{prose: prose{problems: p, source: source}, form: form}
	ctx := parser.NewContext()
	root := document.Parser().Parse(mdtext.NewReader(source), parser.WithContext(ctx))
	data := frontmatter.Get(ctx)
	if data == nil {
		p.add(1, "no front matter; begin the file with a line ---, then %s, then a line ---", strings.Join(form.front, ", "))
		return m, false
	}
	_ = data.Decode(&m.front)
	m.check(root, m.checkHeading)
	m.split(root)
	return m, true
}

func (m *manuscript) checkHeading(h *ast.Heading) {
	switch {
	case !m.form.sections:
		m.add(m.lineOf(h), "a heading; a %s is prose without headings, and its block", m.form.block)
	case h.Level == 1:
		m.add(m.lineOf(h), "a heading with one #; the page's own heading is the title in the front matter, so use ##")
	case h.Level > 3:
		m.add(m.lineOf(h), "a heading with %d #; allowed: ## for a section, ### inside it", h.Level)
	case h.Parent().Kind() != ast.KindDocument:
		m.add(m.lineOf(h), "a heading inside a list or a quotation; put it on a line of its own")
	}
}

// split hands every block of the document to its part.
func (m *manuscript) split(root ast.Node) {
	m.parts = []part{{line: 1}}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		now := &m.parts[len(m.parts)-1]
		if h, ok := n.(*ast.Heading); ok && h.Level <= 2 {
			m.parts = append(m.parts, part{title: m.plain(h), line: m.lineOf(h)})
			continue
		}
		if code, ok := n.(*ast.FencedCodeBlock); ok && string(code.Language(m.source)) == m.form.block {
			m.setBlock(now, code)
			continue
		}
		if now.block != nil {
			m.add(m.lineOf(n), "text after a %s block; put it into its explain%s", m.form.block, m.orSection())
		}
		now.nodes = append(now.nodes, n)
	}
}

func (m *manuscript) setBlock(p *part, code *ast.FencedCodeBlock) {
	switch {
	case m.form.sections && (p.title == "" || p.title == notesTitle):
		m.add(m.lineOf(code), "a %s block without a section of its own; put a heading with ## before it", m.form.block)
	case p.block != nil && m.form.sections:
		m.add(m.lineOf(code), "a second %s block in the section %q; begin a new section with ##", m.form.block, p.title)
	case p.block != nil:
		m.add(m.lineOf(code), "a second %s block; there is one, at the end", m.form.block)
	default:
		p.block = code
	}
}

func (m *manuscript) orSection() string {
	if m.form.sections {
		return ", or begin a new section with ##"
	}
	return ""
}

// plain is the text of a heading.
func (m *manuscript) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(m.source))
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// html renders the prose of a part.
func (m *manuscript) html(p part) HTML {
	root := ast.NewDocument()
	for _, n := range p.nodes {
		root.AppendChild(root, n)
	}
	return render(document, root, m.source)
}

// yaml is the text of a part's block.
func (m *manuscript) yaml(p part) (block, []byte) {
	return block{problems: m.problems, above: m.lineOf(p.block)}, p.block.Lines().Value(m.source)
}
