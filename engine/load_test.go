package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
)

// simple is a small scenario of a kind of lock.
func simple(t testing.TB, kind scenario.LockKind) scenario.Scenario {
	t.Helper()
	text := "seed: 3\nlock: {kind: " + string(kind) + "}\nclients: {X: {steps: [acquire, write, release]}, Y: {steps: [acquire, write, release]}}\n"
	sc, err := scenario.Parse("simple.yaml", []byte(text))
	must(t, err)
	return sc
}

// A lab that loads a scenario is as one that was opened on it, whatever it was
// before and whatever was done there.
func TestALoadedLabIsAsOneOpened(t *testing.T) {
	lab, err := OpenOn(shared, pauseNobodySees(false))
	must(t, err)
	defer lab.Close()
	for _, kind := range []scenario.LockKind{scenario.Redlock, scenario.Etcd, scenario.ZooKeeper, scenario.RedisReplica, scenario.Redis} {
		must(t, lab.Reset())
		must(t, lab.Step())
		must(t, lab.Step())
		must(t, lab.Act(1, "pause "+lab.Lanes()[0].ID+" 1s"))
		before := lab.Generation()
		must(t, lab.Load(simple(t, kind)))
		if lab.Generation() <= before || lab.Head().Seq != 0 || len(lab.Branches()) != 1 {
			t.Errorf("%s: generation %d after %d, %+v, %d branches", kind, lab.Generation(), before, lab.Head(), len(lab.Branches()))
		}
		runToEnd(t, lab)
		fresh, err := OpenOn(shared, simple(t, kind))
		must(t, err)
		runToEnd(t, fresh)
		if a, b := state(lab), state(fresh); a != b {
			t.Errorf("%s: %s", kind, firstDifference(a, b))
		}
		fresh.Close()
	}
}

// What cannot be opened leaves the lab as it was, log and servers.
func TestALoadThatFailsChangesNothing(t *testing.T) {
	occupied := filepath.Join(t.TempDir(), "a-file")
	must(t, os.WriteFile(occupied, nil, 0o600))
	b := NewBackends(BackendOptions{EtcdDir: occupied})
	defer b.Close()
	lab, err := OpenOn(b, pauseNobodySees(false))
	must(t, err)
	defer lab.Close()
	must(t, lab.Run(ToAcquired))
	before, lanes, generation := state(lab), lab.Lanes(), lab.Generation()
	if err := lab.Load(simple(t, scenario.Etcd)); err == nil || !strings.Contains(err.Error(), "etcd does not start") {
		t.Fatalf("loaded: %v", err)
	}
	if state(lab) != before || lab.Generation() != generation || lab.Lanes()[2] != lanes[2] {
		t.Error("the lab is not as it was:\n" + firstDifference(before, state(lab)))
	}
	runToEnd(t, lab)
}

// Strangers are heard by the new servers, and no longer by the old.
func TestStrangersFollowALoad(t *testing.T) {
	lab := open(t, pauseNobodySees(false))
	on := attended(t, lab)
	old, ctx := stranger(t, lab), context.Background()
	must(t, old.Do(ctx, "SET", "k", "old").Err())
	on(func() { must(t, lab.Load(simple(t, scenario.Redis))) })
	if err := old.Do(ctx, "SET", "k", "late").Err(); err == nil {
		t.Error("the old server still answers")
	}
	must(t, stranger(t, lab).Do(ctx, "SET", "k", "new").Err())
	on(func() {
		if s := state(lab); !strings.Contains(s, "SET k new") || strings.Contains(s, "SET k old") {
			t.Error("the log is\n" + s)
		}
	})
}
