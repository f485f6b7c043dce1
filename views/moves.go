package views

// moves are what the command bar takes besides actions: they go through the
// run and change nothing in it. static/js/model/commands.js carries them out.
var moves = []Verb{
	{Form: "step [N]", Doc: "Go on to the next thing that happens, N times."},
	{Form: "run acquired|expired|write|violation|end", Doc: "Run until that has happened."},
	{Form: "run EVENT [LANE]", Doc: "Run to the next event of that kind, perhaps on one lane."},
	{Form: "until LANE EVENT [N]", Doc: "Run until the N-th event of that kind on that lane."},
	{Form: "back [LANE EVENT [N]]", Doc: "Go back by one event, or to that one."},
	{Form: "advance DURATION", Doc: "Let lab time pass, with everything that is due in it."},
	{Form: "reset", Doc: "Begin again: the scenario as it is written, same seed."},
	{Form: "mistakes none|NAME…", Doc: "Begin again with just these mistakes of the lock on."},
}
