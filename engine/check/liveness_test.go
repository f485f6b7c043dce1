package check_test

import (
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// sets is a key that came to be on a server, until some seconds from now; 0: for
// ever.
func (s *story) sets(server, owner string, seconds int) *story {
	body := trace.KeySet{Key: "k", Owner: owner}
	if seconds > 0 {
		body.Until = s.now.Add(time.Duration(1+seconds) * time.Second)
	}
	return s.add(server, body)
}

func (s *story) gone(server, owner, why string) *story {
	return s.add(server, trace.KeyGone{Key: "k", Owner: owner, Why: why})
}

func (s *story) starts(client string) *story   { return s.add(client, trace.Started{}) }
func (s *story) finishes(client string) *story { return s.add(client, trace.Finished{}) }
func (s *story) waits(client string) *story    { return s.add(client, trace.Waiting{For: time.Second}) }
func (s *story) asks(client string) *story {
	return s.add(client, trace.Step{Index: 1, Step: "acquire"})
}

func (s *story) fails(client string) *story {
	return s.add(client, trace.Failed{Step: "acquire", Why: "it took too long"})
}

// update is an accepted write of a version, by one who had read another.
func (s *story) update(client string, version, read int) *story {
	return s.add("store", trace.Accepted{Writer: client, Version: version, ReadVersion: read})
}

func TestLostUpdate(t *testing.T) {
	judge(t, "lost-update", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"one write", tell().update("A", 1, 0), check.NotExercised, nil, 0},
		{"each had read the last", tell().update("A", 1, 0).update("B", 2, 1).update("A", 3, 2), check.Holds, []int{3}, 0},
		{"B had not read A's", tell().update("A", 1, 0).update("B", 2, 0), check.Violated, []int{1, 2}, 1},
		{"twice", tell().update("A", 1, 0).update("B", 2, 0).update("A", 3, 1), check.Violated, []int{1, 2}, 2},
		{"its own last write it need not read", tell().update("A", 1, 0).update("A", 2, 0), check.Holds, []int{2}, 0},
		{"another's before its own last write", tell().update("A", 1, 0).update("B", 2, 1).update("A", 3, 0), check.Violated, []int{2, 3}, 1},
		{"its own next write loses nothing more", tell().update("A", 1, 0).update("B", 2, 0).update("B", 3, 0), check.Violated, []int{1, 2}, 1},
		{"it read something later than it replaces", tell().update("A", 1, 0).update("B", 2, 7), check.Holds, []int{2}, 0},
	})
}

func TestOrphan(t *testing.T) {
	judge(t, "orphan", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"held", tell().starts("A").sets("redis-1", "A", 9), check.NotExercised, nil, 0},
		{"expired", tell().starts("A").sets("redis-1", "A", 9).crashes("A").expires("A"), check.Holds, []int{4}, 0},
		{"for ever, and its owner there", tell().starts("A").sets("redis-1", "A", 0), check.NotExercised, nil, 0},
		{"for ever, and its owner crashed", tell().starts("A").sets("redis-1", "A", 0).crashes("A"), check.Violated, []int{2, 3}, 0},
		{"for ever, and its owner has finished", tell().starts("A").sets("redis-1", "A", 0).finishes("A"), check.Violated, []int{2, 3}, 0},
		{"the expiry came in time", tell().starts("A").sets("redis-1", "A", 0).sets("redis-1", "A", 9).crashes("A"), check.NotExercised, nil, 0},
		{"the expiry was on its way when its owner crashed", tell().starts("A").sets("redis-1", "A", 0).crashes("A").sets("redis-1", "A", 9).expires("A"), check.Holds, []int{5}, 0},
		{"set after its owner had crashed", tell().starts("A").crashes("A").sets("redis-1", "A", 0), check.Violated, []int{2, 3}, 0},
		{"set by a new life", tell().starts("A").crashes("A").starts("A").sets("redis-1", "A", 0), check.NotExercised, nil, 0},
		{"a new life does not remove it", tell().starts("A").sets("redis-1", "A", 0).crashes("A").starts("A"), check.Violated, []int{2, 3}, 0},
		{"the node lost it", tell().starts("A").sets("redis-1", "A", 0).gone("redis-1", "A", trace.Lost).crashes("A"), check.NotExercised, nil, 0},
	})
}

func TestProgress(t *testing.T) {
	judge(t, "progress", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"one waits", tell().asks("A").waits("A"), check.NotExercised, nil, 0},
		{"it got it", tell().asks("A").waits("A").learns("A", 1, 9), check.Holds, []int{3}, 0},
		{"it asked, and crashed", tell().asks("A").waits("A").crashes("A"), check.NotExercised, nil, 0},
		{"another waits yet", tell().asks("A").learns("A", 1, 9).asks("B").waits("B"), check.NotExercised, nil, 0},
		{"it asked, and gave up", tell().asks("A").learns("A", 1, 9).asks("B").waits("B").fails("B").finishes("B"), check.Holds, []int{2}, 0},
		{"it asked and gave up, and nobody got it", tell().asks("B").waits("B").fails("B"), check.NotExercised, nil, 0},
		{"the other crashed", tell().asks("A").learns("A", 1, 9).asks("B").waits("B").crashes("B"), check.Holds, []int{2}, 0},
		{
			"it waits for a lock that nobody will release",
			tell().starts("A").sets("redis-1", "A", 0).crashes("A").asks("B").waits("B"),
			check.Violated, []int{2, 3, 4, 5}, 0,
		},
		{
			"it waits for a lock that will expire",
			tell().starts("A").sets("redis-1", "A", 9).crashes("A").asks("B").waits("B"),
			check.NotExercised, nil, 0,
		},
		{
			"the orphan is on a primary that nobody asks any more",
			tell().starts("A").sets("redis-1", "A", 0).crashes("A").add("redis-2", trace.Promoted{From: "redis-1"}).asks("B").waits("B"),
			check.NotExercised, nil, 0,
		},
	})
}

// votes is one node carrying out a client's SET: request msg.
func (s *story) votes(client, node string, msg int) *story {
	return s.add(node, trace.Executed{Msg: msg, From: client, Reply: "OK"})
}

// counts is a client that learns of a grant by several votes, of which two were
// enough, promised for some seconds from now.
func (s *story) counts(client string, seconds int, votes ...int) *story {
	return s.add(client, trace.Acquired{Until: s.now.Add(time.Duration(1+seconds) * time.Second), Votes: votes, Needed: 2})
}

func (s *story) extends(client string, seconds int, votes ...int) *story {
	return s.add(client, trace.Extended{Until: s.now.Add(time.Duration(1+seconds) * time.Second), Votes: votes})
}

// A grant by several votes is made by the last vote that was needed.
func TestMutualExclusionOfVotes(t *testing.T) {
	three := func() *story {
		return tell().votes("A", "redis-1", 1).votes("A", "redis-2", 2).counts("A", 3, 1, 2)
	}
	judge(t, "mutual-exclusion", []verdict{
		{
			"after the promise", // A's ends with second 6
			three().add("lab", trace.Action{}).add("lab", trace.Action{}).add("lab", trace.Action{}).
				votes("B", "redis-1", 3).votes("B", "redis-2", 4).counts("B", 9, 3, 4),
			check.Holds, []int{8}, 0,
		},
		{
			"one vote in the promise, the one that was needed after it",
			three().add("lab", trace.Action{}).votes("B", "redis-3", 3).add("lab", trace.Action{}).votes("B", "redis-1", 4).counts("B", 9, 3, 4),
			check.Holds, []int{7}, 0,
		},
		{
			"the vote that was needed in the promise, and one more after it",
			three().votes("B", "redis-3", 3).votes("B", "redis-1", 4).add("lab", trace.Action{}).votes("B", "redis-2", 5).counts("B", 9, 3, 4, 5),
			check.Violated, []int{2, 3, 5, 8}, 0,
		},
		{
			"in an extended promise",
			three().votes("A", "redis-1", 3).votes("A", "redis-2", 4).extends("A", 9, 3, 4).
				add("lab", trace.Action{}).votes("B", "redis-3", 5).votes("B", "redis-1", 6).counts("B", 9, 5, 6),
			check.Violated, []int{5, 6, 9, 10}, 0,
		},
		{
			"the extended promise ended by its release",
			three().votes("A", "redis-1", 3).votes("A", "redis-2", 4).extends("A", 9, 3, 4).releases("A").
				votes("B", "redis-3", 5).votes("B", "redis-1", 6).counts("B", 9, 5, 6),
			check.Holds, []int{9}, 0,
		},
		{
			"the extension of a promise is none of another",
			three().votes("A", "redis-1", 3).votes("A", "redis-2", 4).extends("A", 9, 3, 4),
			check.NotExercised, nil, 0,
		},
	})
}

// A client that tidies up after a failed attempt can remove another's lock, too.
func TestForeignReleaseWhileTidyingUp(t *testing.T) {
	judge(t, "foreign-release", []verdict{
		{"its own", tell().starts("A").deletes("A", "A"), check.Holds, []int{2}, 0},
		{"another's, in a failed attempt", tell().starts("A").takes("B", 1, 9).deletes("A", "B"), check.Violated, []int{5}, 0},
		{"another's, by a stranger", tell().takes("B", 1, 9).deletes("stranger", "B"), check.NotExercised, nil, 0},
	})
}

// on makes a client's grant one of a session.
func (s *story) on(session, client string) *story {
	return s.add(client, trace.Acquired{Until: s.now.Add(9 * time.Second), Session: session})
}

// To the service, a session is the holder, whoever uses it.
func TestMutualExclusionOfSessions(t *testing.T) {
	judge(t, "mutual-exclusion", []verdict{
		{"two clients, one session", tell().on("s", "A").on("s", "B"), check.NotExercised, nil, 0},
		{"two clients, two sessions", tell().on("s", "A").on("t", "B"), check.Violated, []int{1, 2}, 0},
		{"one client, two sessions", tell().on("s", "A").on("t", "A"), check.NotExercised, nil, 0},
		{"an extension is of the same session", tell().on("s", "A").on("s", "B").extends("B", 20), check.NotExercised, nil, 0},
	})
}

// A key that hangs on a session is an orphan only while somebody keeps that alive.
func TestOrphanInAQueue(t *testing.T) {
	step := func(s *story) *story { return s.add("A", trace.Step{Step: "work"}) }
	judge(t, "orphan", []verdict{
		{"left behind", step(tell().starts("A").queues("A", 1)), check.Violated, []int{2, 3}, 0},
		{"in use", step(tell().starts("A").queues("A", 1).learns("A", 1, 9)), check.NotExercised, nil, 0},
		{"gone in the end", step(tell().starts("A").queues("A", 1)).leaves("A"), check.Holds, []int{4}, 0},
		{"of a crashed client", step(tell().starts("A").queues("A", 1).crashes("A").starts("A")), check.NotExercised, nil, 0},
		{"of a crashed client, shown again", step(tell().starts("A").queues("A", 1).crashes("A").queues("A", 1).starts("A")), check.NotExercised, nil, 0},
		{
			"asked for before the crash, made after it",
			step(tell().starts("A").send("A", "set").crashes("A").starts("A").executes("A").queues("A", 1)),
			check.NotExercised, nil, 0,
		},
	})
}
