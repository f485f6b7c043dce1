package rehearse

import (
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// "C's lease is over at 20.5 s and D leads. At 30.0 s C gives C2, with token 2. A
// few milliseconds later C knows that it lost leader."
func TestLeaderComesBack(t *testing.T) {
	s := labOf(t, "what-looks-like-a-lock")
	s.play(t, until("C", "worked"), act("pause C 15s"), toEnd)
	s.at(t, "etcd-1", "session-ended", 1, 20.5)
	s.at(t, "C", "resumed", 1, 30.0)
	s.at(t, "C", "lost", 1, 30.0)
	writes := bodies[trace.Accepted](s)
	if len(writes) != 7 || writes[5].Value != "C2" || writes[5].Token != 2 || writes[6].Value != "D3" {
		t.Errorf("accepted writes came out as %+v", writes)
	}
}

// "Where nobody has used a number, a write without one is let through."
func TestLeaderlessWritesPassAStoreThatSawNoToken(t *testing.T) {
	s := labOf(t, "what-looks-like-a-lock")
	s.play(t, act("fencing on"), until("B", "finished"))
	if writes := bodies[trace.Accepted](s); len(writes) != 2 {
		t.Errorf("accepted writes came out as %+v", writes)
	}
	s.want(t, "lost-update", check.Violated)
}
