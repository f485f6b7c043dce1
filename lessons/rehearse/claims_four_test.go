package rehearse

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// four are the locks of the page "One screen, four locks", and what "Which one
// to reach for" says of each.
var four = []struct {
	kind   string
	server string       // whose clock the page sets
	dead   float64      // seconds at which B has the lock when A has died
	clock  check.Status // two-believers, when the clock was set
	fenced check.Status // stale-write, when the store checks tokens
}{
	{"redis", "redis-1", 11.7, check.Violated, check.Holds},
	{"redlock", "redis-3", 10.1, check.Holds, check.Violated},
	{"etcd", "etcd-1", 10.5, check.Holds, check.Holds},
	{"zookeeper", "zookeeper-1", 12.0, check.Holds, check.Holds},
}

// onPage opens one of the page's labs, a second after its beginning.
func onPage(t *testing.T, kind string, first ...lessons.Op) *Learner {
	t.Helper()
	name := filepath.Join("..", "..", "internal", "web", "four", kind+".yaml")
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scenario.Parse(name, source)
	if err != nil {
		t.Fatal(err)
	}
	lab, err := engine.Open(sc)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(lab.Close)
	s := &Learner{lab: lab}
	s.play(t, first...)
	s.play(t, lessons.Op{Do: lessons.OpAdvance, By: 1e9})
	return s
}

func TestFourLocksWhenTheHolderDies(t *testing.T) {
	for _, l := range four {
		s := onPage(t, l.kind)
		s.play(t, act("crash A"), toEnd)
		s.at(t, "B", "acquired", 1, l.dead)
		s.want(t, "two-believers", check.Holds)
	}
}

func TestFourLocksWhenTheClockIsSet(t *testing.T) {
	for _, l := range four {
		s := onPage(t, l.kind)
		s.play(t, act("jump "+l.server+" +12s"), toEnd)
		s.want(t, "two-believers", l.clock)
		s.want(t, "mutual-exclusion", l.clock)
	}
}

func TestFourLocksWhenTheHolderStandsStill(t *testing.T) {
	for _, l := range four {
		s := onPage(t, l.kind)
		s.play(t, act("pause A 15s"), toEnd)
		s.want(t, "stale-write", check.Violated)
		s.want(t, "mutual-exclusion", check.Holds)

		s = onPage(t, l.kind, act("fencing on"))
		s.play(t, act("pause A 15s"), toEnd)
		s.want(t, "stale-write", l.fenced)
	}
}

// "B writes at 12.5 s, A at 17.0 s. … Pause A earlier, right after its grant, and
// A does not write in etcd and ZooKeeper."
func TestWhichOneFinePoint(t *testing.T) {
	s := labOf(t, "which-one-to-reach-for")
	s.play(t, until("A", "worked"), act("pause A 15s"), toEnd)
	s.at(t, "store", "accepted", 1, 12.5)
	s.at(t, "store", "accepted", 2, 17.0)
	for _, kind := range []string{"etcd", "zookeeper"} {
		s := onPage(t, kind, until("A", "acquired"), act("pause A 15s"), toEnd)
		if writes := bodies[trace.Accepted](s); len(writes) != 1 || writes[0].Writer != "B" {
			t.Errorf("%s: accepted writes came out as %+v", kind, writes)
		}
	}
}
