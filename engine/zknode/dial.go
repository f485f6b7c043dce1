package zknode

import (
	"net"
	"time"

	"github.com/go-zookeeper/zk"
)

// A lab's packets are short. Of a longer one, such as a znode of a stranger's, its
// sessions lose the connection.
const maxPacket = 32 << 10

// connect begins a session, until a deadline. Without a keeper it is to be one.
func connect(addrs []string, keeper *client, deadline time.Time) (*client, error) {
	c := &client{addrs: addrs, keeper: keeper, moved: make(chan struct{}), done: make(chan struct{})}
	limit := maxPacket
	if keeper == nil {
		c.keeper, limit = c, noLimit
	}
	var err error
	c.conn, c.gone, err = zk.Connect(addrs, longest,
		zk.WithDialer(c.dial), zk.WithHostProvider(&hosts{client: c}), zk.WithEventCallback(c.note),
		zk.WithLogger(quiet{}), zk.WithLogInfo(false),
		zk.WithMaxBufferSize(limit), zk.WithMaxConnBufferSize(maxPacket))
	if err != nil {
		return nil, err
	}
	defer c.stirWhenSlow().Stop()
	if _, err = c.ready(deadline); err != nil {
		c.drop()
		c.wait()
		return nil, err
	}
	return c, nil
}

const noLimit = 0 // to go-zookeeper

// lasts reports whether the client begins a new session when its own has expired.
func (c *client) lasts() bool { return c.keeper == c }

// quiet keeps go-zookeeper from writing to standard error.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// hosts tells go-zookeeper where to try next. When all were tried in vain, or
// it is to stop, it waits a second, and gives up the requests that it has not sent.
type hosts struct {
	client *client
	addrs  []string
	next   int
	vain   int // tries since the last success
}

func (h *hosts) Init(addrs []string) error { h.addrs = addrs; return nil }
func (h *hosts) Len() int                  { return len(h.addrs) }
func (h *hosts) Connected()                { h.vain = 0 }

func (h *hosts) Next() (addr string, wait bool) {
	addr = h.addrs[h.next%len(h.addrs)]
	wait = h.vain > 0 && h.vain%len(h.addrs) == 0
	h.next++
	h.vain++
	return addr, wait || h.client.isEnded()
}

// dialTime leaves time for a second try, which TCP makes after 1 s: a server of 50
// labs that start at once may not hear the first.
const dialTime = 2 * time.Second

// dial opens a link for go-zookeeper.
func (c *client) dial(network, addr string, _ time.Duration) (net.Conn, error) {
	if c.isEnded() {
		return nil, errEnded
	}
	conn, err := net.DialTimeout(network, addr, dialTime)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.move()
	if err != nil {
		c.trouble = err
		return nil, err
	}
	if c.ended {
		conn.Close()
		return nil, errEnded
	}
	c.link = open(conn, c)
	return c.link, nil
}
