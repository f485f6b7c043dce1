package sim

import (
	"math"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// Epoch is what every clock of a lab reads at lab time 0.
var Epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Clock is a wall clock of one host: lab time at some rate, plus some offset.
// It can be stepped and it can drift. The zero Clock reads lab time exactly.
type Clock struct {
	since   trace.Time    // when it was last set
	read    time.Duration // what it read then, since Epoch
	rate    float64       // since then; 0 means 1
	stepped time.Duration // by how much, in all
}

// horizon is later than any lab: up to here, lab time is exact as a float64.
const horizon = trace.Time(1) << 53

// Read is what the clock shows at lab time t, as the duration since Epoch.
func (c Clock) Read(t trace.Time) time.Duration {
	passed := float64(t.Sub(c.since)) // exact: before the horizon
	return c.read + time.Duration(math.Round(passed*c.Rate()))
}

// When is the first lab time, from now on, at which the clock shows reading
// or more; at the latest the horizon, which is 104 days.
func (c Clock) When(now trace.Time, reading time.Duration) trace.Time {
	read := c.Read(now)
	if reading <= read {
		return now
	}
	lasts := (float64(reading) - float64(read)) / c.Rate()
	if lasts >= float64(horizon-now) {
		return horizon
	}
	t := now.Add(time.Duration(lasts))
	for c.Read(t) < reading { // rounding, one way
		t++
	}
	for t > now && c.Read(t-1) >= reading { // and the other
		t--
	}
	return t
}

// Jump steps the clock by d, forwards or backwards.
func (c *Clock) Jump(now trace.Time, d time.Duration) {
	c.read, c.since, c.stepped = c.Read(now)+d, now, c.stepped+d
}

// Elapsed is what a timer of the same machine shows at lab time t: the same clock
// as if nobody had ever stepped it.
func (c Clock) Elapsed(t trace.Time) time.Duration { return c.Read(t) - c.stepped }

// SetRate makes the clock run at rate seconds per second of lab time, > 0.
func (c *Clock) SetRate(now trace.Time, rate float64) {
	c.read, c.since, c.rate = c.Read(now), now, rate
}

// Offset is how far the clock is from lab time, at lab time t.
func (c Clock) Offset(t trace.Time) time.Duration { return c.Read(t) - time.Duration(t) }

// Rate is the clock's seconds per second of lab time.
func (c Clock) Rate() float64 {
	if c.rate == 0 {
		return 1
	}
	return c.rate
}
