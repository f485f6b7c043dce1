package scenario

import (
	"slices"
	"testing"
	"time"
)

func TestAdvice(t *testing.T) {
	lock := func(nodes int, timeout time.Duration) Scenario {
		return Scenario{Lock: Lock{Kind: Redlock, Nodes: nodes, TTL: 10 * time.Second, Timeout: timeout}}
	}
	for _, c := range []struct {
		sc   Scenario
		want []string
	}{
		{lock(5, 50*time.Millisecond), nil},
		{lock(4, 50*time.Millisecond), []string{"4 nodes need 3 votes and survive 1 down, no more than 3: an odd number is better."}},
		{lock(2, 50*time.Millisecond), []string{"2 nodes need 2 votes and survive 0 down, no more than 1: an odd number is better."}},
		{lock(5, 2*time.Second), []string{"A timeout of 2s for each node is long beside a TTL of 10s: a node that is down costs much of the lock's time."}},
		{Scenario{Lock: Lock{Kind: Redis}}, nil},
	} {
		if got := c.sc.Advice(); !slices.Equal(got, c.want) {
			t.Errorf("%+v\n got %q\nwant %q", c.sc.Lock, got, c.want)
		}
	}
}
