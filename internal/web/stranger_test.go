package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/lockviz/lockviz/engine/trace"
)

// stranger connects to a node of the tab's lab as a person's tool does.
func (c *tab) stranger(lane string) (*redis.Client, string) {
	c.t.Helper()
	addr := c.addr(lane)
	client := redis.NewClient(&redis.Options{Addr: addr, Protocol: 2, DisableIdentity: true, MaxRetries: -1, DialerRetries: 1})
	c.t.Cleanup(func() { client.Close() })
	return client, addr
}

// addr asks where a lane's server listens.
func (c *tab) addr(lane string) string {
	c.t.Helper()
	for _, l := range c.hello().Lab.Lanes {
		if l.ID == lane {
			return l.Addr
		}
	}
	c.t.Fatalf("there is no lane %s", lane)
	return ""
}

// wantSaid reads events until one on a lane says this.
func (c *tab) wantSaid(lane, say string) {
	c.t.Helper()
	for {
		f := c.next()
		for _, e := range f.Events {
			if e.Lane == lane && strings.Contains(e.Body.Say(), say) {
				return
			}
		}
	}
}

// What a person does with a tool of their own is on the page at once.
func TestAStrangersCommandIsOnThePage(t *testing.T) {
	s := newSite(t, nil)
	c := s.dial(someVisitor, "free")
	outside, _ := c.stranger("redis-1")
	now := c.ask(`"do":"run","to":"acquired"`).Head.Now

	value, err := outside.Do(context.Background(), "GET", "lock:job:4471").Text()
	if err != nil || value == "" {
		t.Fatalf("GET: %q, %v", value, err)
	}
	f := c.want("events")
	if e := f.Events[len(f.Events)-1]; f.Head.Now != now || e.At != now || !strings.Contains(e.Body.Say(), `from a stranger: GET lock:job:4471 ⇒ "`+value+`"`) {
		t.Errorf("at %s, want %s: %s", f.Head.Now, now, trace.Text(f.Events))
	}
	if err := outside.Do(context.Background(), "DEL", "lock:job:4471").Err(); err != nil {
		t.Fatal(err)
	}
	c.wantSaid("redis-1", "deleted by stranger")
	c.ask(`"do":"run","to":"acquired"`) // B gets what A still believes in
}

func TestRedisCLIIsAStranger(t *testing.T) {
	cli, err := exec.LookPath("redis-cli")
	if err != nil {
		t.Skip("redis-cli is not installed")
	}
	c := newSite(t, nil).dial(someVisitor, "free")
	_, port, _ := strings.Cut(c.addr("redis-1"), ":")
	c.ask(`"do":"run","to":"acquired"`)
	for _, args := range []struct{ command, prints, says string }{
		{"GET lock:job:4471", "", "from a stranger: GET lock:job:4471 ⇒ "},
		{"PTTL lock:job:4471", "99", "PTTL lock:job:4471 ⇒ (integer) 99"},
		{"DEL lock:job:4471", "1\n", "deleted by stranger"},
		{"GET lock:job:4471", "\n", "GET lock:job:4471 ⇒ (nil)"},
		{"KEYS *", "lock:job:4471:token\n", "KEYS * ⇒ 1) "},
	} {
		out, err := exec.Command(cli, append([]string{"-p", port}, strings.Fields(args.command)...)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), args.prints) {
			t.Errorf("%s printed %q: %v", args.command, out, err)
		}
		c.wantSaid("redis-1", args.says)
	}
}

// Strangers that never stop asking, while the lab is stepped, reset, branched,
// crashed and closed under them: nobody waits for the other.
func TestStrangersHoldUpNothing(t *testing.T) {
	s := newSite(t, nil)
	c := s.dial(someVisitor, "free")
	c.hello()
	addr := c.addr("redis-1")
	stop, asking := make(chan struct{}), sync.WaitGroup{}
	for range 2 {
		asking.Go(func() { pester(addr, stop) })
	}
	for range 3 {
		c.ask(`"do":"run","to":"acquired"`)
		for _, crash := range []string{"crash redis-1", "crash redis-1 lose-data"} {
			down := c.ask(`"do":"act","seq":1,"text":"` + crash + `"`).Head.Seq // a branch; nobody can ask a node that is down
			c.ask(fmt.Sprintf(`"do":"act","seq":%d,"text":"restart redis-1"`, down))
		}
		c.ask(`"do":"open","branch":"main"`)
		c.ask(`"do":"reset"`)
	}
	c.ask(`"do":"run","to":"acquired"`)
	s.labs.Close() // under their hands
	close(stop)
	asking.Wait()
}

// pester asks as fast as it can, with a new connection when the old one breaks.
func pester(addr string, stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
			askOn(addr)
		}
	}
}

// askOn asks over one connection until it breaks.
func askOn(addr string) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return // the node is down
	}
	defer conn.Close()
	replies := bufio.NewReader(conn)
	for err == nil {
		if _, err = io.WriteString(conn, "EXISTS lock:job:4471\r\n"); err == nil {
			_, err = replies.ReadString('\n')
		}
	}
}
