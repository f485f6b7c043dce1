package trace

import "fmt"

// Kinds, in the order of the registry.
func (Action) Kind() Kind    { return "action" }
func (Started) Kind() Kind   { return "started" }
func (Step) Kind() Kind      { return "step" }
func (Acquired) Kind() Kind  { return "acquired" }
func (Vote) Kind() Kind      { return "vote" }
func (Counted) Kind() Kind   { return "counted" }
func (Extended) Kind() Kind  { return "extended" }
func (Checked) Kind() Kind   { return "checked" }
func (Promoted) Kind() Kind  { return "promoted" }
func (Slowed) Kind() Kind    { return "slowed" }
func (Refused) Kind() Kind   { return "refused" }
func (Waiting) Kind() Kind   { return "waiting" }
func (LostLock) Kind() Kind  { return "lost" }
func (Releasing) Kind() Kind { return "releasing" }
func (Released) Kind() Kind  { return "released" }
func (Read) Kind() Kind      { return "read" }
func (Worked) Kind() Kind    { return "worked" }
func (Wrote) Kind() Kind     { return "wrote" }
func (Failed) Kind() Kind    { return "failed" }
func (Finished) Kind() Kind  { return "finished" }
func (Paused) Kind() Kind    { return "paused" }
func (Resumed) Kind() Kind   { return "resumed" }
func (Crashed) Kind() Kind   { return "crashed" }
func (Restarted) Kind() Kind { return "restarted" }
func (Clock) Kind() Kind     { return "clock" }
func (Sent) Kind() Kind      { return "sent" }
func (Arrived) Kind() Kind   { return "arrived" }
func (Received) Kind() Kind  { return "received" }
func (Dropped) Kind() Kind   { return "dropped" }
func (Held) Kind() Kind      { return "held" }
func (TimedOut) Kind() Kind  { return "timed-out" }
func (Executed) Kind() Kind  { return "executed" }
func (KeySet) Kind() Kind    { return "key-set" }
func (KeyGone) Kind() Kind   { return "key-gone" }
func (Served) Kind() Kind    { return "served" }
func (Accepted) Kind() Kind  { return "accepted" }
func (Rejected) Kind() Kind  { return "rejected" }
func (Fencing) Kind() Kind   { return "fencing" }

func (Woken) Kind() Kind         { return "woken" }
func (Disconnected) Kind() Kind  { return "disconnected" }
func (Reconnected) Kind() Kind   { return "reconnected" }
func (SessionOpened) Kind() Kind { return "session-opened" }
func (SessionEnded) Kind() Kind  { return "session-ended" }
func (WatchSet) Kind() Kind      { return "watch-set" }
func (WatchFired) Kind() Kind    { return "watch-fired" }

func (b Releasing) Say() string { return "gives " + b.Lock + " back and no longer believes" }
func (Started) Say() string     { return "starts" }
func (b Step) Say() string      { return fmt.Sprintf("step %d: %s", b.Index, b.Step) }
func (b Refused) Say() string   { return fmt.Sprintf("does not get %s: %s", b.Lock, b.Why) }
func (b Woken) Say() string     { return "is woken: " + b.Why }
func (b LostLock) Say() string  { return fmt.Sprintf("knows that it lost %s: %s", b.Lock, b.Why) }
func (b Read) Say() string {
	return fmt.Sprintf("has read %s version %d: %q", b.Object, b.Version, b.Value)
}
func (b Worked) Say() string  { return "has worked for " + Dur(b.For) }
func (Finished) Say() string  { return "has finished" }
func (Resumed) Say() string   { return "runs again" }
func (Restarted) Say() string { return "is started again" }
func (b Clock) Say() string {
	return fmt.Sprintf("clock now reads lab time %+gs, rate %g", b.Offset.Seconds(), b.Rate)
}
func (b Arrived) Say() string { return fmt.Sprintf("#%d from %s waits here", b.Msg, b.From) }
func (b Dropped) Say() string { return fmt.Sprintf("#%d from %s is lost: %s", b.Msg, b.From, b.Why) }
func (b Held) Say() string    { return fmt.Sprintf("#%d from %s is held on the way", b.Msg, b.From) }
func (b TimedOut) Say() string {
	return fmt.Sprintf("gives up on #%d to %s after %s: it may have been carried out", b.Msg, b.To, Dur(b.After))
}
func (b Fencing) Say() string { return "fencing is " + onOff(b.On) }

func (b Action) Say() string {
	if b.Failed != "" {
		return fmt.Sprintf("%s (by the %s) had no effect: %s", b.Text, b.By, b.Failed)
	}
	return fmt.Sprintf("%s (by the %s)", b.Text, b.By)
}

func (b Waiting) Say() string {
	if b.For == 0 {
		return "waits to be woken: " + b.Why
	}
	return fmt.Sprintf("waits %s: %s", Dur(b.For), b.Why)
}

func (b Disconnected) Say() string {
	return fmt.Sprintf("is disconnected from %s (%s): it does not know whether its session lives", b.From, b.Why)
}

func (b Reconnected) Say() string {
	return fmt.Sprintf("is connected to %s again: its %s lives", b.To, b.Session)
}

func (b Acquired) Say() string {
	if b.Until == 0 {
		return fmt.Sprintf("believes it holds %s %s, until it gives it back", b.Lock, token(b.Token))
	}
	return fmt.Sprintf("believes it holds %s %s, promised until %s", b.Lock, token(b.Token), b.Until)
}

func (b Vote) Say() string {
	if b.Yes {
		return b.Node + " says yes"
	}
	return fmt.Sprintf("%s does not say yes: %s", b.Node, b.Answer)
}

func (b Counted) Say() string {
	what := "does not hold it"
	if b.Held {
		what = "holds it"
	}
	return fmt.Sprintf("counts %d of %d votes (%d needed), %s elapsed, %s allowed for drift, %s left: %s",
		b.Yes, b.Of, b.Needed, Dur(b.Elapsed), Dur(b.Drift), Dur(b.Validity), what)
}

func (b Extended) Say() string {
	return fmt.Sprintf("has extended %s, promised until %s", b.Lock, b.Until)
}

func (b Checked) Say() string {
	return fmt.Sprintf("looks at its clock: %s is good for %s yet", b.Lock, Dur(b.Left))
}

func (b Promoted) Say() string { return "is the primary now, in place of " + b.From }

func (b Slowed) Say() string {
	if b.By == 0 {
		return "answers as fast as ever"
	}
	return fmt.Sprintf("answers %s later than usual", Dur(b.By))
}

func (b Released) Say() string {
	if b.Removed {
		return fmt.Sprintf("has released %s", b.Lock)
	}
	return fmt.Sprintf("has released %s, but there was nothing of its own to remove", b.Lock)
}

func (b Wrote) Say() string {
	if b.Accepted {
		return fmt.Sprintf("has written %s version %d: %q", b.Object, b.Version, b.Value)
	}
	return fmt.Sprintf("was refused: %s stays at version %d", b.Object, b.Version)
}

func (b Failed) Say() string {
	if b.MayHaveHappened {
		return fmt.Sprintf("could not %s: %s; it may have happened", b.Step, b.Why)
	}
	return fmt.Sprintf("could not %s: %s", b.Step, b.Why)
}

func (b Paused) Say() string {
	if b.For == 0 {
		return "is paused until resumed"
	}
	return "is paused for " + Dur(b.For)
}

func (b Crashed) Say() string {
	if b.DataLost {
		return "crashes and loses its data"
	}
	return "crashes"
}

func (b Sent) Say() string {
	if b.Reply {
		return fmt.Sprintf("#%d → %s: reply to #%d: %s", b.Msg, b.To, b.Of, b.Text)
	}
	return fmt.Sprintf("#%d → %s: %s", b.Msg, b.To, b.Text)
}

func (b Received) Say() string {
	return fmt.Sprintf("#%d ← %s: %s", b.Msg, b.From, b.Text)
}

func (b Executed) Say() string {
	if b.Msg == 0 {
		return fmt.Sprintf("from a %s: %s ⇒ %s", b.From, Line(b.Command), b.Reply)
	}
	return fmt.Sprintf("#%d from %s: %s ⇒ %s", b.Msg, b.From, Line(b.Command), b.Reply)
}

func (b KeySet) Say() string {
	if b.Order != 0 {
		return fmt.Sprintf("%s of %s, number %d in order, hangs on %s, which lasts until %s", b.Key, b.Owner, b.Order, b.Session, b.Until)
	}
	if b.Until == 0 {
		return fmt.Sprintf("%s = %s, set by %s, without expiry", b.Key, b.Value, b.Owner)
	}
	return fmt.Sprintf("%s = %s, set by %s, until %s", b.Key, b.Value, b.Owner, b.Until)
}

func (b KeyGone) Say() string {
	switch {
	case b.By == "":
		return fmt.Sprintf("%s of %s is gone: %s", b.Key, b.Owner, b.Why)
	case b.By == b.Owner:
		return fmt.Sprintf("%s of %s is gone: %s by its owner", b.Key, b.Owner, b.Why)
	}
	return fmt.Sprintf("%s of %s is gone: %s by %s", b.Key, b.Owner, b.Why, b.By)
}

func (b SessionOpened) Say() string {
	return fmt.Sprintf("%s of %s begins; it lasts %s without a sign of life", b.Session, b.Owner, Dur(b.For))
}

func (b SessionEnded) Say() string {
	if b.By != "" {
		return fmt.Sprintf("%s of %s is over: ended by %s", b.Session, b.Owner, b.By)
	}
	return fmt.Sprintf("%s of %s is over: %s", b.Session, b.Owner, b.Why)
}

func (b WatchSet) Say() string {
	return fmt.Sprintf("%s watches %s for %s", b.Watcher, b.Key, b.For)
}

func (b WatchFired) Say() string {
	return fmt.Sprintf("the watch of %s fires (#%d): %s %s", b.Watcher, b.Msg, b.Event, b.Key)
}

func (b Served) Say() string {
	return fmt.Sprintf("#%d: %s reads %s version %d: %q", b.Msg, b.Reader, b.Object, b.Version, b.Value)
}

func (b Accepted) Say() string {
	return fmt.Sprintf("#%d: write of %s %s accepted: %s version %d = %q", b.Msg, b.Writer, token(b.Token), b.Object, b.Version, b.Value)
}

func (b Rejected) Say() string {
	if b.Highest == 0 {
		return fmt.Sprintf("#%d: write of %s %s refused: it does not own the lock", b.Msg, b.Writer, token(b.Token))
	}
	return fmt.Sprintf("#%d: write of %s %s refused: %d has been seen", b.Msg, b.Writer, token(b.Token), b.Highest)
}
