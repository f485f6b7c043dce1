package minizk_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/minizk"
)

// Whatever frames come, from four connections, nothing breaks: what is kept stays
// consistent and within its limits, and what is sent is whole.
//
// The seeds are what the clients of the transcripts send.
func FuzzFrames(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	must(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(f, err)
		f.Add(frames(string(text)))
	}
	limits := minizk.Limits{Frame: 1 << 16, Queue: 1 << 16, Handshake: time.Second,
		Connections: 4, Sessions: 8, Watches: 6, Nodes: 24, Bytes: 2000}
	f.Fuzz(func(t *testing.T, stream []byte) {
		b := minizk.NewBench(limits)
		for len(stream) >= 3 {
			who, n := stream[0], min(int(binary.BigEndian.Uint16(stream[1:])), len(stream)-3)
			frame := stream[3 : 3+n]
			if stream = stream[3+n:]; who&4 != 0 {
				b.Connect(int(who&3), frame)
			} else {
				b.Request(int(who&3), frame)
			}
			if err := b.Check(); err != nil {
				t.Fatalf("after %x of client %d: %v", frame, who&3, err)
			}
		}
	})
}

// frames is what the clients of a transcript send, one after another. Who comes
// back asks for the first session.
func frames(text string) []byte {
	p := &player{}
	var stream bytes.Buffer
	for line := range strings.Lines(text) {
		w := words(strings.Fields(line))
		if line[0] == ' ' || line[0] == '#' || len(w) == 0 {
			continue
		}
		client := int(w[0][0]-'A') % 4
		switch v, known := verbs[w[1]]; {
		case w[1] == "connect", w[1] == "attach":
			session := int64(0)
			if w[1] == "attach" {
				session = minizk.FirstSession
			}
			var hello writer
			hello.i32(0).i64(0).i32(10_000).i64(session).bytes(make([]byte, 16)).raw(0)
			stream.Write(minizk.Packet(client, true, hello))
		case known:
			var request writer
			request.i32(1).i32(v.op)
			v.write(p, &request, w[2:])
			stream.Write(minizk.Packet(client, false, request))
		}
	}
	return stream.Bytes()
}
