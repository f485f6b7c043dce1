package lock

import (
	"fmt"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Redlock is the lock on several independent Redis nodes, held by whoever has
// a majority of them in time (Redis docs, "Distributed Locks with Redis", "The
// Redlock Algorithm"; the numbered steps are the docs' own).
type Redlock struct {
	Nodes    []string      // the servers' lanes; an odd number is best
	Name     string        // of the lock; its key on every node is "lock:" + Name
	TTL      time.Duration // each key's time to live
	Low      time.Duration // shortest wait between two attempts
	High     time.Duration // longest wait between two attempts
	Parallel bool          // ask all nodes at once, not one after another

	SkipElapsedCheck bool // mistake skip-elapsed-check: step 3 without comparing the time
	NoCleanup        bool // mistake no-cleanup: no step 5
	ExpiryFromFirst  bool // mistake expiry-from-first-attempt: one start for all attempts
	SetOnExtend      bool // mistake set-on-extend: an extension also sets keys that are gone
	KeyMistakes
}

// Acquire takes the lock, trying again after a random delay: clients that split
// the votes would split them again if they came back together.
func (l Redlock) Acquire(c *Client) (Grant, error) {
	first := l.begin(c)
	for {
		begun := l.begin(c)
		if l.ExpiryFromFirst {
			begun = first // mistake expiry-from-first-attempt
		}
		grant, err := l.try(c, begun)
		switch {
		case err == nil:
			c.Acquired(l.Name, grant)
			return grant, nil
		case c.Impatient():
			return Grant{}, errGaveUp
		}
		c.WaitAbout(l.Low, l.High, err.Error())
	}
}

// start is the moment at which an attempt begins.
type start struct {
	clock time.Duration // by the client's own clock
	until trace.Time    // in lab time: the end of what the nodes promise at the least
}

// begin is step 1: note the time.
func (l Redlock) begin(c *Client) start { return start{c.Now(), c.In(l.TTL - l.Drift())} }

// try is one attempt.
func (l Redlock) try(c *Client, begun start) (Grant, error) {
	value := l.value(c)

	// Step 2: the same SET on every node, each with a short timeout, so that a
	// node that is down costs little.
	votes := l.vote(c, "SET", l.key(), value, "NX", "PX", ms(l.TTL))

	// Step 3: look at the clock again. A pause while the replies were on their
	// way is caught here, and only here.
	elapsed := c.Now() - begun.clock

	// Step 4: what is left of the TTL is how long the lock is good for.
	validity := l.TTL - elapsed - l.Drift()
	held := len(votes) >= l.quorum() && (validity > 0 || l.SkipElapsedCheck) // mistake skip-elapsed-check
	c.Say(trace.Counted{
		Lock: l.Name, Yes: len(votes), Needed: l.quorum(), Of: len(l.Nodes),
		Elapsed: elapsed, Drift: l.Drift(), Validity: validity, Held: held,
	})
	if held {
		end := begun.clock + l.TTL - l.Drift()
		return Grant{Value: value, Deadline: end, Until: begun.until, Votes: votes, Needed: l.quorum()}, nil
	}

	// Step 5: release on all nodes, also on those that seemed to refuse: the
	// command may have arrived though its reply was lost.
	if !l.NoCleanup { // mistake no-cleanup
		l.releaseAll(c, value)
	}
	return Grant{}, l.reason(len(votes))
}

// vote sends one command to every node and returns the requests that were
// answered with yes.
func (l Redlock) vote(c *Client, command ...string) (yes []int) {
	count := func(node string, r Reply) {
		if r.Yes() {
			yes = append(yes, r.Msg)
		}
		c.Say(trace.Vote{Node: node, Yes: r.Yes(), Answer: r.Answer()})
	}
	if l.Parallel {
		c.AskAll(l.Nodes, command, count)
		return yes
	}
	for _, node := range l.Nodes {
		count(node, c.Ask(node, command...))
	}
	return yes
}

// Extend gives every key its full TTL again, where it is still ours. It counts
// only with a majority, and only while the lock is still good: later, another
// may have had it in between.
func (l Redlock) Extend(c *Client, g Grant) (Grant, error) {
	begun := l.begin(c)
	script := extend
	if l.SetOnExtend {
		script = extendOrSet // mistake set-on-extend
	}
	votes := l.vote(c, "EVAL", script, "1", l.key(), g.Value, ms(l.TTL))
	end := begun.clock + l.TTL - l.Drift()
	if now := c.Now(); now >= g.Deadline || now >= end {
		return g, errTooLate
	}
	if len(votes) < l.quorum() {
		return g, fmt.Errorf("%w: %d of %d nodes extended, %d are needed", errNotExtended, len(votes), len(l.Nodes), l.quorum())
	}
	g.Deadline, g.Until, g.Votes = end, begun.until, votes
	c.Say(trace.Extended{Lock: l.Name, Until: g.Until, Votes: votes})
	return g, nil
}

// Release gives the lock back on every node. When a majority has answered, the
// lock is free, whatever became of the rest.
func (l Redlock) Release(c *Client, g Grant) error {
	c.Say(trace.Releasing{Lock: l.Name})
	answered, removed, err := l.releaseAll(c, g.Value)
	if answered < l.quorum() {
		return fmt.Errorf("%d of %d nodes answered: %w", answered, len(l.Nodes), err)
	}
	c.Say(trace.Released{Lock: l.Name, Removed: removed})
	return nil
}

// releaseAll removes the key from every node. It returns how many answered,
// whether any had the key, and why one did not answer: of several reasons, one
// that says that it may have happened.
func (l Redlock) releaseAll(c *Client, value string) (answered int, removed bool, why error) {
	for _, node := range l.Nodes {
		n, err := l.remove(c, node, l.key(), value)
		switch {
		case err == nil:
			answered++
			removed = removed || n > 0
		case !MayHaveHappened(why):
			why = err
		}
	}
	return answered, removed, why
}

// quorum is a majority: any two majorities share a node.
func (l Redlock) quorum() int { return len(l.Nodes)/2 + 1 }

// Drift allows for clocks that run at slightly different rates: 1% of the TTL,
// and 2 ms for the millisecond in which Redis counts (the docs give no number;
// this is what most libraries use).
func (l Redlock) Drift() time.Duration { return l.TTL/100 + 2*time.Millisecond }

func (l Redlock) key() string { return "lock:" + l.Name }

func (l Redlock) reason(votes int) error {
	if votes >= l.quorum() {
		return errTooLate
	}
	return fmt.Errorf("%d of %d votes, %d are needed", votes, len(l.Nodes), l.quorum())
}
