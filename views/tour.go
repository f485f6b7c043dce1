package views

// tourStep speaks of one part of the lab page.
type tourStep struct {
	At    string // CSS selector of that part
	Title string
	Text  string
}

var tourSteps = []tourStep{
	{"[data-figure]", "Time runs to the right",
		"Each row is somebody: clients with what they believe, servers with what is so, the resource with what was written. Lab time stands still until you ask for more."},
	{".transport", "You decide what happens next",
		"Step lets the next thing happen. Run to goes on to the next acquire, expiry or write. Back reads the log again, and nothing is lost by it."},
	{".row--client .row__head", "Break it",
		"Pause a client, crash a server, cut a cable: what can go wrong with somebody is in the head of the row. If you act in the past, the run branches there, and the old one stays."},
	{".verdicts", "What came of it",
		"Verdicts stand here as soon as the log decides them. Click one for the events that prove it."},
	{".panels", "The same run in code and in words",
		"On the left the lock client’s own code, with the line that it stands on. On the right what happened, in words; a click on a line or on a mark of the figure shows the command and the reply as they were. All keys and signs are behind the button Keys."},
}
