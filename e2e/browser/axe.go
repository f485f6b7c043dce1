package browser

import (
	"fmt"
	"os"
	"strings"
)

// axeTags are the rules of WCAG 2.2, levels A and AA.
const axeTags = `["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]`

// Violation is a rule of axe that the page breaks.
type Violation struct {
	ID     string   `json:"id"`
	Impact string   `json:"impact"`
	Help   string   `json:"help"`
	Nodes  []string `json:"nodes"`
}

func (v Violation) String() string {
	return fmt.Sprintf("%s (%s): %s\n\t%s", v.ID, v.Impact, v.Help, strings.Join(v.Nodes, "\n\t"))
}

// Axe checks the page as it is now. script is the path of axe.min.js.
func (p *Page) Axe(script string) ([]Violation, error) {
	there, err := Eval[bool](p, `"axe" in window`)
	if err != nil {
		return nil, err
	}
	if !there {
		src, err := os.ReadFile(script)
		if err != nil {
			return nil, err
		}
		if _, err := Eval[bool](p, string(src)+"\n;true"); err != nil {
			return nil, err
		}
	}
	return Eval[[]Violation](p, `axe.run(document, {runOnly: {type: "tag", values: `+axeTags+`}, resultTypes: ["violations"]})
		.then(r => r.violations.map(v => ({id: v.id, impact: v.impact, help: v.help,
			nodes: v.nodes.map(n => n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " "))})))`)
}
