package rehearse

import (
	"slices"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons"
)

// The tests below hold what the lessons on ZooKeeper and etcd claim beyond
// their goals.

func (s *Learner) mistakes(t *testing.T, names ...string) {
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

// "At 4.3 s A does not know whether its session lives. At 4.7 s it is connected
// again. … At 12.0 s A's session is over; A is told at 12.1 s and stops."
func TestLongPauseCutTwice(t *testing.T) {
	s := labOf(t, "zookeeper-and-the-long-pause")
	s.play(t, until("B", "waiting"), act("cut A zookeeper-1"), until("A", "disconnected"), act("heal"), until("A", "reconnected"))
	s.at(t, "A", "disconnected", 1, 4.3)
	s.at(t, "A", "reconnected", 1, 4.7)
	s.play(t, act("cut A zookeeper-1"), until("B", "acquired"), act("heal"), until("A", "lost"))
	s.at(t, "zookeeper-1", "session-ended", 1, 12.0)
	s.at(t, "A", "lost", 1, 12.1)
	s.want(t, "two-believers", check.Violated)
	s.want(t, "mutual-exclusion", check.Holds)
	s.play(t, toEnd)
	if writes := bodies[trace.Accepted](s); len(writes) != 1 || writes[0].Writer != "B" {
		t.Errorf("accepted writes came out as %+v", writes)
	}
}

// "B writes version 1 with token 6 at 14.0 s. A wakes at 19.7 s and writes
// version 2 with token 4. At the end A is told SessionExpired."
func TestLongPausePaused(t *testing.T) {
	s := labOf(t, "zookeeper-and-the-long-pause")
	s.play(t, until("B", "waiting"), act("cut A zookeeper-1"), until("A", "disconnected"), act("heal"), until("A", "reconnected"), act("pause A 15s"), toEnd)
	s.at(t, "store", "accepted", 1, 14.0)
	s.at(t, "A", "resumed", 1, 19.7)
	writes := bodies[trace.Accepted](s)
	if len(writes) != 2 || writes[0].Token != 6 || writes[1].Token != 4 {
		t.Errorf("accepted writes came out as %+v", writes)
	}
	if released := bodies[trace.Released](s); len(released) != 2 || released[1].Removed {
		t.Errorf("releases came out as %+v", released)
	}
}

// anew deletes the lock's znode, when everybody is done, and lets B write under
// a new one.
var anew = []lessons.Op{
	act(`command zookeeper-1 "delete /lock/job:4471"`), act("acquire B"), {Do: lessons.OpRun, To: "acquired"},
	act(`write B "new"`), {Do: lessons.OpRun, To: "write"},
}

// "B's new znode ends in 0000000000. Its czxid is 14." And with the mistake: "A
// writes with token 1, B with 2. B comes with token 1 and is refused."
func TestLongPauseSequenceBeginsAnew(t *testing.T) {
	s := labOf(t, "zookeeper-and-the-long-pause")
	s.play(t, until("B", "waiting"), act("cut A zookeeper-1"), until("A", "disconnected"), act("heal"), until("A", "reconnected"),
		act("pause A 15s"), until("A", "resumed"), act("fencing on"), toEnd)
	s.play(t, anew...)
	made, granted := bodies[trace.KeySet](s), bodies[trace.Acquired](s)
	if last := made[len(made)-1]; last.Owner != "B" || !strings.HasSuffix(last.Key, "-lock-0000000000") {
		t.Errorf("the last znode came out as %+v", last)
	}
	if last := granted[len(granted)-1]; last.Token != 14 {
		t.Errorf("the last grant came out as %+v", last)
	}

	s.mistakes(t, "sequence-token")
	s.play(t, act("fencing on"), toEnd)
	s.play(t, anew...)
	if refused := bodies[trace.Rejected](s); len(refused) != 1 || refused[0].Writer != "B" || refused[0].Token != 1 || refused[0].Highest != 2 {
		t.Errorf("refused writes came out as %+v", refused)
	}
	s.want(t, "fenced", check.Violated)
}
