package check_test

import (
	"slices"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/trace"
)

// story builds a small trace, one event a call. Sequence numbers count from 1, and
// each event is a second after the one before.
type story struct {
	log trace.Log
	now trace.Time
	msg int
	ask map[string]int // the latest request, by who asked for what
}

func tell() *story { return &story{ask: map[string]int{}} }

func (s *story) add(lane string, body trace.Body) *story {
	s.now = s.now.Add(time.Second)
	s.log.Append(trace.Event{At: s.now, Lane: lane, Body: body})
	return s
}

func (s *story) events() []trace.Event { return s.log.Since(0) }

// send is a request on its way; what names it for executes, grants and so on.
func (s *story) send(client, what string) *story {
	s.msg++
	s.ask[client+" "+what] = s.msg
	return s.add(client, trace.Sent{Msg: s.msg, Text: what})
}

// executes is the service carrying out a client's latest request for a grant.
func (s *story) executes(client string) *story {
	return s.add("redis-1", trace.Executed{Msg: s.ask[client+" set"], From: client, Reply: "OK"})
}

// learns is the client's knowledge of its grant, which the service promised for
// some seconds from now.
func (s *story) learns(client string, token int64, seconds int) *story {
	return s.add(client, trace.Acquired{
		Token: token, Until: s.now.Add(time.Duration(1+seconds) * time.Second), Votes: []int{s.ask[client+" set"]},
	})
}

// takes is the whole of an acquire: three events, sent, executed and acquired.
func (s *story) takes(client string, token int64, seconds int) *story {
	return s.send(client, "set").executes(client).learns(client, token, seconds)
}

func (s *story) releases(client string) *story { return s.add(client, trace.Releasing{}) }

// deletes is the service carrying out a release.
func (s *story) deletes(by, owner string) *story {
	return s.add("redis-1", trace.KeyGone{Owner: owner, By: by, Why: trace.Deleted})
}

func (s *story) expires(owner string) *story {
	return s.add("redis-1", trace.KeyGone{Owner: owner, Why: trace.Expired})
}

// queues is a client's key in a queue; leaves is the key's end with its session.
func (s *story) queues(client string, order int64) *story {
	return s.add("etcd-1", trace.KeySet{Key: "lock/" + client, Owner: client, Order: order, Session: client, Until: s.now.Add(9 * time.Second)})
}

func (s *story) leaves(client string) *story {
	return s.add("etcd-1", trace.KeyGone{Key: "lock/" + client, Owner: client, Why: trace.Expired})
}

func (s *story) released(client string) *story { return s.add(client, trace.Released{}) }

func (s *story) crashes(lane string) *story { return s.add(lane, trace.Crashed{}) }

// gives is the whole of a release: releasing, deleted and released.
func (s *story) gives(client string) *story {
	return s.releases(client).deletes(client, client).released(client)
}

func (s *story) accepts(client string, token int64) *story {
	return s.add("store", trace.Accepted{Msg: s.ask[client+" write"], Writer: client, Token: token})
}

func (s *story) rejects(client string, token int64) *story {
	return s.add("store", trace.Rejected{Msg: s.ask[client+" write"], Writer: client, Token: token})
}

// writes is a write that is accepted: two events.
func (s *story) writes(client string, token int64) *story {
	return s.send(client, "write").accepts(client, token)
}

// refused is a write that is rejected: two events.
func (s *story) refused(client string, token int64) *story {
	return s.send(client, "write").rejects(client, token)
}

// copies is a duplicate of a client's latest write, which reaches the store
// under a number of its own.
func (s *story) copies(client string) *story { return s.again(client, "write") }

// again is a copy of a client's latest request on its way.
func (s *story) again(client, what string) *story {
	first := s.ask[client+" "+what]
	s.msg++
	s.ask[client+" "+what] = s.msg
	return s.add(client, trace.Sent{Msg: s.msg, Text: what, Of: first})
}

// verdict is a story and what one property makes of it.
type verdict struct {
	name   string
	story  *story
	status check.Status
	proof  []int
	count  int
}

// judge tells each story, and compares one property's verdict.
func judge(t *testing.T, property string, verdicts []verdict) {
	t.Helper()
	for _, want := range verdicts {
		t.Run(want.name, func(t *testing.T) {
			got := check.All(want.story.events())[property]
			if got.Status != want.status || !slices.Equal(got.Events, want.proof) || got.Count != want.count {
				t.Errorf("%s is %s by %v (%d): %s\nwant %s by %v (%d)\n%s", property, got.Status, got.Events, got.Count, got.Text,
					want.status, want.proof, want.count, trace.Text(want.story.events()))
			}
			if got.Text == "" || got.Events == nil {
				t.Errorf("a verdict says why in words, and its events are a list: %+v", got)
			}
		})
	}
}
