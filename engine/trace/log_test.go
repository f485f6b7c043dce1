package trace_test

import (
	"testing"

	"github.com/lockviz/lockviz/engine/trace"
)

func TestLogNumbersFromOne(t *testing.T) {
	var log trace.Log
	for want := 1; want <= 3; want++ {
		if e := log.Append(trace.Event{Body: trace.Started{}}); e.Seq != want {
			t.Errorf("got sequence number %d, want %d", e.Seq, want)
		}
	}
	if log.Len() != 3 || len(log.Since(1)) != 2 || len(log.Since(3)) != 0 {
		t.Errorf("Len %d, Since(1) %d, Since(3) %d", log.Len(), len(log.Since(1)), len(log.Since(3)))
	}
}

// Readers keep slices while the lab goes on; neither may see the other's writes.
func TestSinceIsNotDisturbedByAppend(t *testing.T) {
	var log trace.Log
	log.Append(trace.Event{Lane: "A", Body: trace.Started{}})
	seen := log.Since(0)
	_ = append(seen, trace.Event{Lane: "reader", Body: trace.Finished{}})
	log.Append(trace.Event{Lane: "B", Body: trace.Started{}})
	if got := log.Since(1)[0].Lane; got != "B" {
		t.Errorf("a reader's append overwrote the log: lane %q", got)
	}
	if len(seen) != 1 {
		t.Errorf("the reader's slice grew to %d", len(seen))
	}
}
