package lock_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

func acquire(c *lock.Client) { theLock.Acquire(c) }

func TestTakeAndGive(t *testing.T) {
	l := newLab(t)
	l.run("A", func(c *lock.Client) {
		g, _ := theLock.Acquire(c)
		if g.Value != l.key() || g.Token != 1 || len(g.Votes) != 1 || g.Votes[0] != l.executed[0] {
			t.Errorf("granted %+v, the key is %q", g, l.key())
		}
		if err := theLock.Release(c, g); err != nil || l.key() != "" {
			t.Errorf("released: %v, the key is %q", err, l.key())
		}
	})
	l.toEnd()
	l.wantCommands(t, "A"+set, "A"+draw, "A"+release)
	if got := said[trace.Released](l, "A"); len(got) != 1 || !got[0].Removed {
		t.Errorf("released %+v", got)
	}
}

// Reusing a value would let the release of one attempt remove the lock of
// another.
func TestEachAttemptHasAValueOfItsOwn(t *testing.T) {
	l := newLab(t)
	seen := map[string]bool{}
	l.run("A", func(c *lock.Client) {
		for range 20 {
			g, _ := theLock.Acquire(c)
			if seen[g.Value] {
				t.Errorf("the value %s came twice", g.Value)
			}
			seen[g.Value] = true
			theLock.Release(c, g)
		}
	})
	l.toEnd()
	if len(seen) != 20 {
		t.Errorf("%d grants, want 20", len(seen))
	}
}

func TestTheSecondWaitsForTheEnd(t *testing.T) {
	l := newLab(t)
	l.run("A", acquire)
	l.until(10 * ms)
	l.run("B", acquire)
	l.toEnd()
	if a, b := said[trace.Acquired](l, "A"), said[trace.Acquired](l, "B"); len(a) != 1 || len(b) != 1 || b[0].Token != 2 {
		t.Errorf("granted %+v and %+v", a, b)
	}
	waits := said[trace.Waiting](l, "B")
	for _, w := range waits {
		if w.For < theLock.Low || w.For > theLock.High || w.Why != "lock taken" {
			t.Errorf("%+v is not a wait between two attempts", w)
		}
	}
	if refused := said[trace.Refused](l, "B"); len(refused) != len(waits) || len(waits) < 5 {
		t.Errorf("refused %d times, waited %d times", len(refused), len(waits))
	}
}

// A lost reply is not a refusal: the key may be there.
func TestALostReplyIsUndone(t *testing.T) {
	for name, c := range map[string]struct {
		cut  time.Duration // the replies, from then until 400 ms
		want []string
	}{
		"to SET":        {0, []string{"A" + set, "A" + release, "A" + set, "A" + draw}},
		"to the script": {5 * ms, []string{"A" + set, "A" + draw, "A" + release, "A" + set, "A" + draw}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			l.run("A", acquire)
			l.until(c.cut)
			l.net.Cut(sim.Link{From: "redis-1", To: "A"})
			l.until(400 * ms)
			if l.key() == "" {
				t.Error("the key was not set")
			}
			l.net.Heal(func(sim.Link) bool { return true })
			l.until(600 * ms)
			if l.key() != "" {
				t.Error("the failed attempt left its key behind")
			}
			l.toEnd()
			l.wantCommands(t, c.want...)
			if w := said[trace.Waiting](l, "A"); len(w) != 1 || w[0].Why != "redis-1: no reply in time (500ms)" {
				t.Errorf("it waited %+v", w)
			}
		})
	}
}

// A pause between SET and the token: the lock has another holder by then, whose
// token must not be lower than ours.
func TestNoTokenAfterTheEnd(t *testing.T) {
	l := newLab(t)
	a := l.run("A", acquire)
	l.until(3 * ms)
	a.Pause(11 * time.Second)
	l.until(10010 * ms)
	l.run("B", acquire)
	l.until(12 * time.Second)
	if refused := said[trace.Refused](l, "A"); len(refused) != 1 || refused[0].Why != "the key was gone before the token was drawn" {
		t.Errorf("refused %+v", refused)
	}
	l.toEnd()
	if a, b := said[trace.Acquired](l, "A"), said[trace.Acquired](l, "B"); a[0].Token != 2 || b[0].Token != 1 {
		t.Errorf("granted %+v and %+v", a, b)
	}
}

// What the safe release does not do, and DEL does.
func TestReleaseOfALockThatExpired(t *testing.T) {
	for _, del := range []bool{false, true} {
		l := newLab(t)
		careless := theLock
		careless.DelRelease = del
		l.run("A", func(c *lock.Client) {
			g, _ := careless.Acquire(c)
			c.Sleep(12 * time.Second)
			careless.Release(c, g)
		})
		l.until(10100 * ms)
		l.run("B", acquire)
		l.until(13 * time.Second)
		if l.key() == "" != del {
			t.Errorf("by DEL: %v; the key of B is %q", del, l.key())
		}
		if got := said[trace.Released](l, "A"); len(got) != 1 || got[0].Removed != del {
			t.Errorf("by DEL: %v; released %+v", del, got)
		}
	}
}

func TestReleaseTellsWhetherItMayHaveHappened(t *testing.T) {
	for name, c := range map[string]struct {
		fault func(*lab)
		may   bool
		left  bool // the key
	}{
		"the node is down":       {func(l *lab) { l.redis.Crash(false) }, false, true},
		"the request is lost":    {func(l *lab) { l.net.Cut(sim.Link{From: "A", To: "redis-1"}) }, true, true},
		"only the reply is lost": {func(l *lab) { l.net.Cut(sim.Link{From: "redis-1", To: "A"}) }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			var released error
			l.run("A", func(c *lock.Client) {
				g, _ := theLock.Acquire(c)
				c.Sleep(time.Second)
				released = theLock.Release(c, g)
			})
			l.until(500 * ms)
			c.fault(l)
			l.until(3 * time.Second)
			if released == nil || lock.MayHaveHappened(released) != c.may || (l.key() != "") != c.left {
				t.Errorf("got %v, the key is %q", released, l.key())
			}
			if got := said[trace.Released](l, "A"); len(got) > 0 {
				t.Errorf("it says that it released: %+v", got)
			}
		})
	}
}

// The promise is the service's: it runs in lab time from when the request was
// sent, whatever the client's clock does.
func TestThePromiseIsMeasuredInLabTime(t *testing.T) {
	for _, rate := range []float64{0.5, 1, 2} {
		l := newLab(t)
		a := l.run("A", acquire)
		a.Drift(rate)
		a.Jump(time.Hour)
		l.toEnd()
		if got := said[trace.Acquired](l, "A"); got[0].Until != trace.Time(theLock.TTL) {
			t.Errorf("at a rate of %v the promise runs until %v", rate, got[0].Until)
		}
	}
}

// An error that Redis replies with is no grant, and no reason to stop.
func TestAnErrorReplyIsNoGrant(t *testing.T) {
	l := newLab(t)
	stranger := func(command ...string) {
		if _, err := l.node.Do("stranger", command...); err != nil {
			t.Fatal(err)
		}
	}
	stranger("SET", "lock:job:token", "not a number")
	l.run("A", acquire)
	l.until(5 * time.Second)
	if got := said[trace.Acquired](l, "A"); len(got) > 0 {
		t.Errorf("granted %+v", got)
	}
	stranger("DEL", "lock:job:token")
	l.toEnd()
	if got := said[trace.Acquired](l, "A"); len(got) != 1 {
		t.Errorf("granted %+v", got)
	}
}

// The order of the tokens is the order in which the node made the grants, however
// the clients and the node's clock behave.
func TestTokensRiseWithTheGrants(t *testing.T) {
	node := startNode(t)
	rapid.Check(t, func(t *rapid.T) {
		if err := node.Reset(sim.Epoch); err != nil {
			t.Fatal(err)
		}
		l := labOn(node, rapid.Uint64().Draw(t, "seed"), ms, 400*ms)
		defer l.k.Close()
		for _, name := range []string{"A", "B", "C"} {
			l.run(name, func(c *lock.Client) {
				for range 3 {
					g, _ := theLock.Acquire(c)
					c.Sleep(time.Second)
					theLock.Release(c, g)
				}
			})
		}
		for range rapid.IntRange(0, 15).Draw(t, "faults") {
			l.until(time.Duration(l.k.Now()) + time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms"))*ms)
			switch a := l.hosts[rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "client")]; {
			case rapid.IntRange(0, 3).Draw(t, "kind") == 0:
				l.redis.Jump(time.Duration(rapid.IntRange(-12, 12).Draw(t, "jump")) * time.Second)
			case a.State() == sim.Running:
				a.Pause(time.Duration(rapid.IntRange(1, 15000).Draw(t, "pause")) * ms)
			}
		}
		l.toEnd()
		checkTokens(t, l)
	})
}

func checkTokens(t *rapid.T, l *lab) {
	tokenOf := map[int]int64{} // by the request that made the grant
	for _, e := range l.k.Log().Since(0) {
		if b, ok := e.Body.(trace.Acquired); ok {
			tokenOf[b.Votes[0]] = b.Token
		}
	}
	var tokens []int64
	for _, msg := range l.executed {
		if token, made := tokenOf[msg]; made {
			tokens = append(tokens, token)
		}
	}
	if len(tokens) != 9 || !slices.IsSorted(tokens) || len(slices.Compact(slices.Clone(tokens))) != 9 {
		t.Fatalf("in the order of the grants the tokens are %v\n%s", tokens, trace.Text(l.k.Log().Since(0)))
	}
}
