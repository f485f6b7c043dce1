package rehearse

import (
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// The tests below hold what "etcd: lease, lock, revision" claims beyond its
// goals.

const etcdLesson = "etcd-lease-lock-revision"

// "At 8.04 s B believes it holds job:4471 with token 3. … The inspector has
// both numbers, revision 7 and create=3."
func TestEtcdThreeNumbers(t *testing.T) {
	s := labOf(t, etcdLesson)
	s.play(t, until("B", "acquired"))
	s.at(t, "B", "acquired", 1, 8.04)
	answered := bodies[trace.Executed](s)
	if last := answered[len(answered)-1].Reply; last != "revision 7: lock/job:4471/2 create=3" {
		t.Errorf("the last answer is %q", last)
	}
	granted := bodies[trace.Acquired](s)
	if last := granted[len(granted)-1]; last.Token != 3 {
		t.Errorf("B's token is %d, want 3", last.Token)
	}
}

// "Its lease is over at 12.5 s. B, C and D write versions 1 to 3. At 23.0 s A
// writes version 4, with token 2."
func TestEtcdSameStore(t *testing.T) {
	s := labOf(t, etcdLesson)
	s.play(t, until("A", "worked"), act("pause A 15s"), toEnd)
	s.at(t, "etcd-1", "session-ended", 1, 12.5)
	s.at(t, "store", "accepted", 4, 23.0)
	if writes := bodies[trace.Accepted](s); len(writes) != 4 || writes[3].Writer != "A" || writes[3].Token != 2 {
		t.Errorf("accepted writes came out as %+v", writes)
	}
	s.want(t, "mutual-exclusion", check.Holds)
	s.want(t, "stale-write", check.Violated)
}

// "The write is refused from the moment at which the lock ends. … B, C and D
// write versions 1 to 3." A's release finds nothing, and is no error.
func TestEtcdOwnerIsAsked(t *testing.T) {
	s := labOf(t, etcdLesson)
	s.play(t, until("A", "worked"), act("pause A 15s"), until("B", "acquired"), act("fencing on"), act("resume A"), toEnd)
	if refused := bodies[trace.Rejected](s); len(refused) != 1 || refused[0].Writer != "A" || refused[0].Highest != 0 {
		t.Errorf("refused writes came out as %+v", refused)
	}
	if writes := bodies[trace.Accepted](s); len(writes) != 3 || writes[2].Writer != "D" || writes[2].Version != 3 {
		t.Errorf("accepted writes came out as %+v", writes)
	}
	if released := bodies[trace.Released](s); released[0].Removed {
		t.Error("A's release removed something")
	}
	s.want(t, "stale-write", check.NotExercised)
}

// "C believes it holds job:4471 with token 4, promised until 4.4 s. C writes
// version 3 over D's. At 15.6 s B gets nothing, and begins again. Herd says 2."
func TestEtcdWaitersStandStill(t *testing.T) {
	s := labOf(t, etcdLesson)
	asleep := func() { s.play(t, until("D", "waiting"), act("pause B 15s"), act("pause C 10s")) }
	asleep()
	s.play(t, toEnd)
	s.at(t, "C", "acquired", 1, 10.6)
	s.at(t, "B", "resumed", 1, 15.6)
	granted := bodies[trace.Acquired](s)
	if c := granted[2]; c.Token != 4 || !strings.HasPrefix(c.Until.String(), "4.4") {
		t.Errorf("C's grant came out as %+v", c)
	}
	if writes := bodies[trace.Accepted](s); len(writes) != 4 || writes[2].Writer != "C" || writes[2].ReadVersion != 1 {
		t.Errorf("accepted writes came out as %+v", writes)
	}
	s.want(t, "stale-write", check.Violated)
	s.want(t, "lost-update", check.Violated)
	if herd := s.lab.Verdicts()["herd"]; herd.Count != 2 {
		t.Errorf("one end woke %d, want 2: %s", herd.Count, herd.Text)
	}

	s.play(t, resetOp)
	asleep()
	s.play(t, act("fencing on"), toEnd)
	if refused := bodies[trace.Rejected](s); len(refused) != 1 || refused[0].Writer != "C" {
		t.Errorf("refused writes came out as %+v", refused)
	}
	s.want(t, "lost-update", check.Holds)
	s.want(t, "fenced", check.Holds)
}

// "All four have the lock within 0.7 s, each with token 2, and there is one key. B is done first, at 2.2 s. Its release
// removes that key. … Lost update says 3."
func TestEtcdSharedSession(t *testing.T) {
	s := labOf(t, etcdLesson)
	s.mistakes(t, "shared-session")
	s.play(t, until("D", "acquired"))
	for _, g := range bodies[trace.Acquired](s) {
		if g.Token != 2 {
			t.Errorf("a grant has token %d, want 2", g.Token)
		}
	}
	if at := s.seen(t, "D", "acquired", 1); at > 700_000_000 {
		t.Errorf("D has the lock at %s", at)
	}
	s.play(t, toEnd)
	s.at(t, "etcd-1", "key-gone", 1, 2.2)
	if gone := bodies[trace.KeyGone](s); len(gone) != 1 || gone[0].Owner != "A" || gone[0].By != "B" {
		t.Errorf("keys went as %+v", gone)
	}
	if lost := s.lab.Verdicts()["lost-update"]; lost.Count != 3 {
		t.Errorf("lost updates: %s", lost.Text)
	}
}
