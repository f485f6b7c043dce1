package sim_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/trace"
)

// someClock is a clock after some jumps and changes of its rate, and the lab
// time of the last of them.
func someClock(t *rapid.T) (c sim.Clock, now trace.Time) {
	t.Repeat(map[string]func(*rapid.T){
		"wait":  func(t *rapid.T) { now = now.Add(time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "wait"))) },
		"jump":  func(t *rapid.T) { c.Jump(now, time.Duration(rapid.Int64Range(-1e14, 1e14).Draw(t, "jump"))) },
		"drift": func(t *rapid.T) { c.SetRate(now, rapid.Float64Range(0.01, 100).Draw(t, "rate")) },
	})
	return c, now
}

// When is the inverse of Read: the clock shows the reading then, and not yet a
// nanosecond before.
func TestWhenIsTheFirstMoment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := someClock(t)
		reading := c.Read(now) + time.Duration(rapid.Int64Range(-1e9, 1e14).Draw(t, "later"))
		at := c.When(now, reading)
		if at < now {
			t.Fatalf("asked at %d, got %d, which is in the past", now, at)
		}
		if c.Read(at) < reading {
			t.Fatalf("at %d the clock shows %d, less than %d", at, c.Read(at), reading)
		}
		if at > now && c.Read(at-1) >= reading {
			t.Fatalf("the clock shows %d before %d already", reading, at)
		}
	})
}

func TestAClockDoesNotRunBackByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := someClock(t)
		a := now.Add(time.Duration(rapid.Int64Range(0, 2e14).Draw(t, "a")))
		b := a.Add(time.Duration(rapid.Int64Range(0, 3).Draw(t, "b")))
		if c.Read(b) < c.Read(a) {
			t.Fatalf("it shows %d at %d and %d at %d", c.Read(a), a, c.Read(b), b)
		}
	})
}

func TestJumpsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := someClock(t)
		before, d := c.Offset(now), time.Duration(rapid.Int64Range(-1e14, 1e14).Draw(t, "jump"))
		c.Jump(now, d)
		if got := c.Offset(now) - before; got != d {
			t.Fatalf("a jump of %v moved it by %v", d, got)
		}
	})
}

// Timers count as the clock does, but whoever steps it changes nothing for them.
func TestElapsedTimeIsNotStepped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := someClock(t)
		before := c.Elapsed(now)
		c.Jump(now, time.Duration(rapid.Int64Range(-1e14, 1e14).Draw(t, "jump")))
		if got := c.Elapsed(now); got != before {
			t.Fatalf("a jump changed it from %v to %v", before, got)
		}
		later := now.Add(time.Duration(rapid.Int64Range(0, 1e13).Draw(t, "later")))
		if passed, read := c.Elapsed(later)-before, c.Read(later)-c.Read(now); passed != read {
			t.Fatalf("%v passed, while the clock went on by %v", passed, read)
		}
	})
}

func TestTheZeroClockReadsLabTime(t *testing.T) {
	var c sim.Clock
	for _, at := range []trace.Time{0, 1, 999_999_999, 172_800_000_000_001} {
		if c.Read(at) != time.Duration(at) || c.Offset(at) != 0 || c.Rate() != 1 {
			t.Errorf("at %d it shows %d, rate %v", at, c.Read(at), c.Rate())
		}
	}
}

// The timeline prints the rate: it must be the one that was asked for.
func TestRateIsKeptExactly(t *testing.T) {
	for _, rate := range []float64{0.01, 0.3, 0.8, 1, 1.1, 1.2, 7, 100} {
		var c sim.Clock
		c.SetRate(5, rate)
		if c.Rate() != rate {
			t.Errorf("the rate %v came back as %v", rate, c.Rate())
		}
	}
}

func TestAFastClockGains(t *testing.T) {
	var c sim.Clock
	c.SetRate(0, 1.2)
	if got := c.Offset(trace.Time(time.Minute)); got != 12*time.Second {
		t.Errorf("at a rate of 1.2 a minute gains %v, want 12s", got)
	}
}

// What a clock shows only after every lab has ended is beyond the horizon; finding
// that out takes no time.
func TestNothingIsLaterThanTheHorizon(t *testing.T) {
	for _, rate := range []float64{0.01, 1, 100} {
		var c sim.Clock
		c.SetRate(0, rate)
		c.Jump(0, -time.Hour)
		for _, now := range []trace.Time{0, 1, trace.Time(48 * time.Hour)} {
			if at := c.When(now, math.MaxInt64); at != 1<<53 {
				t.Errorf("rate %g, from %v: %v", rate, now, at)
			}
		}
	}
}
