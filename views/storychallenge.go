package views

// storyChallenges are the column of a challenge in each state; the storybook's
// script sets them.
var storyChallenges = []string{"untouched", "broken", "solved", "repair"}

func storyChallenge(state string) *Challenge {
	c := &Challenge{
		Slug: "story-" + state, Number: 2, Title: "Somebody else's lock", Level: "easy", Lock: "One Redis server",
		Task: "Make A's release remove B's lock.", Intro: "<p>Both clients give the lock back with a plain <code>DEL</code>.</p>",
		Goals: []Goal{{Say: "a release has removed somebody else's lock", Verdict: "foreign-release", Is: "violated"}},
		Rules: []Goal{{Say: "No clock is touched.", Did: []string{"jump"}}}, Best: 1,
		Hints: []HTML{"<p>Whose key is it when <code>DEL</code> arrives?</p>"}, Solution: []string{"until A worked", "pause A 12s"},
		Explain: "<p>The key has the same name for everybody.</p>", List: "#", Next: &Link{Href: "#", Text: "Locked for ever"},
	}
	if state == "repair" {
		c.Repair = &Repair{Action: "#", Solve: []string{"script"}, Options: []RepairOption{
			{Name: "ttl", Say: "The key lives for 11 s", Why: "<p>Longer times only make it rarer.</p>", Chosen: true, Excludes: []string{"long"}},
			{Name: "script", Say: "Compare and delete in one step", Why: "<p>Nothing can happen in between.</p>", Right: true},
		}}
	}
	return c
}

func storyCard(state string) ChallengeCard {
	return ChallengeCard{Slug: "story-" + state, Number: 2, Title: "Somebody else's lock", Lock: "One Redis server",
		Task: "Make A's release remove B's lock.", Repairs: state == "best", Best: 1, Href: "#"}
}

var storyCardStates = []string{"", "tried", "shown", "solved", "best"}
