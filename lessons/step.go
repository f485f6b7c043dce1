package lessons

import (
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/lockviz/lockviz/engine/trace"
)

const (
	maxHints = 5
	maxCount = 1000 // of a goal's events, of a solution's steps
)

var (
	stepFields   = []string{"predict", "run", "goal", "observe", "explain", "hints", "solution"}
	choiceFields = []string{"say", "right", "why"}
)

// stepReader reads the step blocks of one lesson.
type stepReader struct {
	block
	stage *stage // nil when the scenario could not be read
	fixed bool   // the lab keeps its client: no move turns mistakes on or off
}

func (r stepReader) step(source []byte) (*Step, bool) {
	node := r.parse(source)
	if node == nil {
		if r.none() {
			r.add(r.above, "the step block is empty; it needs %s", strings.Join(stepFields, ", "))
		}
		return nil, false
	}
	f, ok := r.mapping(node, "a step", stepFields...)
	if !ok {
		return nil, false
	}
	return &Step{
		Predict:  r.prediction(f),
		Run:      r.fragment(f.must("run", "what the learner does, in Markdown")),
		Goal:     r.goal(f),
		Observe:  r.fragment(f.must("observe", "what to look at, in Markdown")),
		Explain:  r.fragment(f.must("explain", "why it came out like that, in Markdown")),
		Hints:    r.hints(f),
		Solution: r.solution(f),
	}, true
}

func (r stepReader) prediction(f fields) Prediction {
	if !f.need("predict", "a question with choices, answered before the run") {
		return Prediction{}
	}
	p, ok := r.mapping(f.node["predict"], "a prediction", "ask", "choices")
	if !ok {
		return Prediction{}
	}
	out := Prediction{Ask: r.fragment(p.must("ask", "the question"))}
	right := 0
	nodes := p.list("choices", "the answers, one of them right")
	for _, n := range nodes {
		c := r.choice(n)
		if c.Right {
			right++
		}
		if slices.ContainsFunc(out.Choices, func(o Choice) bool { return c.Say != "" && o.Say == c.Say }) {
			r.add(r.lineOf(n), "this choice stands here twice")
		}
		out.Choices = append(out.Choices, c)
	}
	if nodes != nil && (len(nodes) < 2 || len(nodes) > 5) {
		r.add(p.line, "a prediction with %d choices; allowed: 2 to 5", len(nodes))
	} else if nodes != nil && right != 1 {
		r.add(p.line, "a prediction with %d right choices; exactly one choice has \"right: true\"", right)
	}
	return out
}

func (r stepReader) choice(n ast.Node) Choice {
	f, ok := r.mapping(n, "a choice", choiceFields...)
	if !ok {
		return Choice{}
	}
	return Choice{
		Say:   r.inline(f.must("say", "the answer")),
		Right: f.flag("right"),
		Why:   r.fragment(f.must("why", "the reason why it is right or wrong; the learner who chose it reads it")),
	}
}

func (r stepReader) hints(f fields) []HTML {
	nodes := f.list("hints", "at least one; each goes a little further")
	if nodes != nil && (len(nodes) < 1 || len(nodes) > maxHints) {
		r.add(r.lineOf(f.node["hints"]), "%d hints; allowed: 1 to %d", len(nodes), maxHints)
	}
	var out []HTML
	for _, n := range nodes {
		t, _ := r.scalar(n, "a hint")
		out = append(out, r.fragment(t))
	}
	return out
}

// nth reads "A acquired" or "A acquired 2".
func (r stepReader) nth(t text) (s Sight, n int) {
	words := strings.Fields(t.value)
	n = 1
	if len(words) == 3 {
		n, _ = strconv.Atoi(words[2])
	}
	if len(words) < 2 || len(words) > 3 || n < 1 {
		r.add(t.line, "%q is no event; allowed: a lane, a kind and, for a later one, its number: \"A acquired\", \"A acquired 2\"", t.value)
		return s, 1
	}
	s = Sight{Lane: words[0], Kind: trace.Kind(words[1])}
	r.checkSight(t.line, s)
	return s, n
}
