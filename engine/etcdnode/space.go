package etcdnode

import (
	"errors"
	"net/url"
	"sync"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// root is above the keys of all labs.
const root = "/lockviz/"

// Space is one lab's part of the member: the keys below its prefix, and the
// leases granted through it. The server's revision is the whole member's: it
// rises with every write of any lab.
type Space struct {
	member *Member
	prefix string

	mu     sync.Mutex
	leases map[int64]time.Duration // live ones, and the time to live that was asked for
}

// Space is the part of the member for the lab with this id. Two labs must not
// have the same.
func (m *Member) Space(id string) *Space {
	return &Space{member: m, prefix: root + url.PathEscape(id) + "/", leases: map[int64]time.Duration{}}
}

// Prefix starts the space's keys on the server: /lockviz/<id>/.
func (s *Space) Prefix() string { return s.prefix }

// Clear deletes every key of the space and revokes every lease granted through
// it that is left. A watcher that is not cancelled before is told of the
// deletion.
func (s *Space) Clear() error {
	ctx, cancel := s.member.call()
	defer cancel()
	gone, err := s.member.client.Delete(ctx, s.prefix, clientv3.WithPrefix())
	if err != nil {
		return s.member.unreached("clear "+s.prefix, err)
	}
	for _, lease := range s.granted() {
		if err := s.member.revoke(clientv3.LeaseID(lease)); err != nil {
			return err
		}
		s.forget(lease)
	}
	return s.member.history.leave(s, gone.Header.Revision)
}

func (m *Member) revoke(lease clientv3.LeaseID) error {
	ctx, cancel := m.call()
	defer cancel()
	if _, err := m.client.Revoke(ctx, lease); err != nil && !errors.Is(err, rpctypes.ErrLeaseNotFound) {
		return m.unreached("revoke a lease", err)
	}
	return nil
}

func (s *Space) remember(lease int64, ttl time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leases[lease] = ttl
}

func (s *Space) forget(lease int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.leases, lease)
}

func (s *Space) asked(lease int64) (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ttl, ok := s.leases[lease]
	return ttl, ok
}

func (s *Space) granted() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]int64, 0, len(s.leases))
	for lease := range s.leases {
		all = append(all, lease)
	}
	return all
}
