package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

const (
	one = `{"seq":1,"kind":"started","data":{}}`
	two = `{"seq":2,"kind":"action","data":{"text":"pause A 1s"}}`
)

func eventsOf(epoch string, from, head int, events ...string) string {
	return fmt.Sprintf(`{"type":"events","epoch":%q,"from":%d,"events":[%s],"verdicts":[],"head":{"seq":%d,"now":1,"ended":false,"next":2}}`,
		epoch, from, strings.Join(events, ","), head)
}

// Who holds a server to its protocol must notice when it does not keep it. The page
// holds nothing of log a, and asks for a step (1) and an action (2).
func TestAPageNoticesWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name   string
		frames []string
		want   string // "" if all is well
	}{
		{"as it should be", []string{eventsOf("a", 0, 1, one), `{"type":"done","id":1}`, eventsOf("a", 1, 2, two), `{"type":"done","id":2}`}, ""},
		{"in one frame", []string{eventsOf("a", 0, 2, one, two), `{"type":"done","id":1}`, `{"type":"done","id":2}`}, ""},
		{"refused", []string{`{"type":"error","id":1,"text":"no"}`, `{"type":"error","id":2,"text":"no"}`}, ""},
		{"asleep", []string{`{"type":"ended","text":"asleep","asleep":true}`}, ""},
		{"read too slowly", []string{`{"type":"snapshot","epoch":"b","events":[` + one + `],"head":{"seq":1},"answered":2}`}, ""},
		{"a gap", []string{eventsOf("a", 1, 2, two)}, "a gap"},
		{"another log", []string{eventsOf("b", 0, 1, one)}, "a gap"},
		{"an event is missing", []string{eventsOf("a", 0, 2, two)}, "event 2 comes after 0"},
		{"the head is further", []string{eventsOf("a", 0, 2, one)}, "the head is 2"},
		{"a step before its events", []string{`{"type":"done","id":1}`}, "still ends at 0"},
		{"an action before its event", []string{eventsOf("a", 0, 1, one), `{"type":"done","id":1}`, `{"type":"done","id":2}`}, "is not in the log"},
		{"acknowledged twice", []string{eventsOf("a", 0, 1, one), `{"type":"done","id":1}`, `{"type":"done","id":1}`}, "was not open"},
		{"acknowledged after a refusal", []string{`{"type":"error","id":1,"text":"no"}`, `{"type":"done","id":1}`}, "was not open"},
		{"refused without being asked", []string{`{"type":"error","id":0,"text":"too many"}`}, "not open: refused: too many"},
		{"not asked for", []string{`{"type":"scenario","id":1,"text":""}`}, "nobody asked"},
		{"no frame", []string{`{"type"`}, "unexpected end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &page{log: place{"a", 0}, answers: make(chan answer, 9), open: map[int64]*request{
				1: {do: "step", at: place{"a", 0}}, 2: {do: "act", action: "pause A 1s", at: place{"a", 0}}}}
			var err error
			for _, f := range c.frames {
				if err == nil {
					err = p.take([]byte(f), time.Now())
				}
			}
			if c.want == "" && (err != nil || len(p.open) > 0 || len(p.answers) != 2) {
				t.Errorf("%v; open: %v", err, p.open)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// Whatever the length of a frame, and however it arrives, a reader finds where it
// begins and ends.
func TestAReaderFindsTheEndsOfAFrame(t *testing.T) {
	for _, pad := range []int{0, 1, 100, 300, 383, 384, 385, 511, 512, 513, 1000, 5000} {
		frame := eventsOf("0123456789ab.12", 1234, 20000, `{"seq":"`+strings.Repeat("x", pad)+`"}`)
		for name, way := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "with its end": iotest.DataErrReader,
		} {
			r := &reader{seq: 1234}
			ends, err := r.ends(way(strings.NewReader(frame)))
			if err != nil {
				t.Fatal(err)
			}
			if err := r.take(ends, time.Now()); err != nil || r.seq != 20000 {
				t.Errorf("%d %s: %v, %d", pad, name, err, r.seq)
			}
		}
	}
}

func TestAReaderNoticesAGap(t *testing.T) {
	r := &reader{seq: 3}
	for frame, want := range map[string]string{
		eventsOf("a", 4, 5): "a gap", `{"type":"ended","text":"x"}`: "was sent", `{"type":"error","id":0,"text":"x"}`: "was sent",
	} {
		if err := r.take([]byte(frame), time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", frame, err)
		}
	}
}

// An event counts for a page when its log is so long, in whichever frame it came.
func TestDelivered(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(int64(ms)) }
	r := &reader{had: []mark{{3, at(10)}, {7, at(20)}, {8, at(30)}}}
	got, err := r.delivered([]mark{{2, at(1)}, {3, at(2)}, {5, at(3)}, {8, at(4)}})
	if err != nil || fmt.Sprint(got) != "[9ms 8ms 17ms 26ms]" {
		t.Error(got, err)
	}
	if _, err := r.delivered([]mark{{9, at(1)}}); err == nil {
		t.Error("event 9 never came")
	}
}
