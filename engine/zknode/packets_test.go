package zknode_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/zknode"
)

// However a stream is cut into reads, the same packets are found in it, and all but the
// zxid of each reply is handed on.
func TestPacketsAreFoundHoweverTheyCome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream, passed []byte
		var want [][]byte
		for _, packet := range rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 1, 100)).Draw(t, "packets") {
			stream = binary.BigEndian.AppendUint32(stream, uint32(len(packet)))
			stream = append(stream, packet...)
			passed = binary.BigEndian.AppendUint32(passed, uint32(len(packet)))
			passed = append(passed, blanked(packet, len(want) > 0)...)
			want = append(want, packet[:min(len(packet), 36)]) // as long as an answer
		}
		var reads [][]byte
		for rest := stream; len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "read")
			reads, rest = append(reads, rest[:n]), rest[n:]
		}
		got := zknode.PacketStarts(reads)
		if !bytes.Equal(slices.Concat(reads...), passed) {
			t.Fatalf("handed on %x, want %x", slices.Concat(reads...), passed)
		}
		if len(got) != len(want) {
			t.Fatalf("found %d packets, there are %d", len(got), len(want))
		}
		for i := range want {
			if !bytes.Equal(got[i], want[i]) {
				t.Fatalf("packet %d begins with %x, found %x", i, want[i], got[i])
			}
		}
	})
}

// blanked is a packet without what a reply has of the server's count.
func blanked(packet []byte, reply bool) []byte {
	packet = bytes.Clone(packet)
	for i := 4; reply && i < min(12, len(packet)); i++ {
		packet[i] = 0
	}
	return packet
}
