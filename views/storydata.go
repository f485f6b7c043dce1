package views

var storyLinks = [][2]string{
	{"connecting", "Connecting…"},
	{"live", "Live"},
	{"stale", "No answer"},
	{"waiting", "Connection lost"},
	{"asleep", "Asleep"},
	{"over", "Ended"},
}

var storyFigureNames = [][2]string{
	{"stale", "A stale write is accepted"},
	{"behind", "Reading behind the head of the log"},
	{"fenced", "With fencing the same write is refused"},
	{"redlock", "Five servers: votes, one that is down, one whose clock jumped, a command from outside"},
	{"etcd", "A queue of keys: each hangs on a lease that heartbeats keep alive; A stops, its lease runs out, B is woken"},
	{"cutoff", "A lost touch with its server and is not sure: the server does not care"},
	{"crowd", "Eight clients in a queue, of which each watches the one before"},
	{"straight", "Nothing folded: a straight axis"},
	{"random", "Two hundred events that make no sense: every sign there is"},
	{"dense", "Ten thousand events"},
	{"empty", "Nothing has happened yet"},
}

// storyQueues are logs, and the kind of event up to which each is read.
var storyQueues = []string{"etcd step", "etcd paused", "etcd watch-fired", "zookeeper paused", "cutoff disconnected", "cutoff session-ended", "crowd releasing"}

var storyLessons = []LessonCard{
	{Slug: "story-new", Number: 8, Title: "The clock that jumped", Summary: storySummaries[0], Href: "#", Minutes: 25},
	{Slug: "story-under", Number: 9, Title: "The pause nobody sees", Summary: storySummaries[0], Href: "#", Minutes: 25},
	{Slug: "story-done", Number: 10, Title: "The write that came late", Summary: storySummaries[1], Href: "#"},
}

var storySummaries = []string{
	"A client stops between its last look at the lock and its write.",
	"A summary that is as short as can be.",
}

var storyProblems = []ProblemPage{
	{Status: 403, Title: "This address is not allowed", Flag: "lockviz --allow-host box.local",
		Text: "lockviz answers only to names that it was told about, so that no other web page can reach it through your browser."},
	{Status: 404, Title: "There is no such page", Text: "It may have been renamed. The first page lists every lesson.", Home: true},
}

func storyStep(id string) LessonStep {
	return LessonStep{
		ID: id, Title: "Stop A at the worst moment", Prose: "<p>Go to exactly that place.</p>",
		Predict: &Prediction{
			Question: "<p>What keeps B out for the next ten seconds?</p>",
			Choices: []Choice{
				{Text: "A's process.", Reason: "<p>Redis does not know whether A runs.</p>"},
				{Text: "A key on the Redis node.", Right: true, Reason: "<p>While it exists, <code>SET … NX</code> fails.</p>"},
			},
		},
		Run:      "<p>Press <strong>Run to acquire</strong>.</p>",
		Goals:    []Goal{{Say: "A has acquired the lock", Saw: &Sight{Lane: "A", Kind: "acquired"}}},
		Explain:  "<p>There are two records of one fact.</p>",
		Hints:    []HTML{"<p>The buttons under the figure run the lab.</p>"},
		Solution: []string{"run acquired"},
	}
}

var storySteps = []LessonStep{storyStep("open"), storyStep("locked"), storyStep("answered")}
