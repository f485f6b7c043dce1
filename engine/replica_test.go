package engine

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// pair is a lab with a primary, its replica and one client, whose lock has been
// taken and whose copies are under way.
func pair(t *testing.T, script ...string) *Lab {
	sc := pauseNobodySees(false)
	sc.Lock.Kind, sc.Lock.Lag = scenario.RedisReplica, scenario.Span{Min: ms(50), Max: ms(50)}
	sc.Clients, sc.Script = sc.Clients[:1], nil
	l := open(t, sc)
	for _, text := range script {
		must(t, l.Act(l.Head().Seq, text))
	}
	must(t, l.Run(ToAcquired))
	return l
}

// said lists the events of some kinds on a lane, in words.
func said(l *Lab, lane string, kinds ...trace.Kind) (words []string) {
	for _, e := range l.Events(0) {
		for _, kind := range kinds {
			if e.Lane == lane && e.Body.Kind() == kind {
				words = append(words, string(kind)+" "+e.Body.Say())
			}
		}
	}
	return words
}

// A change that a slow replica has not carried out when it becomes the primary
// is lost: nothing of the old primary is done after that.
func TestAPrimaryTakesNoChangesOfTheOneBefore(t *testing.T) {
	l := pair(t, "slow redis-2 300ms")
	must(t, l.Advance(ms(100)))
	must(t, l.Act(l.Head().Seq, "failover"))
	must(t, l.Advance(time.Second))
	if done := said(l, "redis-2", "executed", "key-set"); len(done) > 0 {
		t.Errorf("the new primary carried out changes of the old: %v", done)
	}
	if lost := said(l, "redis-2", "dropped"); len(lost) != 2 {
		t.Errorf("lost: %v, want both changes", lost)
	}
}

// Replication is one stream: when a change of it is lost, the replica is
// synchronized in full, and WAIT does not count what it has not got.
func TestAGapInTheStreamIsMended(t *testing.T) {
	l := pair(t)
	must(t, l.Act(l.Head().Seq, "drop #2"))
	must(t, l.Advance(ms(200)))
	if set := said(l, "redis-2", "key-set"); len(set) != 1 {
		t.Errorf("the replica has %v, want the lock's key\n%s", set, trace.Text(l.Events(0)))
	}
	if r := l.world.stream; r.copied != r.sent {
		t.Errorf("copied %d of %d changes", r.copied, r.sent)
	}
}
