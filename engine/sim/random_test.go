package sim_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/sim"
)

func draws(s *sim.Stream, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = s.Uint64()
	}
	return out
}

// What is drawn for one purpose does not depend on what is drawn for others.
func TestStreamsAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := sim.New(rapid.Uint64().Draw(t, "seed"), nil)
		alone := draws(k.Stream("delay A→store"), 20)
		mixed, other := k.Stream("delay A→store"), k.Stream("delay B→store")
		var got []uint64
		for range 20 {
			draws(other, rapid.IntRange(0, 3).Draw(t, "others"))
			got = append(got, mixed.Uint64())
		}
		if !slices.Equal(got, alone) {
			t.Fatalf("drawing from another stream changed this one: %v, want %v", got, alone)
		}
	})
}

func TestSeedsAndPurposesDiffer(t *testing.T) {
	seen := map[string]string{}
	for seed := range uint64(20) {
		k := sim.New(seed, nil)
		for _, purpose := range []string{"client A", "client B", "client AB", "delay A→B", "delay B→A", ""} {
			name, drawn := fmt.Sprintf("seed %d, %s", seed, purpose), fmt.Sprint(draws(k.Stream(purpose), 2))
			if twin := seen[drawn]; twin != "" {
				t.Errorf("%s draws what %s draws", name, twin)
			}
			seen[drawn] = name
		}
	}
}

func TestBetween(t *testing.T) {
	s := sim.New(1, nil).Stream("delay")
	rapid.Check(t, func(t *rapid.T) {
		low := time.Duration(rapid.Int64Range(0, 1e9).Draw(t, "low"))
		high := low + time.Duration(rapid.Int64Range(0, 1e6).Draw(t, "more"))
		d := s.Between(low, high)
		if d < low || d > high || (d-low)%time.Microsecond != 0 {
			t.Fatalf("drew %v from [%v, %v]", d, low, high)
		}
	})
	ends := map[time.Duration]bool{}
	for range 200 {
		ends[s.Between(time.Millisecond, time.Millisecond+3*time.Microsecond)] = true
	}
	if len(ends) != 4 {
		t.Errorf("drew %v, want all four, both ends included", ends)
	}
}
