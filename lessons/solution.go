package lessons

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// Op is one move of a solution. The page can show and replay it, and the tests
// do.
type Op struct {
	Do    OpKind        `json:"do"`
	N     int           `json:"n,omitempty"`     // step: how many times; until, back: the n-th such event
	Event *Sight        `json:"event,omitempty"` // until, back
	To    string        `json:"to,omitempty"`    // run: acquired, expired, write, violation, end
	By    time.Duration `json:"by,omitempty"`    // advance: ns of lab time
	Text  string        `json:"text,omitempty"`  // act: the action
	On    []string      `json:"on,omitempty"`    // mistakes: those that are on from now on
}

// OpKind names a move.
type OpKind string

// The moves.
const (
	OpStep    OpKind = "step"    // step: 3
	OpUntil   OpKind = "until"   // until: A acquired [2]; step until that event is in the log
	OpRun     OpKind = "run"     // run: write
	OpAdvance OpKind = "advance" // advance: 5s
	OpAct     OpKind = "act"     // act: pause A 15s; at the end of the log, or where back went
	OpBack    OpKind = "back"    // back: A worked [2]; look at the moment just after that event
	OpReset   OpKind = "reset"   // reset: true

	// OpMistakes begins the lab again with just these mistakes of its lock on.
	OpMistakes OpKind = "mistakes" // mistakes: del-release constant-token, or mistakes: none
)

var (
	opKinds = []string{"step", "until", "run", "advance", "act", "back", "reset", "mistakes"}
	runsTo  = []string{"acquired", "expired", "write", "violation", "end"}
)

const maxAdvance = time.Hour // of lab time

func (r stepReader) solution(f fields) []Op {
	return r.moves(f, "solution", "moves that meet the goal; they are tried in the tests")
}

func (r stepReader) moves(f fields, key, why string) []Op {
	nodes := f.list(key, why)
	if nodes != nil && len(nodes) == 0 {
		r.add(r.lineOf(f.node[key]), "a %s without moves; allowed: %s", key, strings.Join(r.moveKinds(), ", "))
	}
	var out []Op
	for _, n := range nodes {
		if op, ok := r.op(n); ok {
			out = append(out, op)
		}
	}
	return out
}

// moveKinds are the moves that the lab takes: a challenge keeps its client as it is.
func (r stepReader) moveKinds() []string {
	if r.fixed {
		return slices.DeleteFunc(slices.Clone(opKinds), func(kind string) bool { return kind == string(OpMistakes) })
	}
	return opKinds
}

func (r stepReader) op(n ast.Node) (op Op, ok bool) {
	f, ok := r.mapping(n, "a move", r.moveKinds()...)
	if !ok {
		return op, false
	}
	if len(f.node) > 1 {
		r.add(f.line, "%d moves in one item; begin each with \"- \"", len(f.node))
	}
	if len(f.node) != 1 {
		return op, false
	}
	for kind := range f.node {
		op.Do = OpKind(kind)
	}
	t, ok := f.text(string(op.Do))
	if !ok {
		return op, false
	}
	r.fill(&op, f, t)
	return op, true
}

func (r stepReader) fill(op *Op, f fields, t text) {
	switch op.Do {
	case OpStep:
		op.N = f.number("step", maxCount)
	case OpUntil, OpBack:
		event, n := r.nth(t)
		op.Event, op.N = &event, n
	case OpRun:
		op.To = t.value
		if !slices.Contains(runsTo, t.value) {
			r.add(t.line, "run goes to %q; allowed: %s", t.value, strings.Join(runsTo, ", "))
		}
	case OpAdvance:
		op.By = r.duration(t)
	case OpAct:
		op.Text = r.action(t)
	case OpMistakes:
		op.On = r.mistakes(t)
	case OpReset:
		if !f.flag("reset") {
			r.add(t.line, "reset is %q; allowed: true", t.value)
		}
	}
}

// none is how a move turns every mistake off.
const none = "none"

func (r stepReader) mistakes(t text) (on []string) {
	if t.value == none {
		return nil
	}
	allowed := []string{none}
	if r.stage != nil {
		for _, m := range scenario.MistakesOf(r.stage.sc.Lock.Kind) {
			allowed = append(allowed, string(m.Mistake))
		}
	}
	for _, name := range strings.Fields(t.value) {
		if r.stage != nil && (name == none || !slices.Contains(allowed, name)) {
			r.add(t.line, "mistakes has %q; allowed: %s", name, strings.Join(allowed, ", "))
		}
		on = append(on, name)
	}
	return on
}

func (r stepReader) duration(t text) time.Duration {
	d, err := time.ParseDuration(t.value)
	if err != nil || d <= 0 || d > maxAdvance {
		r.add(t.line, "advance is %q; allowed: a duration up to %s, for example 5s or 250ms", t.value, trace.Dur(maxAdvance))
		return 0
	}
	return d
}

// action reads an action and gives back its one text form.
func (r stepReader) action(t text) string {
	a, err := scenario.ParseAction(t.value)
	if err == nil && r.stage != nil {
		err = r.stage.sc.CheckAction(a)
	}
	if err != nil {
		r.add(t.line, "%v", err)
		return t.value
	}
	return a.String()
}

// String is the move as one line, as the command bar would take it:
// "step 3", "until A acquired 2", "run write", "advance 5s", "back A worked",
// "reset", or the action itself.
func (op Op) String() string {
	switch op.Do {
	case OpStep:
		return "step " + strconv.Itoa(op.N)
	case OpUntil, OpBack:
		return string(op.Do) + " " + op.Event.String() + nth(op.N)
	case OpRun:
		return "run " + op.To
	case OpAdvance:
		return "advance " + trace.Dur(op.By)
	case OpAct:
		return op.Text
	case OpMistakes:
		if len(op.On) == 0 {
			return "mistakes " + none
		}
		return "mistakes " + strings.Join(op.On, " ")
	}
	return string(op.Do)
}

// nth is how a later event of its kind is told from the first.
func nth(n int) string {
	if n == 1 {
		return ""
	}
	return " " + strconv.Itoa(n)
}
