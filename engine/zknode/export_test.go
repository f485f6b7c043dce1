package zknode

import (
	"bytes"
	"time"
)

// SetPatience changes how long a call may take.
func SetPatience(d time.Duration) (before time.Duration) {
	before, patience = patience, d
	return before
}

// Kill ends a session on the server at an address, as its own expiry does. The
// session must be cut off meanwhile, or it fights for itself.
func (s *Session) Kill(addr string) error {
	_, err := s.client.granted().bury([]string{addr})
	return err
}

// PacketStarts is what is overheard of packets that come in these reads, of which
// the first is an answer. What go-zookeeper is not told is blanked in the reads.
func PacketStarts(reads [][]byte) (starts [][]byte) {
	var p packets
	for _, read := range reads {
		p.add(read, func(start []byte) {
			starts = append(starts, bytes.Clone(start))
			p.begun = true
		})
	}
	return starts
}
