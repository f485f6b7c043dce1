package sim

import (
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// Stream is a seeded source of randomness for one purpose.
type Stream struct{ r *rand.Rand }

// Stream returns the source for a purpose, for example "delay A→store". Each
// purpose has its own, so that one more draw here does not change what is
// drawn there: a run with one thing changed differs in that thing's
// consequences and in nothing else.
func (k *Kernel) Stream(purpose string) *Stream {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return &Stream{rand.New(rand.NewPCG(k.seed, h.Sum64()))}
}

// Between draws a duration from [low, high], whole microseconds above low.
func (s *Stream) Between(low, high time.Duration) time.Duration {
	steps := int64((high - low) / time.Microsecond)
	if steps <= 0 {
		return low
	}
	return low + time.Duration(s.r.Int64N(steps+1))*time.Microsecond
}

// Uint64 draws 64 bits.
func (s *Stream) Uint64() uint64 { return s.r.Uint64() }
