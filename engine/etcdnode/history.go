package etcdnode

import (
	"errors"
	"sync"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// history bounds how many old revisions the member keeps. A lab may ask for a
// watch from any revision that it has seen, and an hour may pass while a room
// discusses; so etcd's own compaction, which goes by the clock or by number,
// will not do. What lies before the first revision that any lab in use has
// seen is dropped, and what is older than maxHistory.
type history struct {
	client *clientv3.Client

	mu        sync.Mutex
	since     map[*Space]int64 // the first revision seen since the space was cleared
	compacted int64
}

const (
	// maxHistory bounds memory and disk if one lab stays open while others write
	// on and on: about 250 bytes of each for a revision.
	maxHistory = 500_000
	// compactEvery keeps compactions rare.
	compactEvery = 10_000
)

func newHistory(c *clientv3.Client) *history {
	return &history{client: c, since: map[*Space]int64{}}
}

// visit notes that the space has seen this revision.
func (h *history) visit(s *Space, revision int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, seen := h.since[s]; !seen && revision > 0 {
		h.since[s] = revision
	}
}

// leave notes that the space, cleared at this revision, needs none before, and
// drops what nobody needs.
func (h *history) leave(s *Space, revision int64) error {
	upTo, due := h.without(s, revision)
	if !due {
		return nil
	}
	ctx, cancel := s.member.call()
	defer cancel()
	if _, err := h.client.Compact(ctx, upTo); err != nil && !errors.Is(err, rpctypes.ErrCompacted) {
		return s.member.unreached("compact", err)
	}
	return nil
}

func (h *history) without(s *Space, revision int64) (upTo int64, due bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.since, s)
	upTo = revision
	for _, first := range h.since {
		upTo = min(upTo, first)
	}
	upTo = max(upTo, revision-maxHistory)
	if upTo-h.compacted < compactEvery {
		return 0, false
	}
	h.compacted = upTo
	return upTo, true
}
