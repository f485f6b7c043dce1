package zktest_test

import (
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine/zktest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestTheServerIsUpOnceStarted(t *testing.T) {
	addr := zktest.Start(t)
	if again := zktest.Start(t); again != addr {
		t.Errorf("started again, at %s instead of %s", again, addr)
	}
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write([]byte("srvr")); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil || !strings.Contains(string(answer), "Mode: standalone") {
		t.Errorf("srvr: %q, %v", answer, err)
	}
}

func TestTheShellIsInstalled(t *testing.T) {
	if _, err := exec.LookPath(zktest.CLI(t)); err != nil {
		t.Error(err)
	}
}
