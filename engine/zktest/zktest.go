// Package zktest gives tests a real ZooKeeper: Debian's, on a free loopback
// port, with a data directory of its own. A test binary starts it at most once,
// and it ends with the binary, however that ends.
package zktest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Where the Debian package zookeeper puts its parts. The jar names those that
// it depends on; slf4j-simple writes the log to the standard error.
const (
	jar = "/usr/share/java/zookeeper.jar"
	log = "/usr/share/java/slf4j-simple.jar"
	cli = "/usr/share/zookeeper/bin/zkCli.sh"
)

// Ticks of 2 s, the default: sessions last 4 to 40 s. Nothing here outlives the
// machine, so nothing waits for the disk.
const config = `tickTime=2000
dataDir=%s
clientPortAddress=127.0.0.1
clientPort=%d
maxClientCnxns=0
admin.enableServer=false
`

// patience is how long the server may take to come up.
const patience = 60 * time.Second

var started = sync.OnceValues(func() (addr string, err error) {
	for range 3 { // somebody else may take the port in between
		addr, err = start()
		if err == nil || !strings.Contains(err.Error(), "Address already in use") {
			break
		}
	}
	return addr, err
})

// Start returns the host:port of the test binary's ZooKeeper. All tests share it:
// each should keep to a path of its own, and close its sessions.
//
// Where ZooKeeper is not installed the test is skipped, or fails if CI=true.
func Start(t testing.TB) string {
	t.Helper()
	need(t, jar, log)
	addr, err := started()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// CLI returns the path of zkCli.sh, or skips or fails the test as Start does.
func CLI(t testing.TB) string {
	t.Helper()
	need(t, jar, cli)
	return cli
}

func need(t testing.TB, files ...string) {
	t.Helper()
	_, err := exec.LookPath("java")
	for _, f := range files {
		_, missing := os.Stat(f)
		err = errors.Join(err, missing)
	}
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("ZooKeeper is missing, and CI=true: %v", err)
	default:
		t.Skipf("ZooKeeper is missing: nothing is compared with it: %v", err)
	}
}

// keeper runs a server until its own input ends, which is when the test binary
// is gone, and removes what the server leaves.
const keeper = `
dir=$1
shift
trap : INT TERM
"$@" &
exec >/dev/null 2>&1
read -r _
kill -9 $!
wait
rm -rf "$dir"
`

func start() (string, error) {
	dir, err := os.MkdirTemp("", "zookeeper")
	if err != nil {
		return "", err
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "zoo.cfg")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, dir, port), 0o600); err != nil {
		return "", err
	}
	server := exec.Command("sh", "-c", keeper, "keeper", dir,
		"java", "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-Dzookeeper.forceSync=no", "-Dzookeeper.preAllocSize=1024",
		"-Dznode.container.checkIntervalMs=86400000", // it would change the tree in the middle of a test
		"-cp", jar+":"+log, "org.apache.zookeeper.server.quorum.QuorumPeerMain", file)
	if err := run(server); err != nil {
		return "", err
	}
	return fmt.Sprintf("127.0.0.1:%d", port), nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// run starts the server and waits until it says that it is up.
func run(server *exec.Cmd) error {
	says, hears, err := os.Pipe()
	if err != nil {
		return err
	}
	defer says.Close() // what it says later is nobody's
	server.Stdout, server.Stderr = hears, hears
	end, err := server.StdinPipe()
	if err != nil {
		return err
	}
	err = server.Start()
	hears.Close()
	if err != nil {
		return err
	}
	impatience := time.AfterFunc(patience, func() { end.Close() })
	defer impatience.Stop()
	if err := untilUp(says); err != nil {
		end.Close()
		return errors.Join(err, server.Wait())
	}
	inputs = append(inputs, end)
	return nil
}

// inputs are what keepers wait on. The end of the process closes them; if they
// were forgotten here, the garbage collector would.
var inputs []io.Closer

// untilUp reads the log until what is said last of all before requests are served.
func untilUp(log io.Reader) error {
	var said strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "ZKAuditProvider") {
			return nil
		}
	}
	return fmt.Errorf("ZooKeeper ended, or was not up within %v. Its log:\n%s", patience, said.String())
}
