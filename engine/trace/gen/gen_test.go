package main

import (
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/trace"
)

const root = "../../.."

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	if err := run(root, true); err != nil {
		t.Fatal(err)
	}
}

// A stale file must be named, or nobody finds out which command mends it.
func TestCheckNamesTheStaleFile(t *testing.T) {
	f := output{"docs/events.md", []byte("something else")}
	err := f.compare(root)
	if err == nil || !strings.Contains(err.Error(), "docs/events.md is stale") {
		t.Fatalf("got %v", err)
	}
}

func TestConstant(t *testing.T) {
	for kind, want := range map[string]string{"acquired": "ACQUIRED", "key-set": "KEY_SET"} {
		if got := constant(trace.Kind(kind)); got != want {
			t.Errorf("constant(%q) = %q, want %q", kind, got, want)
		}
	}
}
