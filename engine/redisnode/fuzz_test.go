package redisnode_test

import (
	"bytes"
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/redisnode"
)

// FuzzOutside: whatever commands come from outside, one a line, words between tabs,
// none ends the process or keeps it busy; the node stays within its memory and says
// the same in a replay.
func FuzzOutside(f *testing.F) {
	for _, commands := range []string{
		"SET\tk\tv\tNX\tPX\t10\nGET\tk\nPTTL\tk\nDEL\tk", "INCR\tn\nINCRBY\tn\t-9223372036854775808\nDECR\tn",
		"EVAL\tif redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end\t1\tk\tv",
		"EVAL\treturn {KEYS[1], ARGV[#ARGV], tonumber('7') + 1, {1, 'a'}, #KEYS, not true, -1}\t2\ta\tb\tc",
		"SCRIPT\tLOAD\treturn 1\nEVALSHA\te0e1f9fabfc9d4800c877a703b823ac0578ff8db\t0\nSCRIPT\tFLUSH",
		"HSET\th\ta\t1\tb\t2\nHGETALL\th\nHINCRBY\th\ta\t5", "LPUSH\tl\ta\tb\nLRANGE\tl\t0\t-1\nLINSERT\tl\tBEFORE\ta\tc\nRPOPLPUSH\tl\tl",
		"SADD\ts\ta\tb\tc\nSPOP\ts\nSRANDMEMBER\ts\t2\nSMEMBERS\ts", "ZADD\tz\t1\ta\t2\tb\nZRANGE\tz\t0\t-1\tWITHSCORES\nZRANGEBYSCORE\tz\t-inf\t(2\nZPOPMIN\tz",
		"XADD\tx\t*\tf\tv\nXRANGE\tx\t-\t+\nXREAD\tCOUNT\t1\tSTREAMS\tx\t0", "KEYS\t*\nSCAN\t0\tMATCH\tk?\tCOUNT\t5", "MSET\ta\t1\tb\t2\nMGET\ta\tb\nAPPEND\ta\tx\nGETRANGE\ta\t0\t-1",
		"EXPIRE\tk\t5\nPERSIST\tk\nEXPIREAT\tk\t1\nTTL\tk\nPEXPIRETIME\tk", "FLUSHALL\nDBSIZE\nTIME\nTYPE\tk\nWAIT\t0\t0",
	} {
		f.Add(commands)
	}
	n := startNode(f)
	f.Fuzz(func(t *testing.T, commands string) {
		once := fromOutside(t, n, commands)
		if used, _ := n.Memory(); used > 2*redisnode.MaxMemory {
			t.Errorf("the node holds %d bytes", used)
		}
		if again := fromOutside(t, n, commands); !reflect.DeepEqual(once, again) {
			t.Errorf("once %v, then %v", once, again)
		}
	})
}

// fromOutside gives commands to a node that is as new, as far as it takes them.
func fromOutside(t testing.TB, n *redisnode.Node, commands string) (replies []any) {
	must(t, n.Reset(start))
	for line := range strings.SplitSeq(commands, "\n") {
		command := strings.Split(line, "\t")
		if redisnode.Unfit(command) == nil && n.Admit(command) == nil {
			replies = append(replies, do(t, n, command...))
		}
	}
	return append(replies, do(t, n, "DBSIZE"))
}

// FuzzDoor: whatever bytes come over a connection, the node lives on and answers
// others.
func FuzzDoor(f *testing.F) {
	for _, bytes := range []string{
		ping, "*0\r\n" + ping, "*-1\r\n", "*1\r\n$-1\r\n", "*2\r\n$4\r\nECHO\r\n$1\r\nx\r\n", "GET / HTTP/1.1\r\n\r\n", "*1\r\n$7\r\nCOMMAND\r\n",
		"*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n" + ping, "*3\r\n$6\r\nCLIENT\r\n$7\r\nSETNAME\r\n$9\r\nlockviz-A\r\n", "*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\nc\r\n" + ping,
		"*2\r\n$6\r\nSELECT\r\n$1\r\n5\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n", "*1\r\n$5\r\nMULTI\r\n*1\r\n$4\r\nEXEC\r\n", "*1\r\n$4\r\nQUIT\r\n" + ping,
	} {
		f.Add([]byte(bytes))
	}
	n := startNode(f)
	n.HandStrangersTo(func([]string, <-chan struct{}) (any, error) { return []any{"seen", int64(1), nil}, nil })
	f.Fuzz(func(t *testing.T, sent []byte) {
		conn, err := net.Dial("tcp", n.Addr())
		must(t, err)
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(10 * time.Second))
		go func() { // the answers may fill the line
			io.Copy(conn, bytes.NewReader(sent))
			conn.(*net.TCPConn).CloseWrite()
		}()
		if _, err := io.Copy(io.Discard, conn); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Error("the node holds on to a connection that has said all")
		}
		if got := do(t, n, "PING"); got != "PONG" {
			t.Errorf("the node says %v", got)
		}
	})
}
