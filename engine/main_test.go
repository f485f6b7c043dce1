package engine

import (
	"os"
	"testing"
)

// shared are the services that the tests' labs share, as those of one program do.
var shared *Backends

func TestMain(m *testing.M) {
	shared = NewBackends(ByEnvironment())
	code := m.Run()
	shared.Close()
	os.Exit(code)
}
