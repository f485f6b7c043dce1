package lock_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
	"github.com/lockviz/lockviz/engine/trace"
)

// sourceLine is the line of the code panel at a position.
func sourceLine(t *testing.T, at trace.Pos) string {
	t.Helper()
	source, err := lock.Source.ReadFile(at.File)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(source), "\n")
	if at.Line < 1 || at.Line > len(lines) {
		t.Fatalf("%s has no line %d", at.File, at.Line)
	}
	return strings.TrimSpace(lines[at.Line-1])
}

// wholeProgram does everything that a client can do, twice.
func wholeProgram(c *lock.Client) {
	s := lock.Store{Lane: "store", Object: "file"}
	for range 2 {
		g, _ := theLock.Acquire(c)
		state, _ := s.Read(c)
		lock.Work(c, 2*time.Second)
		s.Write(c, store.Write{Token: g.Token, Value: c.Name, ReadVersion: state.Version}, nil)
		theLock.Release(c, g)
	}
}

// The panel shows the line on which a client stands. Wherever that is, it is one
// that says, asks or waits: the panel does not drift from the code.
func TestPositionsAreLinesThatTakeTime(t *testing.T) {
	l := newLab(t)
	l.run("A", wholeProgram)
	l.run("B", wholeProgram)
	l.until(time.Second)
	l.hosts["A"].Pause(15 * time.Second)
	l.net.Cut(sim.Link{From: "redis-1", To: "B"})
	l.until(5 * time.Second)
	l.net.Heal(func(sim.Link) bool { return true })
	l.toEnd()

	seen := map[string]bool{}
	for _, e := range l.k.Log().Since(0) {
		if e.Pos == nil {
			continue
		}
		line := sourceLine(t, *e.Pos)
		seen[line] = true
		if !takesTime(line) {
			t.Errorf("%s stands at %s:%d, which is %q", e.Body.Kind(), e.Pos.File, e.Pos.Line, line)
		}
	}
	for _, want := range []string{"c.Acquired(", `c.Ask(node, "SET"`, `c.Ask(node, "EVAL", drawToken`, `c.Ask(node, "EVAL", release`, "c.Sleep(d)", "c.Say(trace.Wrote{"} {
		if !contains(seen, want) {
			t.Errorf("nobody ever stood at %q", want)
		}
	}
}

func takesTime(line string) bool {
	for _, call := range []string{"c.Ask(", "c.ask(", "c.Say(", "c.Acquired(", "c.Sleep(", "c.WaitAbout("} {
		if strings.Contains(line, call) {
			return true
		}
	}
	return false
}

func contains(lines map[string]bool, part string) bool {
	for line := range lines {
		if strings.Contains(line, part) {
			return true
		}
	}
	return false
}

// Each kind of event is recorded on the line that says so.
func TestEventsAreSaidWhereTheyHappen(t *testing.T) {
	l := newLab(t)
	l.run("A", wholeProgram)
	l.toEnd()
	for _, e := range l.k.Log().Since(0) {
		switch e.Body.(type) {
		case trace.Releasing, trace.Released, trace.Read, trace.Worked, trace.Wrote:
			if line := sourceLine(t, *e.Pos); !strings.Contains(line, fmt.Sprintf("c.Say(%T{", e.Body)) {
				t.Errorf("%s is said at %q", e.Body.Kind(), line)
			}
		}
	}
}

// A client that is paused between two lines stands on the first of them.
func TestWhereAPausedClientStands(t *testing.T) {
	l := newLab(t)
	a := l.run("A", wholeProgram)
	l.until(3 * ms)
	a.Pause(0)
	events := l.k.Log().Since(0)
	if line := sourceLine(t, *events[len(events)-1].Pos); !strings.HasPrefix(line, `return c.Ask(node, "SET"`) {
		t.Errorf("it stands at %q", line)
	}
}

func TestNobodyStandsOutsideOfAClient(t *testing.T) {
	if at := lock.Where(); at != nil {
		t.Errorf("this test stands at %+v", at)
	}
}

func TestFilesAreThere(t *testing.T) {
	for _, kind := range scenario.Kinds {
		files := lock.Files(kind.Kind)
		if kind.Served && len(files) == 0 {
			t.Errorf("there is no source to show for a %s lock", kind.Kind)
		}
		for _, name := range files {
			if source, err := lock.Source.ReadFile(name); err != nil || len(source) == 0 {
				t.Errorf("%s: %d bytes, %v", name, len(source), err)
			}
		}
	}
}

func TestStepsAtTheStore(t *testing.T) {
	l := newLab(t)
	l.store.Fencing = true
	s := lock.Store{Lane: "store", Object: "file"}
	l.run("A", func(c *lock.Client) {
		for _, w := range []store.Write{{Value: "plain"}, {Token: 34, Value: "new"}, {Token: 33, Value: "stale"}} {
			if err := s.Write(c, w, nil); err != nil {
				t.Error(err)
			}
		}
		if state, err := s.Read(c); err != nil || state.Value != "new" || state.Version != 2 {
			t.Errorf("read %+v, %v", state, err)
		}
		l.net.Cut(sim.Link{From: "store", To: "A"})
		if _, err := s.Read(c); !lock.MayHaveHappened(err) {
			t.Errorf("reading got %v", err)
		}
		if err := s.Write(c, store.Write{Token: 35, Value: "unheard"}, nil); !lock.MayHaveHappened(err) {
			t.Errorf("writing got %v", err)
		}
	})
	l.toEnd()
	var texts []string
	for _, m := range said[trace.Sent](l, "A") {
		texts = append(texts, m.Text)
	}
	want := []string{`write file = "plain"`, `write file = "new" token 34`, `write file = "stale" token 33`, "read file", "read file", `write file = "unheard" token 35`}
	if strings.Join(texts, "; ") != strings.Join(want, "; ") {
		t.Errorf("sent %q", texts)
	}
	var accepted []bool
	for _, w := range said[trace.Wrote](l, "A") {
		accepted = append(accepted, w.Accepted)
	}
	if len(accepted) != 3 || !accepted[0] || !accepted[1] || accepted[2] {
		t.Errorf("accepted %v", accepted)
	}
}

// Work is a sleep: a pause that lasts longer postpones its end to its own.
func TestAPausePostponesTheEndOfWork(t *testing.T) {
	l := newLab(t)
	a := l.run("A", func(c *lock.Client) { lock.Work(c, 2*time.Second) })
	l.until(time.Second)
	a.Pause(10 * time.Second)
	l.toEnd()
	events := l.k.Log().Since(0)
	if last := events[len(events)-1]; last.Body != (trace.Worked{For: 2 * time.Second}) || last.At != trace.Time(11*time.Second) {
		t.Errorf("got %+v", last)
	}
}

func TestNothingIsLeftOfAClient(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	l := labOn(nil, 1, 2*ms, 2*ms)
	l.run("A", wholeProgram)
	l.until(ms)
	l.k.Close()
}
