package redisnode

import (
	"fmt"
	"maps"
	"strings"

	"github.com/yuin/gopher-lua/ast"
	"github.com/yuin/gopher-lua/parse"
)

// A script runs inside the live node, where nothing can stop it: an endless one
// would keep the lab, and a value that is a function ends the process. So what a
// script may contain is listed here, and what is not listed is refused. Without
// loops and functions it comes to an end; without the libraries it says the same
// in every replay; without tables of its own, with no two values joined, and with
// few values and commands, it needs little memory (Node.Admit).

// library is what a script may call.
var library = set(`redis.call redis.pcall redis.error_reply redis.status_reply redis.sha1hex redis.log redis.replicate_commands
	tonumber type math.abs math.ceil math.floor math.max math.min string.len string.lower string.sub string.upper`)

// modules may stand before a dot only: what they name is no value.
var modules = set(`redis server math string`)

// unfitScript says what is in a script that a lab cannot take; nil if nothing.
func unfitScript(text string) error {
	chunk, err := parse.Parse(strings.NewReader(text), "script")
	if err != nil {
		return nil // the node says it better, and runs nothing
	}
	s := &script{own: map[string]bool{"KEYS": true, "ARGV": true}}
	s.block(chunk)
	return s.wrong
}

// script is one that is being looked through.
type script struct {
	own   map[string]bool // names of values: no global but these is read
	wrong error           // the first thing that is not allowed

	values, calls int // how many there are
}

func (s *script) refuse(format string, args ...any) {
	s.fail("a script with "+format+" may never end, or differ in a replay", args...)
}

func (s *script) fail(format string, args ...any) {
	if s.wrong == nil {
		s.wrong = fmt.Errorf(format, args...)
	}
}

func (s *script) block(all []ast.Stmt) {
	outside := maps.Clone(s.own)
	defer func() { s.own = outside }()
	for _, one := range all {
		s.statement(one)
	}
}

func (s *script) statement(one ast.Stmt) {
	switch one := one.(type) {
	case *ast.LocalAssignStmt:
		s.all(one.Exprs)
		for _, name := range one.Names {
			s.own[name] = true
		}
	case *ast.AssignStmt:
		s.assign(one)
	case *ast.FuncCallStmt:
		s.value(one.Expr)
	case *ast.DoBlockStmt:
		s.block(one.Stmts)
	case *ast.IfStmt:
		s.value(one.Condition)
		s.block(one.Then)
		s.block(one.Else)
	case *ast.ReturnStmt:
		s.results(one.Exprs)
	default:
		s.refuse("a loop, a jump or a function of its own")
	}
}

func (s *script) assign(one *ast.AssignStmt) {
	s.all(one.Rhs)
	for _, to := range one.Lhs {
		if name, ok := to.(*ast.IdentExpr); !ok || !s.own[name.Value] {
			s.refuse("an assignment to anything but a local variable")
		}
	}
}

// results are what a script returns: values, or a list of them.
func (s *script) results(exprs []ast.Expr) {
	for _, e := range exprs {
		list, ok := e.(*ast.TableExpr)
		if !ok {
			s.value(e)
			continue
		}
		for _, f := range list.Fields {
			if f.Key != nil {
				s.refuse("a table with keys (redis.error_reply and redis.status_reply make what it is for)")
			}
			s.results([]ast.Expr{f.Value})
		}
	}
}

func (s *script) all(exprs []ast.Expr) {
	for _, e := range exprs {
		s.value(e)
	}
}

func (s *script) value(e ast.Expr) {
	if s.values++; s.values > mostValues {
		s.fail("a script may have %d values; this one has more", mostValues)
	}
	switch e := e.(type) {
	case *ast.TrueExpr, *ast.FalseExpr, *ast.NilExpr, *ast.NumberExpr, *ast.StringExpr:
	case *ast.IdentExpr:
		if !s.own[e.Value] {
			s.refuse("%q", e.Value)
		}
	case *ast.AttrGetExpr:
		s.item(e)
	case *ast.FuncCallExpr:
		s.call(e)
	case *ast.StringConcatOpExpr:
		s.joined(e)
	case *ast.LogicalOpExpr:
		s.all([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.RelationalOpExpr:
		s.all([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.ArithmeticOpExpr:
		s.all([]ast.Expr{e.Lhs, e.Rhs})
	case *ast.UnaryMinusOpExpr:
		s.value(e.Expr)
	case *ast.UnaryNotOpExpr:
		s.value(e.Expr)
	case *ast.UnaryLenOpExpr:
		s.value(e.Expr)
	default:
		s.refuse("a function or a table of its own")
	}
}

// item is one of a list, by its number. By a name, a text would give up its
// functions.
func (s *script) item(e *ast.AttrGetExpr) {
	switch e.Key.(type) {
	case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryLenOpExpr:
		s.all([]ast.Expr{e.Object, e.Key})
	default:
		s.refuse("%s", called(e))
	}
}

func (s *script) call(e *ast.FuncCallExpr) {
	name := strings.Replace(called(e.Func), "server.", "redis.", 1)
	if e.Receiver != nil || !library[name] {
		s.refuse("%s", name+e.Method)
	}
	if name == "redis.call" || name == "redis.pcall" {
		s.command(e.Args)
	}
	s.all(e.Args)
}

// called is the name of what is called, or of what is taken from a module.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.IdentExpr:
		return e.Value
	case *ast.AttrGetExpr:
		module, _ := e.Object.(*ast.IdentExpr)
		name, _ := e.Key.(*ast.StringExpr)
		if module != nil && name != nil && modules[module.Value] {
			return module.Value + "." + name.Value
		}
	}
	return "a value taken by its name"
}

// command is one that the script gives: it says itself which, and that is as fit
// for a lab as it would be without a script.
func (s *script) command(args []ast.Expr) {
	if s.calls++; s.calls > mostCalls {
		s.fail("a script may give %d commands; this one gives more", mostCalls)
	}
	if len(args) == 0 {
		return
	}
	name, ok := args[0].(*ast.StringExpr)
	switch {
	case !ok:
		s.refuse("a command whose name is not written out")
	case !repeatable[strings.ToUpper(name.Value)]:
		s.refuse("the command %q", name.Value)
	}
}

// joined is a text put together, of which one part at most is not written out:
// two such parts could be the same one, twice as long each time.
func (s *script) joined(e *ast.StringConcatOpExpr) {
	if parts := s.unwritten(e); parts > 1 {
		s.refuse("two values joined by ..")
	}
}

func (s *script) unwritten(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		return 0
	case *ast.StringConcatOpExpr:
		return s.unwritten(e.Lhs) + s.unwritten(e.Rhs)
	}
	s.value(e)
	return 1
}
