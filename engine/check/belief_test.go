package check_test

import (
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

func TestTwoBelievers(t *testing.T) {
	judge(t, "two-believers", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"one grant", tell().takes("A", 1, 10), check.NotExercised, nil, 0},
		{"one after the other", tell().takes("A", 1, 10).gives("A").takes("B", 2, 10), check.Holds, []int{9}, 0},
		{"two at once", tell().takes("A", 1, 10).takes("B", 2, 10), check.Violated, []int{3, 6}, 0},
		{"a third adds nothing", tell().takes("A", 1, 10).takes("B", 2, 10).takes("C", 3, 10), check.Violated, []int{3, 6}, 0},
		{"it ended since", tell().takes("A", 1, 10).takes("B", 2, 10).gives("A").gives("B"), check.Violated, []int{3, 6}, 0},
		{"a paused client believes on", tell().takes("A", 1, 1).add("A", trace.Paused{}).expires("A").takes("B", 2, 10), check.Violated, []int{3, 8}, 0},
		{"belief ends when the release begins", tell().takes("A", 1, 10).releases("A").takes("B", 2, 10), check.Holds, []int{7}, 0},
		{"belief ends when the client learns", tell().takes("A", 1, 10).add("A", trace.LostLock{}).takes("B", 2, 10), check.Holds, []int{7}, 0},
		{"belief ends with the program", tell().takes("A", 1, 10).add("A", trace.Finished{}).takes("B", 2, 10), check.Holds, []int{7}, 0},
		{"the dead believe nothing", tell().takes("A", 1, 10).crashes("A").takes("B", 2, 10), check.Holds, []int{7}, 0},
		{"a server's crash ends no belief", tell().takes("A", 1, 10).crashes("redis-1").takes("B", 2, 10), check.Violated, []int{3, 7}, 0},
		{"a client is not two", tell().takes("A", 1, 10).takes("A", 2, 10), check.NotExercised, nil, 0},
		{"the second belief of one client", tell().takes("A", 1, 10).takes("A", 2, 10).takes("B", 3, 10), check.Violated, []int{6, 9}, 0},
	})
}

func TestMutualExclusion(t *testing.T) {
	judge(t, "mutual-exclusion", []verdict{
		{"nobody", tell(), check.NotExercised, nil, 0},
		{"one grant", tell().takes("A", 1, 10), check.NotExercised, nil, 0},
		{"released before", tell().takes("A", 1, 10).gives("A").takes("B", 2, 10), check.Holds, []int{8}, 0},
		{"ended before", tell().takes("A", 1, 1).expires("A").takes("B", 2, 10), check.Holds, []int{6}, 0},
		{"granted at the very end", tell().takes("A", 1, 2).takes("B", 2, 10), check.Holds, []int{5}, 0},
		{"granted before the end", tell().takes("A", 1, 3).takes("B", 2, 10), check.Violated, []int{2, 3, 5, 6}, 0},
		{"the holder's death ends no promise", tell().takes("A", 1, 10).crashes("A").takes("B", 2, 10), check.Violated, []int{2, 3, 6, 7}, 0},
		{"the service's death ends no promise", tell().takes("A", 1, 10).crashes("redis-1").takes("B", 2, 10), check.Violated, []int{2, 3, 6, 7}, 0},
		{"a client does not exclude itself", tell().takes("A", 1, 10).crashes("A").takes("A", 2, 10), check.NotExercised, nil, 0},
		{
			"whoever learns late had it early",
			tell().send("A", "set").executes("A").add("A", trace.Paused{}).takes("B", 2, 10).gives("B").learns("A", 1, -5),
			check.Holds, []int{2}, 0,
		},
		{
			"two promises, the older learned of later",
			tell().send("A", "set").executes("A").add("A", trace.Paused{}).takes("B", 2, 10).learns("A", 1, 10),
			check.Violated, []int{2, 5, 6, 7}, 0,
		},
		{
			"a release that fails ends the promise too",
			tell().takes("A", 1, 10).releases("A").add("A", trace.Failed{}).takes("B", 2, 10),
			check.Holds, []int{7}, 0,
		},
		{
			"a release after the end does not prolong the promise",
			tell().takes("A", 1, 1).expires("A").send("B", "set").executes("B").releases("A").learns("B", 2, 10),
			check.Holds, []int{6}, 0,
		},
		{
			"a grant that was executed twice is one grant",
			tell().send("A", "set").executes("A").add("redis-1", trace.Executed{Msg: 99, From: "A", Reply: "(nil)"}).learns("A", 1, 10).
				gives("A").takes("B", 2, 10),
			check.Holds, []int{9}, 0,
		},
		{
			"a grant whose execution nobody saw counts from when it was learned of",
			tell().learns("A", 1, 10).releases("A").learns("B", 2, 10),
			check.Holds, []int{3}, 0,
		},
	})
}

// Who broke what to whom must be told in the order of the grants.
func TestMutualExclusionNamesTheOlderFirst(t *testing.T) {
	s := tell().send("A", "set").executes("A").takes("B", 2, 10).learns("A", 1, 10)
	if text := check.All(s.events())["mutual-exclusion"].Text; !strings.Contains(text, "to B while its promise to A") {
		t.Errorf("got %q", text)
	}
}

func TestMutualExclusionByMajority(t *testing.T) {
	vote := func(s *story, client string) *story {
		for _, node := range []string{"one", "two", "three"} {
			s.send(client, node)
			s.add("redis-"+node, trace.Executed{Msg: s.msg, From: client, Reply: "OK"})
		}
		return s.add(client, trace.Acquired{Until: s.now.Add(10e9), Votes: []int{s.msg - 2, s.msg - 1, s.msg}})
	}
	judge(t, "mutual-exclusion", []verdict{
		{"made by the last vote", vote(vote(tell(), "A").releases("A"), "B"), check.Holds, []int{14}, 0},
		{"two majorities", vote(vote(tell(), "A"), "B"), check.Violated, []int{6, 7, 13, 14}, 0},
	})
}
