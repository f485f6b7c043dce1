package check_test

import (
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

func TestStaleWrite(t *testing.T) {
	judge(t, "stale-write", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"in turn", tell().takes("A", 1, 9).writes("A", 1).gives("A").takes("B", 2, 9).writes("B", 2), check.NotExercised, nil, 0},
		{"twice under one grant", tell().takes("A", 1, 9).writes("A", 1).writes("A", 1), check.NotExercised, nil, 0},
		{"stale", tell().takes("A", 1, 1).takes("B", 2, 9).writes("B", 2).writes("A", 1), check.Violated, []int{3, 6, 8, 10}, 1},
		{"stale twice", tell().takes("A", 1, 1).takes("B", 2, 9).writes("B", 2).writes("A", 1).writes("A", 1), check.Violated, []int{3, 6, 8, 10}, 2},
		{"refused", tell().takes("A", 1, 1).takes("B", 2, 9).writes("B", 2).refused("A", 1), check.Holds, []int{3, 8, 10}, 0},
		{"refused, then accepted", tell().takes("A", 1, 1).takes("B", 2, 9).writes("B", 2).refused("A", 1).writes("A", 1), check.Violated, []int{3, 6, 8, 12}, 1},
		{"older, but nothing newer was used", tell().takes("A", 1, 1).takes("B", 2, 9).writes("A", 1), check.NotExercised, nil, 0},
		{"without tokens", tell().takes("A", 0, 1).takes("B", 0, 9).writes("B", 0).writes("A", 0), check.Violated, []int{3, 6, 8, 10}, 1},
		{"without a lock", tell().takes("B", 2, 9).writes("B", 2).writes("A", 0), check.NotExercised, nil, 0},
		{"after the release", tell().takes("A", 1, 9).gives("A").takes("B", 2, 9).writes("B", 2).writes("A", 0), check.NotExercised, nil, 0},
		{"after a crash, by a new life", tell().takes("A", 1, 9).crashes("A").takes("B", 2, 9).writes("B", 2).writes("A", 0), check.NotExercised, nil, 0},
		{"the same without tokens", tell().takes("A", 0, 9).crashes("A").takes("B", 0, 9).writes("B", 0).writes("A", 0), check.NotExercised, nil, 0},
		{"after the release, without tokens", tell().takes("A", 0, 9).gives("A").takes("B", 0, 9).writes("B", 0).writes("A", 0), check.NotExercised, nil, 0},
		{
			"sent before the crash",
			tell().takes("A", 1, 9).send("A", "write").crashes("A").takes("B", 2, 9).writes("B", 2).accepts("A", 1),
			check.Violated, []int{3, 8, 10, 11}, 1,
		},
		{
			"sent before the release",
			tell().takes("A", 1, 9).send("A", "write").releases("A").takes("B", 2, 9).writes("B", 2).accepts("A", 1),
			check.Violated, []int{3, 8, 10, 11}, 1,
		},
		{
			"the client knew that it had lost the lock",
			tell().takes("A", 1, 1).add("A", trace.LostLock{}).takes("B", 2, 9).writes("B", 2).writes("A", 1),
			check.Violated, []int{3, 7, 9, 11}, 1,
		},
		{
			"the older grant was learned of later",
			tell().send("A", "set").executes("A").takes("B", 2, 9).writes("B", 2).learns("A", 1, 1).writes("A", 1),
			check.Violated, []int{5, 7, 8, 10}, 1,
		},
		{
			"the newer grant was learned of earlier, and is no older for it",
			tell().send("A", "set").executes("A").takes("B", 2, 9).learns("A", 1, 1).writes("A", 1).writes("B", 2),
			check.NotExercised, nil, 0,
		},
		{
			"a copy of an old write, when its writer has a new grant",
			tell().takes("A", 1, 1).writes("A", 1).gives("A").takes("B", 2, 1).writes("B", 2).gives("B").takes("A", 3, 9).copies("A").accepts("A", 1),
			check.Violated, []int{3, 11, 13, 21}, 1,
		},
		{
			"the same without tokens",
			tell().takes("A", 0, 1).writes("A", 0).gives("A").takes("B", 0, 1).writes("B", 0).gives("B").takes("A", 0, 9).copies("A").accepts("A", 0),
			check.Violated, []int{3, 11, 13, 21}, 1,
		},
		{
			"a newer write, whose writer's request was carried out as a copy first",
			tell().send("A", "set").again("A", "set").executes("A").takes("B", 2, 9).writes("B", 2).
				add("redis-1", trace.Executed{Msg: 1, From: "A", Reply: "(nil)"}).
				add("A", trace.Acquired{Token: 1, Votes: []int{1}}).writes("A", 1),
			check.Violated, []int{6, 8, 10, 12}, 1,
		},
		{
			"a copy of an old write, when its writer has no grant",
			tell().takes("A", 1, 1).writes("A", 1).gives("A").takes("B", 2, 1).writes("B", 2).copies("A").accepts("A", 1),
			check.Violated, []int{3, 11, 13, 15}, 1,
		},
	})
}

// A client whose key in the service's queue has gone has no grant, whatever it
// believes.
func TestStaleWriteFromAQueue(t *testing.T) {
	judge(t, "stale-write", []verdict{
		{
			"of a client whose key in the queue was gone when it took the lock",
			tell().queues("A", 1).queues("B", 2).leaves("A").takes("B", 2, 9).takes("A", 1, 9).writes("B", 2).writes("A", 1),
			check.Violated, []int{6, 9, 11, 13}, 1,
		},
		{
			"of a client whose key went after it had the lock, when nothing newer was used",
			tell().queues("A", 1).queues("B", 2).takes("A", 1, 9).leaves("A").takes("B", 2, 9).writes("A", 1).writes("B", 2),
			check.NotExercised, nil, 0,
		},
		{
			"of a client that has joined the queue again",
			tell().queues("A", 1).leaves("A").queues("B", 2).takes("B", 2, 9).writes("B", 2).gives("B").queues("A", 3).takes("A", 3, 9).writes("A", 3),
			check.NotExercised, nil, 0,
		},
	})
}

func TestFenced(t *testing.T) {
	judge(t, "fenced", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"accepted", tell().takes("A", 1, 9).writes("A", 1), check.NotExercised, nil, 0},
		{"one", tell().takes("A", 1, 1).takes("B", 2, 9).writes("B", 2).refused("A", 1), check.Holds, []int{10}, 1},
		{"two", tell().takes("A", 1, 1).takes("B", 2, 9).writes("B", 2).refused("A", 1).refused("A", 1), check.Holds, []int{10, 12}, 2},
		{"tokens ran backwards", tell().takes("A", 5, 9).writes("A", 5).gives("A").takes("B", 1, 9).refused("B", 1), check.Violated, []int{11, 13}, 1},
		{"without a lock", tell().takes("A", 5, 9).writes("A", 5).refused("B", 0), check.Holds, []int{7}, 1},
		{"after its own release", tell().takes("A", 5, 9).writes("A", 5).gives("A").refused("A", 0), check.Holds, []int{10}, 1},
		{
			"a copy of an old write, when its writer has a new grant",
			tell().takes("A", 1, 1).writes("A", 1).gives("A").takes("B", 2, 1).writes("B", 2).gives("B").takes("A", 3, 9).copies("A").rejects("A", 1),
			check.Holds, []int{21}, 1,
		},
		{
			"the older grant was learned of later",
			tell().send("A", "set").executes("A").takes("B", 2, 9).writes("B", 2).learns("A", 1, 1).refused("A", 1),
			check.Holds, []int{10}, 1,
		},
		{
			"of a client whose key in the queue was gone when it took the lock",
			tell().queues("A", 1).queues("B", 2).leaves("A").takes("B", 2, 9).takes("A", 1, 9).writes("B", 2).refused("A", 1),
			check.Holds, []int{13}, 1,
		},
	})
}

func TestForeignRelease(t *testing.T) {
	judge(t, "foreign-release", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"held", tell().takes("A", 1, 9), check.NotExercised, nil, 0},
		{"its own", tell().takes("A", 1, 9).gives("A"), check.Holds, []int{6}, 0},
		{"its own, and never learned of it", tell().takes("A", 1, 9).releases("A").deletes("A", "A").crashes("A"), check.Holds, []int{5}, 0},
		{"nothing, since it had expired", tell().takes("A", 1, 1).expires("A").releases("A").released("A"), check.Holds, []int{6}, 0},
		{"not done yet", tell().takes("A", 1, 9).releases("A"), check.NotExercised, nil, 0},
		{"another's", tell().takes("A", 1, 1).expires("A").takes("B", 2, 9).releases("A").deletes("A", "B"), check.Violated, []int{8, 9}, 0},
		{"another's twice", tell().takes("A", 1, 1).takes("B", 2, 9).releases("A").deletes("A", "B").releases("A").deletes("A", "B"), check.Violated, []int{7, 8}, 0},
		{"expired is not released", tell().takes("A", 1, 1).releases("A").expires("B"), check.NotExercised, nil, 0},
		{"lost is not released", tell().takes("A", 1, 1).releases("A").add("redis-1", trace.KeyGone{Owner: "B", Why: trace.Lost}), check.NotExercised, nil, 0},
		{"a stranger's DEL is no release", tell().takes("A", 1, 9).deletes("redis-cli", "A"), check.NotExercised, nil, 0},
	})
}
