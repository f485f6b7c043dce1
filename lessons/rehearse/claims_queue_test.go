package rehearse

import (
	"slices"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// The tests below hold what the lessons on ZooKeeper and etcd claim beyond
// their goals.

func (s *solver) mistakes(t *testing.T, names ...string) {
	t.Helper()
	if err := s.lab.SetMistakes(names); err != nil {
		t.Fatal(err)
	}
}

// C's list has the three names in the order that the lesson prints.
func TestQueueListIsInNoOrder(t *testing.T) {
	s := labOf(t, "a-queue-of-znodes")
	s.play(t, until("C", "waiting"))
	lists := slices.DeleteFunc(bodies[trace.Executed](s), func(e trace.Executed) bool { return !strings.HasPrefix(e.Reply, "[") })
	const want = "[_c_15e54b79874f2f57-lock-0000000002, _c_4b99ba20e88a0f8b-lock-0000000000, _c_c0558c3935d5e329-lock-0000000001]"
	if got := lists[len(lists)-1].Reply; got != want {
		t.Errorf("C lists %s, the lesson says %s", got, want)
	}
}

// "At 9.04 s the watch of B fires, and that is the only message of this kind.
// … C is woken at 11.06 s."
func TestQueueWakesOneAtATime(t *testing.T) {
	s := labOf(t, "a-queue-of-znodes")
	s.play(t, until("C", "acquired"))
	s.at(t, "B", "woken", 1, 9.04)
	s.at(t, "C", "woken", 1, 11.06)
	if fired := bodies[trace.WatchFired](s); len(fired) != 2 || fired[0].Watcher != "B" || fired[1].Watcher != "C" {
		t.Errorf("watches fired: %+v", fired)
	}
}

// "B crashes at 0.42 s, and its session is over at 6.0 s. … At 23.1 s three are
// woken; D was woken at 21.2 s, when E merely came."
func TestQueueMiddleDiesThenHerd(t *testing.T) {
	s := labOf(t, "a-queue-of-znodes")
	s.play(t, until("C", "waiting"), act("crash B"), toEnd)
	s.at(t, "B", "crashed", 1, 0.42)
	s.at(t, "zookeeper-1", "session-ended", 1, 6.0)
	s.at(t, "D", "woken", 1, 21.2)
	s.at(t, "D", "woken", 2, 23.07)
	s.want(t, "mutual-exclusion", check.Holds)
	if herd := s.lab.Verdicts()["herd"]; herd.Count != 3 {
		t.Errorf("one end woke %d, want 3: %s", herd.Count, herd.Text)
	}
}

// "A makes a second znode, number 3, and waits for C. … Orphan names it."
func TestQueueWithoutMark(t *testing.T) {
	s := labOf(t, "a-queue-of-znodes")
	s.mistakes(t, "no-guid")
	fifth := until("zookeeper-1", "executed")
	fifth.N = 5
	second := until("A", "waiting")
	second.N = 2
	s.play(t, fifth, act("cut A zookeeper-1 replies"), until("A", "timed-out"), act("heal"), second)
	waits := bodies[trace.Waiting](s)
	if last := waits[len(waits)-1]; !strings.HasSuffix(last.Behind, "-lock-0000000002") {
		t.Errorf("A waits behind %q, the lesson says behind C", last.Behind)
	}
	s.want(t, "orphan", check.Violated)
}

// "At 9.04 s A's release wakes B and C at once."
func TestQueueAllWatchTheParent(t *testing.T) {
	s := labOf(t, "a-queue-of-znodes")
	s.mistakes(t, "watch-parent")
	s.play(t, until("A", "released"))
	s.at(t, "A", "released", 1, 9.04)
	if herd := s.lab.Verdicts()["herd"]; herd.Count != 2 || herd.Status != check.Violated {
		t.Errorf("herd %s: %s", herd.Status, herd.Text)
	}
}
