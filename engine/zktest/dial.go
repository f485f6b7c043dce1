package zktest

import (
	"encoding/binary"
	"io"
	"net"
	"time"
)

// Dial opens a connection for a test's go-zookeeper client (zk.WithDialer) that is not
// to be made again. That library, in v1.0.4, keeps the zxid of replies without a lock, and
// may read it after the first of them (conn.go, sendSetWatches), which Go's race detector
// finds. Only one that attaches again needs it, so here replies come without.
func Dial(network, addr string, timeout time.Duration) (net.Conn, error) {
	conn, err := net.DialTimeout(network, addr, timeout)
	return &unnumbered{Conn: conn}, err
}

// unnumbered reads packets whole, each with its length before it, and blanks the zxid
// of all but the first, which is the answer to the connect request.
type unnumbered struct {
	net.Conn
	begun bool
	rest  []byte // of a packet that was read
}

func (c *unnumbered) Read(p []byte) (n int, err error) {
	if len(c.rest) == 0 {
		if c.rest, err = c.packet(); err != nil {
			return 0, err
		}
	}
	n = copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

func (c *unnumbered) packet() ([]byte, error) {
	const lengthLen, zxid, zxidEnd = 4, 8, 16
	packet := make([]byte, lengthLen)
	if _, err := io.ReadFull(c.Conn, packet); err != nil {
		return nil, err
	}
	packet = append(packet, make([]byte, binary.BigEndian.Uint32(packet))...)
	_, err := io.ReadFull(c.Conn, packet[lengthLen:])
	if c.begun && len(packet) >= zxidEnd {
		clear(packet[zxid:zxidEnd])
	}
	c.begun = true
	return packet, err
}
