package zknode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// The parts of ZooKeeper's protocol that are spoken here beside go-zookeeper
// (zookeeper.jute, ZooDefs.OpCode).
const (
	opCloseSession = -11
	opSetWatches   = 101

	connectLen  = 44 // of a ConnectRequest, with a password of 16 bytes
	answerLen   = 36 // of a ConnectResponse, without what newer servers add
	replyLen    = 16 // of a ReplyHeader
	replyZxid   = 4  // where it is in that
	zxidLen     = 8
	passwordLen = 16
)

// answer is a server's ConnectResponse. A session that has expired has id 0.
type answer struct {
	timeout  time.Duration
	id       int64
	password [passwordLen]byte
}

func parseAnswer(body []byte) (a answer, ok bool) {
	if len(body) < answerLen {
		return answer{}, false
	}
	a.timeout = time.Duration(binary.BigEndian.Uint32(body[4:])) * time.Millisecond
	a.id = int64(binary.BigEndian.Uint64(body[8:]))
	copy(a.password[:], body[20:])
	return a, true
}

// attach asks a server for the session, on a connection of its own. It returns
// the connection, which the session is on then, or nil: it has expired.
func (a answer) attach(addrs []string, deadline time.Time) (conn net.Conn, err error) {
	for _, addr := range addrs {
		var got answer
		if conn, got, err = a.attachAt(addr, deadline); err != nil {
			continue
		}
		if got.id == 0 {
			conn.Close()
			conn = nil
		}
		return conn, nil
	}
	return nil, err
}

func (a answer) attachAt(addr string, deadline time.Time) (net.Conn, answer, error) {
	conn, err := net.DialTimeout("tcp", addr, min(dialTime, time.Until(deadline)))
	if err != nil {
		return nil, answer{}, err
	}
	got, err := a.shake(conn, deadline)
	if err != nil {
		conn.Close()
		return nil, answer{}, fmt.Errorf("%s: %w", addr, err)
	}
	return conn, got, nil
}

func (a answer) shake(conn net.Conn, deadline time.Time) (answer, error) {
	if err := conn.SetDeadline(deadline); err != nil {
		return answer{}, err
	}
	b := binary.BigEndian.AppendUint32(nil, connectLen)
	b = binary.BigEndian.AppendUint32(b, 0) // protocol version
	b = binary.BigEndian.AppendUint64(b, 0) // last zxid seen
	b = binary.BigEndian.AppendUint32(b, uint32(a.timeout.Milliseconds()))
	b = binary.BigEndian.AppendUint64(b, uint64(a.id))
	b = binary.BigEndian.AppendUint32(b, passwordLen)
	if _, err := conn.Write(append(b, a.password[:]...)); err != nil {
		return answer{}, err
	}
	body, err := readPacket(conn)
	if err != nil {
		return answer{}, errors.Join(errUnheard, err)
	}
	got, ok := parseAnswer(body)
	if !ok {
		return answer{}, fmt.Errorf("an answer of %d bytes to a connect request; it has at least %d", len(body), answerLen)
	}
	return got, nil
}

func readPacket(conn net.Conn) ([]byte, error) {
	var length [4]byte
	if _, err := io.ReadFull(conn, length[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n > maxPacket {
		return nil, fmt.Errorf("a packet of %d bytes; the longest may have %d", n, maxPacket)
	}
	body := make([]byte, n)
	_, err := io.ReadFull(conn, body)
	return body, err
}

// bury makes sure that the session is no more. It ends with the server's word
// that it has expired. If it was there until now, zxid is of its end, and else 0.
func (a answer) bury(addrs []string) (zxid int64, err error) {
	deadline := time.Now().Add(patience)
	for {
		conn, err := a.attach(addrs, deadline)
		if conn == nil {
			return zxid, err
		}
		zxid, err = hangUp(conn)
		conn.Close()
		if err != nil && time.Now().After(deadline) {
			return 0, err
		}
	}
}

// hangUp closes the session that is on a connection.
func hangUp(conn net.Conn) (zxid int64, err error) {
	const xid, closeSession = 1, opCloseSession & 0xffffffff
	b := binary.BigEndian.AppendUint32(nil, 8)
	b = binary.BigEndian.AppendUint32(b, xid)
	b = binary.BigEndian.AppendUint32(b, closeSession)
	if _, err := conn.Write(b); err != nil {
		return 0, err
	}
	for {
		reply, err := readPacket(conn)
		if err != nil {
			return 0, err
		}
		if len(reply) >= replyLen && binary.BigEndian.Uint32(reply) == xid {
			return int64(binary.BigEndian.Uint64(reply[4:])), nil
		}
	}
}
