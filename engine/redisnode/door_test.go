package redisnode_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
)

// call sends bytes as they are and returns the answer's first line.
func call(t *testing.T, addr, bytes string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	must(t, err)
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	_, err = io.WriteString(conn, bytes)
	must(t, err)
	line, _ := bufio.NewReader(conn).ReadString('\n')
	return line
}

const ping = "*1\r\n$4\r\nPING\r\n"

// Whoever connects may send anything.
func TestTheDoorKeepsNonsenseOut(t *testing.T) {
	n := startNode(t)
	for bytes, want := range map[string]string{
		ping:                                   "+PONG",
		"*0\r\n" + ping:                        "+PONG",
		"*-1\r\n" + ping:                       "+PONG",
		"*1\n$4\nPING\r\n":                     "+PONG",
		"*1\r\n$-1\r\n":                        "-ERR Protocol error: invalid bulk length",
		"*2\r\n$4\r\nECHO\r\n$99999999999\r\n": "-ERR Protocol error: invalid length",
		"*3000000000\r\n$1\r\n":                "-ERR Protocol error: invalid length",
		"*1\r\n*1\r\n":                         "-ERR Protocol error: expected '$', got '*'",
		"*x\r\n":                               "-ERR Protocol error: invalid length",
		"GET / HTTP/1.1\r\n\r\n":               "-ERR Protocol error: expected '*', got 'G'",
		"\r\n":                                 "-ERR Protocol error: expected '*', got '\\r'",
		"*" + strings.Repeat("1", 9999):        "-ERR Protocol error: too big a line",
		strings.Replace("*2\r\n$4\r\nECHO\r\n$60000\r\n%\r\n", "%", strings.Repeat("x", 60000), 1): "$60000",
		"*2\r\n$4\r\nECHO\r\n$65536\r\n": "-ERR Protocol error: invalid length",
	} {
		if got := call(t, n.Addr(), bytes); strings.TrimSpace(got) != want {
			t.Errorf("%.40q: %q, want %q", bytes, got, want)
		}
	}
	if got := do(t, n, "PING"); got != "PONG" {
		t.Errorf("the node says %v", got)
	}
}

// Whoever opens connections without end is told where it ends, and each that is
// closed makes room for another.
func TestConnectionsOfANodeAreBounded(t *testing.T) {
	n := startNode(t)
	do(t, n, "PING") // the lab's own
	var open []net.Conn
	for {
		conn, err := net.Dial("tcp", n.Addr())
		must(t, err)
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		_, err = io.WriteString(conn, ping)
		must(t, err)
		line, err := bufio.NewReader(conn).ReadString('\n')
		if line == "-ERR max number of clients reached\r\n" {
			break
		}
		must(t, err)
		if open = append(open, conn); len(open) > 1000 {
			t.Fatal("there is no limit")
		}
	}
	if got := do(t, n, "PING"); got != "PONG" || len(open) != 255 {
		t.Errorf("%v with %d strangers", got, len(open))
	}
	open[0].Close()
	for call(t, n.Addr(), ping) != "+PONG\r\n" { // the node hears of it a moment later
	}
}

// A stranger who takes a client's name is a stranger all the same.
func TestANameIsNoKey(t *testing.T) {
	n := startNode(t)
	asked := make(chan []string, 1)
	n.HandStrangersTo(func(command []string, _ <-chan struct{}) (any, error) { asked <- command; return "seen", nil })
	ctx := context.Background()
	c := redis.NewClient(&redis.Options{Addr: n.Addr(), Protocol: 2, DisableIdentity: true, ClientName: "lockviz-A"})
	defer c.Close()
	if got, err := c.Get(ctx, "k").Result(); got != "seen" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if command := <-asked; command[0] != "GET" {
		t.Errorf("asked %v", command)
	}
}

// A person types into redis-cli, which first asks what commands there are.
func TestRedisCLIReads(t *testing.T) {
	need(t, "redis-cli")
	n := startNode(t)
	n.HandStrangersTo(func([]string, <-chan struct{}) (any, error) { return "seen", nil })
	_, port, err := net.SplitHostPort(n.Addr())
	must(t, err)
	cmd := exec.Command("redis-cli", "-p", port)
	cmd.Stdin = strings.NewReader("GET k\nPING\n")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "seen") || !strings.Contains(string(out), "PONG") {
		t.Errorf("%v: %s", err, out)
	}
}
