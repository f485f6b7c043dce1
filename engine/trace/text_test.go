package trace_test

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/trace"
)

var update = flag.Bool("update", false, "rewrite the golden files; read the diff")

func TestTextGolden(t *testing.T) {
	const file = "testdata/samples.txt"
	head := "# One event of every kind, as the text timeline prints it.\n" +
		"# Rewrite with: go test ./engine/trace -update\n"
	got := head + trace.Text(fixtures(t))
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (read it, then rewrite it with -update); got\n%s", file, got)
	}
}

// Positions belong to the JSON form alone: editing a comment in a lock client
// must not change a golden.
func TestTextLeavesOutPositions(t *testing.T) {
	events := fixtures(t)
	with := trace.Text(events)
	for i := range events {
		events[i].Pos = nil
	}
	if without := trace.Text(events); with != without {
		t.Error("the text form depends on positions")
	}
}

func TestTextOfNothing(t *testing.T) {
	if got := trace.Text(nil); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestTimeString(t *testing.T) {
	for in, want := range map[trace.Time]string{
		0:              "0.000000 s",
		999:            "0.000000 s",
		-999:           "0.000000 s",
		12_003_417_000: "12.003417 s",
		-1_500_000:     "-0.001500 s",
	} {
		if got := in.String(); got != want {
			t.Errorf("Time(%d) = %q, want %q", int64(in), got, want)
		}
	}
}

// times are all those that a lab could ever reach, and their negatives.
var times = rapid.Map(rapid.Int64Range(-1e18, 1e18), func(n int64) trace.Time { return trace.Time(n) })

func TestTimeStringReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := times.Draw(t, "at")
		digits := strings.NewReplacer(".", "", " s", "").Replace(at.String())
		micro, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if want := int64(at) / 1000; micro != want {
			t.Fatalf("Time(%d) prints as %q, which reads as %d µs, want %d", int64(at), at, micro, want)
		}
	})
}

func TestTimeArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := times.Draw(t, "at")
		d := time.Duration(rapid.Int64Range(-1e17, 1e17).Draw(t, "d"))
		if got := at.Add(d).Sub(at); got != d {
			t.Fatalf("%v + %v - %v = %v", at, d, at, got)
		}
	})
}

func TestDur(t *testing.T) {
	for in, want := range map[time.Duration]string{
		0:                       "0s",
		15 * time.Second:        "15s",
		1500 * time.Millisecond: "1.5s",
		2 * time.Millisecond:    "2ms",
		time.Minute:             "1m",
		time.Hour:               "1h",
		90 * time.Second:        "1m30s",
		10 * time.Minute:        "10m",
		time.Hour + time.Second: "1h0m1s",
		-5 * time.Second:        "-5s",
	} {
		if got := trace.Dur(in); got != want {
			t.Errorf("Dur(%d) = %q, want %q", int64(in), got, want)
		}
	}
}

// Dur shortens what time.Duration prints; it must not change what it means.
func TestDurReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64().Draw(t, "d"))
		got, err := time.ParseDuration(trace.Dur(d))
		if err != nil || got != d {
			t.Fatalf("Dur(%d) = %q, which reads as %d (%v)", int64(d), trace.Dur(d), int64(got), err)
		}
	})
}
