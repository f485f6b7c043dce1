package minizk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/zktest"
)

// Whatever three clients do, minizk and ZooKeeper say the same to each.
func TestMinizkAnswersAsZooKeeperDoes(t *testing.T) {
	real, ours := zktest.Start(t), startOurs(t)
	rapid.Check(t, func(t *rapid.T) {
		p := &twins{t: t, ours: newPlayer(t, ours), real: newPlayer(t, real)}
		defer p.ours.end()
		defer p.real.end()
		for _, name := range names3 {
			p.do(name + " connect")
		}
		t.Repeat(map[string]func(*rapid.T){
			"change":     func(t *rapid.T) { p.do(who(t) + drawn(t, changes)) },
			"change too": func(t *rapid.T) { p.do(who(t) + drawn(t, changes)) },
			"read":       func(t *rapid.T) { p.do(who(t) + drawn(t, reads)) },
			"multi":      func(t *rapid.T) { p.do(who(t) + " multi" + strings.Join(drawnSome(t, parts), " ;")) },
			"close":      func(t *rapid.T) { p.close(who(t)) },
			"break":      func(t *rapid.T) { p.reconnect(who(t), rapid.IntRange(0, 30).Draw(t, "zxids ago")) },
			"":           func(t *rapid.T) { p.do(who(t) + " ping") },
		})
		p.everybody("ls2 / ")
	})
}

var names3 = []string{"A", "B", "C"}

func who(t *rapid.T) string { return rapid.SampledFrom(names3).Draw(t, "client") }

// Commands with $ where something is drawn: a path, a sequential prefix, a
// version, data, flags of create.
var (
	parts = []string{
		" create $p $d", " create $p $d $f", " create $s $d s", " create $s $d es", " create2 $s $d es", " container $p $d",
		" delete $p", " delete $p $v", " set $p $d", " set $p $d $v", " check $p $v",
	}
	changes = append([]string{" create2 $p $d", " create2 $p $d e", " delete $q", " setacl $p world:anyone:31 $v"}, without(parts, "check")...)
	reads   = []string{
		" exists $p", " exists $p watch", " get $p", " get $p watch", " ls $p", " ls $p watch", " ls2 $p", " ls2 $p watch",
		" ls2 / watch", " exists $q watch", " get $q watch", " getacl $p", " sync $p",
		" count $p", " ephemerals $p", " remove-watches $p", " remove-watches $p 1",
	}
	kindsDrawn = map[string][]string{
		"$p": {"/a", "/b", "/a/x", "/a/y", "/a/x/z", "/b/x"},
		"$q": {"/a/n-0000000000", "/a/n-0000000001", "/a/n-0000000002", "/n-0000000001", "/n-0000000002"},
		"$s": {"/n-", "/a/n-", "/a/x/", "/b/n-"},
		"$v": {"-1", "0", "1", "2"},
		"$d": {"-", `""`, "one", "two"},
		"$f": {"0", "e", "c", "ec"},
	}
)

func without(list []string, word string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return strings.Contains(s, word) })
}

func drawn(t *rapid.T, from []string) string {
	w := strings.Split(rapid.SampledFrom(from).Draw(t, "command"), " ")
	for i := range w {
		if choice := kindsDrawn[w[i]]; choice != nil {
			w[i] = rapid.SampledFrom(choice).Draw(t, w[i])
		}
	}
	return strings.Join(w, " ")
}

func drawnSome(t *rapid.T, from []string) []string {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return drawn(t, from) }), 1, 4).Draw(t, "parts")
}

// twins are two servers to which the same is done.
type twins struct {
	t          *rapid.T
	ours, real *player
	done       []string
}

func (p *twins) do(command string) {
	p.same(command, func(said []string) []string { return said })
}

func (p *twins) same(command string, form func([]string) []string) {
	ours, real := form(p.ours.do(command)), form(p.real.do(command))
	p.done = append(p.done, command)
	for _, line := range real {
		p.done = append(p.done, "    "+line)
	}
	if !slices.Equal(ours, real) {
		p.t.Fatalf("%s\n minizk says\n%s", strings.Join(p.done, "\n"), strings.Join(ours, "\n"))
	}
}

func (p *twins) everybody(command string) {
	for _, name := range names3 {
		p.do(name + " " + command)
	}
}

// close closes a session and opens another. ZooKeeper deletes its nodes in the
// order of a Java set, so what watches say of that is compared in no order.
func (p *twins) close(name string) {
	p.everybody("ping")
	p.same(name+" close", sorted)
	for _, other := range names3 {
		if other != name {
			p.same(other+" ping", sorted)
		}
	}
	p.do(name + " eof")
	p.do(name + " connect")
}

func sorted(said []string) []string { return slices.Sorted(slices.Values(said)) }

// reconnect breaks a connection, comes back, and sets watches again.
func (p *twins) reconnect(name string, ago int) {
	p.do(name + " leave")
	p.do(name + " attach " + name)
	seen := max(p.ours.last-p.ours.base-int64(ago), 0)
	p.do(fmt.Sprintf("%s set-watches %+d data=/a,/b exist=/a/x,/a/n-0000000001 children=/,/a,/b", name, seen))
}
