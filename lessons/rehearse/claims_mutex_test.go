package rehearse

import (
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

const mutexLesson = "why-a-mutex-does-not-cross-machines"

// "Both have read 8 left. A writes 7 left at 22.0 s, C writes 7 left at 23.0 s."
func TestMutexTwoMachines(t *testing.T) {
	s := labOf(t, mutexLesson)
	s.play(t, toEnd)
	s.at(t, "A", "released", 1, 2.0)
	s.at(t, "B", "acquired", 1, 2.0)
	s.at(t, "C", "acquired", 1, 21.0)
	s.at(t, "store", "accepted", 3, 22.0)
	s.at(t, "store", "accepted", 4, 23.0)
	reads, writes := bodies[trace.Read](s), bodies[trace.Accepted](s)
	if len(reads) != 4 || reads[2].Value != "8 left" || reads[3].Value != "8 left" {
		t.Errorf("reads came out as %+v", reads)
	}
	if len(writes) != 4 || writes[2].Value != "7 left" || writes[3].Value != "7 left" {
		t.Errorf("writes came out as %+v", writes)
	}
	s.want(t, "mutual-exclusion", check.NotExercised)
}

// "Both lanes are hatched from 0.5 s to 15.5 s. … Nothing is wrong."
func TestMutexPauseStopsBoth(t *testing.T) {
	s := labOf(t, mutexLesson)
	s.play(t, until("B", "waiting"), act("pause A 15s"), until("B", "finished"))
	s.at(t, "B", "paused", 1, 0.5)
	s.at(t, "B", "resumed", 1, 15.5)
	s.want(t, "lost-update", check.Holds)
	s.want(t, "two-believers", check.Holds)
}
