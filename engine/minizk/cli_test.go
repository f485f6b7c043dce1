package minizk_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/zktest"
)

// Whoever attaches with zkCli.sh sees the znodes.
func TestZkCliListsZnodes(t *testing.T) {
	addr := startOurs(t)
	p := newPlayer(t, addr)
	defer p.end()
	for _, line := range []string{"A connect", "A create =/lock -", "A create =/lock/n- x es", "A create =/lock/n- y es"} {
		p.do(line)
	}
	if said := zkCli(t, addr, "", "ls", "/lock"); !slices.Contains(said, "[n-0000000000, n-0000000001]") {
		t.Errorf("ls /lock: %q", said)
	}
}

// $ is the node below which it happens.
const typed = `
create $/a one
create -e -s $/a/n- two
create -c $/c
create $/none/a x
ls -s $/a
get -w $/a
set -v 7 $/a two
set -v 0 $/a three
get -s $/a
stat -w $/b
create $/b
getAllChildrenNumber $
getEphemerals $
getAcl $/a
setAcl $/a world:anyone:cdrwa
addauth digest me:secret
sync $/a
ls -w $/a
removewatches $/a
removewatches $/none
delete $/a
deleteall $/a
ls $
close
`

// A session of zkCli.sh goes as it does on ZooKeeper.
func TestZkCliSeesNoDifference(t *testing.T) {
	real, ours := shell(t, zktest.Start(t)), shell(t, startOurs(t))
	if !slices.Equal(real, ours) || !slices.Contains(real, "Created $/a/n-0000000000") {
		t.Errorf("on ZooKeeper\n%s\non minizk\n%s", strings.Join(real, "\n"), strings.Join(ours, "\n"))
	}
}

// shell is what zkCli.sh says that is the same on any two servers, and what its
// watches say after that: another thread of it writes them, at any time.
func shell(t *testing.T, addr string) []string {
	root := newPlayer(t, addr).root
	var said, watched []string
	for _, line := range zkCli(t, addr, strings.ReplaceAll(typed, "$", root)) {
		line = strings.ReplaceAll(line, root, "$")
		switch {
		case differs.MatchString(line):
		case strings.HasPrefix(line, "WatchedEvent"):
			watched = append(watched, line)
		default:
			said = append(said, line)
		}
	}
	return append(said, watched...)
}

// differs is what differs between two servers, or runs: zxids, sessions, times,
// ports, and what the shell says of itself.
var differs = regexp.MustCompile(`^(Connecting to|[cmp]Zxid|[cm]time|ephemeralOwner|SLF4J|JLine|Welcome|WATCHER|$)`)

// zkCli runs zkCli.sh with commands and returns what it writes, line by line.
func zkCli(t *testing.T, addr, commands string, args ...string) []string {
	t.Helper()
	cli := exec.Command(zktest.CLI(t), append([]string{"-server", addr}, args...)...)
	cli.Stdin = strings.NewReader(commands)
	out, err := cli.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.Split(string(out), "\n")
}
