package etcdnode

import (
	"errors"
	"sync"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
)

// history bounds how many old revisions the member keeps. A lab may ask for a
// watch from any revision that it has seen, and an hour may pass before it does,
// while a room discusses; so etcd's own compaction, which goes by the clock or
// by number, will not do. Here a revision is kept as long as any space has seen
// it since it was last cleared, but no more than keep in all.
type history struct {
	member *Member
	keep   int64 // revisions, if one lab stays open while others write on and on
	step   int64 // revisions to drop at one time, at least

	mu      sync.Mutex
	since   map[*Space]int64 // the first revision seen since the space was cleared
	dropped int64            // revisions before this one
}

// A revision takes about 100 bytes of disk and 150 of memory, measured with
// keys as long as those of locks.
func newHistory(m *Member) *history {
	return &history{member: m, keep: 500_000, step: 10_000, since: map[*Space]int64{}}
}

// visit notes that the space has seen this revision, the latest.
func (h *history) visit(s *Space, revision int64) error {
	h.mu.Lock()
	if _, seen := h.since[s]; !seen && revision > 0 {
		h.since[s] = revision
	}
	before, due := h.due(revision - h.keep)
	h.mu.Unlock()
	return h.drop(before, due)
}

// leave notes that the space was cleared at this revision, the latest, and
// drops what nobody needs any more.
func (h *history) leave(s *Space, revision int64) error {
	h.mu.Lock()
	delete(h.since, s)
	needed := revision
	for _, first := range h.since {
		needed = min(needed, first)
	}
	before, due := h.due(max(needed, revision-h.keep))
	h.mu.Unlock()
	return h.drop(before, due)
}

func (h *history) due(before int64) (int64, bool) {
	if before-h.dropped < h.step {
		return 0, false
	}
	h.dropped = before
	return before, true
}

func (h *history) drop(before int64, due bool) error {
	if !due {
		return nil
	}
	ctx, cancel := h.member.call()
	defer cancel()
	if _, err := h.member.client.Compact(ctx, before); err != nil && !errors.Is(err, rpctypes.ErrCompacted) {
		return h.member.unreached("compact", err)
	}
	return nil
}
