package redisnode

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/alicebob/miniredis/v2/server"
)

// Bounds of one command, and of a node. What a lab takes from outside is far below.
const (
	mostWords   = 1024
	mostBytes   = 64 << 10
	mostCallers = 256 // connections at one time; a lab's clients need one each
)

// listen starts the server behind a door of ours, at addr. miniredis trusts those
// who connect: an empty command, or one that announces a terabyte, would end this
// process. So it gets whole commands only, of a length that is known to be harmless.
func (n *Node) listen(addr string) error {
	started, err := n.server.Dial() // without a port of its own
	if err != nil {
		return err
	}
	started.Close()
	n.done = make(chan struct{})
	n.hook()
	if n.door, err = net.Listen("tcp", addr); err != nil {
		n.server.Close()
		return err
	}
	n.addr = n.door.Addr().String()
	n.closed = make(chan struct{})
	go n.admit(n.door, n.closed)
	return nil
}

// admit lets callers in until the door is closed.
func (n *Node) admit(door net.Listener, closed chan<- struct{}) {
	defer close(closed)
	srv := n.server.Server()
	for {
		conn, err := door.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // such as too many open files: some will be closed
			time.Sleep(10 * time.Millisecond)
		default:
			n.welcome(srv, conn)
		}
	}
}

// welcome serves a caller, if there are not too many.
func (n *Node) welcome(srv *server.Server, conn net.Conn) {
	if n.callers.Add(1) > mostCallers {
		n.callers.Add(-1)
		io.WriteString(conn, "-ERR max number of clients reached\r\n")
		conn.Close()
		return
	}
	srv.ServeConn(&caller{Conn: conn, in: bufio.NewReaderSize(conn, 512), left: sync.OnceFunc(func() { n.callers.Add(-1) })})
}

// stop closes the door and all connections.
func (n *Node) stop() {
	close(n.done)
	n.hangUp()
	n.door.Close()
	<-n.closed
	n.server.Close()
}

// caller is a connection that gives whole commands.
type caller struct {
	net.Conn
	in   *bufio.Reader
	next []byte // what is left of the command that is being given
	left func() // counts it no more
}

// Close ends the connection.
func (c *caller) Close() error {
	c.left()
	return c.Conn.Close()
}

// Read gives what the peer sent, a command at a time.
func (c *caller) Read(p []byte) (int, error) {
	for len(c.next) == 0 {
		if err := c.command(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.next)
	c.next = c.next[n:]
	return n, nil
}

// command reads one command, a list of texts. As with Redis, an empty one is
// nothing, and what is no command ends the connection.
func (c *caller) command() error {
	words, err := c.header('*', mostWords)
	if err != nil || words < 1 {
		return err
	}
	whole := fmt.Appendf(nil, "*%d\r\n", words)
	for range words {
		size, err := c.header('$', mostBytes-len(whole))
		if err != nil {
			return err
		}
		if size < 0 {
			return c.refuse("invalid bulk length")
		}
		whole = fmt.Appendf(whole, "$%d\r\n", size)
		text := make([]byte, size+2)
		if _, err := io.ReadFull(c.in, text); err != nil {
			return err
		}
		whole = append(whole, text...)
	}
	c.next = whole
	return nil
}

// header reads a line with a number.
func (c *caller) header(kind byte, most int) (int, error) {
	line, err := c.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return 0, c.refuse("too big a line")
	case err != nil:
		return 0, err
	case line[0] != kind:
		return 0, c.refuse(fmt.Sprintf("expected '%c', got %q", kind, line[0]))
	}
	n, err := strconv.Atoi(string(bytes.TrimRight(line[1:], "\r\n")))
	if err != nil || n > most {
		return 0, c.refuse("invalid length")
	}
	return n, nil
}

func (c *caller) refuse(why string) error {
	_, err := fmt.Fprintf(c.Conn, "-ERR Protocol error: %s\r\n", why)
	return errors.Join(errors.New("redis node: "+why), err)
}
