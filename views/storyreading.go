package views

// What the storybook shows of the pages to read, made up.

var storyBeliefs = []Belief{
	{ID: "story-watchdog", Says: "A <em>watchdog</em> makes a lock safe.", Reason: "It stops with its process.", Wrong: "It helps a slow client.",
		Shows: &Link{Href: "#", Kind: "Scenario", Text: "The watchdog sleeps, too"}},
	{ID: "story-token", Says: "A token that nobody compares protects nothing.", So: true, Reason: "Somebody has to refuse.", Wrong: "Numbers alone change nothing."},
}

var storyQuestions = []Question{
	{ID: "story-cost", Ask: "What does it cost?", Answers: []Answer{
		{ID: "cheap", Say: "Little", Note: "A mail sent twice.", Checked: true}, {ID: "data", Say: "Data is wrong"}}},
	{ID: "story-runs", Ask: "What do you run?", Problem: "This question has no answer yet.", Answers: []Answer{
		{ID: "redis", Say: "Redis"}, {ID: "etcd", Say: "etcd"}}},
}

var storyAdvice = Advice{
	Title: "One key in one Redis server", Reason: "You have it, and it is <em>fast</em>.", Unsafe: "A pause.",
	Shows:  []Link{{Href: "#", Kind: "Lesson 9", Text: "The pause nobody sees"}, {Href: "#", Kind: "Scenario", Text: "DEL in finally"}},
	Source: &Origin{Text: "Redis documentation", Href: "https://redis.io/docs/latest/"},
	Samples: []Sample{{File: "fence.sql", Title: "The check in SQL", Note: "For any SQL database.",
		Code: `<span class="k">UPDATE</span><span class="w"> </span><span class="n">files</span>` + "\n" + `<span class="c1">-- One row: written.</span>`}},
}
