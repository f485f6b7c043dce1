package lessons

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

const (
	maxBest  = 50
	maxRules = 8
	maxTask  = 160 // runes
)

var (
	challengeFront  = []string{"number", "title", "level", "task"}
	challengeForm   = form{front: challengeFront, block: "challenge"}
	challengeFields = []string{"goal", "rules", "hints", "best", "solution", "options", "explain"}
	ruleFields      = slices.Concat(conditionFields, []string{"cheat"})
)

// readChallenge fills in what challenge.md says.
func readChallenge(p *problems, source []byte, stage *stage, c *Challenge) {
	m, ok := readManuscript(p, challengeForm, source)
	if !ok {
		return
	}
	readChallengeFront(p, m.front, c)
	c.Intro = m.html(m.parts[0])
	if m.parts[0].block == nil {
		if p.none() {
			p.add(1, "a challenge without its block; end the file with a ```challenge block")
		}
		return
	}
	b, text := m.yaml(m.parts[0])
	stepReader{block: b, stage: stage, fixed: true}.challenge(text, c)
}

func readChallengeFront(p *problems, source []byte, c *Challenge) {
	f, ok := front(p, source, challengeFront, challengeFront...)
	if !ok {
		return
	}
	if f.need("number", "the challenge's place in the list, as in its directory's name") {
		c.Number = f.number("number", maxLessons)
	}
	c.Title = f.short("title", "the challenge's name", maxTitle)
	c.Task = f.short("task", "the goal in one sentence", maxTask)
	level := f.must("level", "how hard it is: easy, medium or hard")
	if c.Level = Level(level.value); level.value != "" && !slices.Contains(Levels, c.Level) {
		f.add(level.line, "field \"level\" is %q; allowed: easy, medium, hard", level.value)
	}
}

func (r stepReader) challenge(source []byte, c *Challenge) {
	node := r.parse(source)
	if node == nil {
		if r.none() {
			r.add(r.above, "the challenge block is empty; it needs %s", strings.Join(challengeFields, ", "))
		}
		return
	}
	f, ok := r.mapping(node, "a challenge", challengeFields...)
	if !ok {
		return
	}
	c.Goal = r.goal(f)
	c.Hints = r.hints(f)
	if f.need("best", "the fewest actions or changes that are known to do it") {
		c.Best = f.number("best", maxBest)
	}
	c.Explain = r.fragment(f.must("explain", "why it came out so, in Markdown; shown when it is solved"))
	if !f.has("options") {
		c.Rules, c.Solution = r.rules(f), r.solution(f)
		return
	}
	if f.has("rules") {
		r.add(r.lineOf(f.node["rules"]), "rules and options; who repairs chooses options and does nothing else")
	}
	c.Options = r.options(f, c.Source)
	c.Choose = r.choose(f, c)
	c.Rules = []Rule{byHand}
}

// rules reads what must not be so.
func (r stepReader) rules(f fields) (all []Rule) {
	if !f.has("rules") {
		return nil
	}
	nodes := f.list("rules", "what must not be so")
	if len(nodes) > maxRules {
		r.add(r.lineOf(f.node["rules"]), "%d rules; allowed: up to %d", len(nodes), maxRules)
	}
	for _, n := range nodes {
		if rule, ok := r.rule(n); ok {
			all = append(all, rule)
		}
	}
	return all
}

func (r stepReader) rule(n ast.Node) (rule Rule, ok bool) {
	f, ok := r.mapping(n, "a rule", ruleFields...)
	if !ok {
		return rule, false
	}
	f.need("say", "the rule in words; its condition is what must not be so")
	rule.Condition, ok = r.condition(f)
	rule.Cheat = r.moves(f, "cheat", "moves that meet the goal by breaking the rule; the tests see that they are caught")
	return rule, ok
}

// choose reads the options that repair the run with the fewest changes.
func (r stepReader) choose(f fields, c *Challenge) (names []string) {
	nodes := f.list("solution", "the names of options that repair the run")
	for _, n := range nodes {
		if t, ok := r.scalar(n, "the name of an option"); ok {
			names = append(names, t.value)
		}
	}
	if nodes != nil && len(names) == 0 {
		r.add(r.lineOf(f.node["solution"]), "a solution without options; write their names, for example [fencing]")
	}
	if _, err := c.pick(names); err != nil {
		r.add(r.lineOf(f.node["solution"]), "%v", err)
	}
	return names
}
