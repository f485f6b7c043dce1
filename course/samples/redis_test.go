package samples

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
)

func redisServer(t *testing.T) (*miniredis.Miniredis, *redis.Client) {
	t.Helper()
	server := miniredis.RunT(t)
	client := redis.NewClient(&redis.Options{Addr: server.Addr()})
	t.Cleanup(func() { _ = client.Close() })
	return server, client
}

func TestARedisLockExcludesAndReleasesOnlyItsOwn(t *testing.T) {
	server, client := redisServer(t)
	ctx := t.Context()
	a, err := AcquireRedis(ctx, client, "job", 10*time.Second)
	check(t, err)
	if _, err := AcquireRedis(ctx, client, "job", time.Second); !errors.Is(err, ErrTaken) {
		t.Errorf("a second client got %v, want %v", err, ErrTaken)
	}
	if ttl := server.TTL("job"); ttl != 10*time.Second {
		t.Errorf("the key lasts %v", ttl)
	}
	server.FastForward(11 * time.Second)
	b, err := AcquireRedis(ctx, client, "job", 10*time.Second)
	check(t, err)
	if held, err := a.Release(ctx); held || err != nil {
		t.Errorf("a late release: held %v, %v", held, err)
	}
	if held, err := b.Release(ctx); !held || err != nil {
		t.Errorf("a release in time: held %v, %v", held, err)
	}
}

func TestARedisLockAfterAnErrorLeavesNothing(t *testing.T) {
	server, client := redisServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := AcquireRedis(ctx, client, "job", time.Second); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if server.Exists("job") {
		t.Error("the key is there")
	}
}

// One server, and three that are independent.
func TestRedsync(t *testing.T) {
	for _, n := range []int{1, 3} {
		var clients []*redis.Client
		var servers []*miniredis.Miniredis
		for range n {
			server, client := redisServer(t)
			servers, clients = append(servers, server), append(clients, client)
		}
		err := WithRedsync(t.Context(), clients, "job", 8*time.Second, func(ctx context.Context) error {
			if _, limited := ctx.Deadline(); !limited {
				t.Error("the work has no limit")
			}
			for i, s := range servers {
				if !s.Exists("job") {
					t.Errorf("server %d of %d has no key", i+1, n)
				}
			}
			return nil
		})
		check(t, err)
		for i, s := range servers {
			if s.Exists("job") {
				t.Errorf("server %d of %d still has the key", i+1, n)
			}
		}
	}
}

func TestLuaFence(t *testing.T) {
	server, client := redisServer(t)
	fence := redis.NewScript(file(t, "fence.lua"))
	for _, c := range []struct {
		data  string
		token int
		want  int
	}{{"first", 33, 1}, {"newer", 34, 1}, {"late", 33, 0}, {"again", 34, 1}} {
		got, err := fence.Run(t.Context(), client, []string{"file", "file:token"}, c.data, c.token).Int()
		check(t, err)
		if got != c.want {
			t.Errorf("%s with token %d: %d, want %d", c.data, c.token, got, c.want)
		}
	}
	server.CheckGet(t, "file", "again")
	server.CheckGet(t, "file:token", "34")
}

func TestLuaWritesOnlyForTheHolder(t *testing.T) {
	server, client := redisServer(t)
	guarded := redis.NewScript(file(t, "guarded.lua"))
	a, err := AcquireRedis(t.Context(), client, "job", time.Second)
	check(t, err)
	write := func(data string, want int) {
		t.Helper()
		got, err := guarded.Run(t.Context(), client, []string{"job", "file"}, a.value, data).Int()
		check(t, err)
		if got != want {
			t.Errorf("%s: %d, want %d", data, got, want)
		}
	}
	write("in time", 1)
	server.FastForward(2 * time.Second)
	write("late", 0)
	server.CheckGet(t, "file", "in time")
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func file(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(name)
	check(t, err)
	return string(raw)
}
