package engine

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/lock"
	"github.com/lockviz/lockviz/engine/scenario"
)

// takesTime matches the lines of a lock client that say, ask, wait or sleep.
var takesTime = regexp.MustCompile(`c\.(Ask|AskAll|ask|read|write|Say|Acquired|Lost|Sleep|WaitAbout|Etcd|WatchEtcd|ZooKeeper|WatchZooKeeper|awaitPatiently)\(|AwaitAny\(|s\.(await|Sleep|rest|store\(\))\(|l\.(answered|remove|vote|set)\(|for c\.Sleep`)

// Whatever happens to them, the clients of each kind of lock stand on lines that
// take time, in a file that the code panel shows for that kind: the panel does not
// drift from the code.
func TestClientsStandOnLinesThatTakeTime(t *testing.T) {
	mutex := scenario.Lock{Kind: scenario.Mutex, Name: "l", TTL: etcdLock.TTL, Timeout: etcdLock.Timeout}
	for _, l := range []scenario.Lock{mutex, oneNode, fiveNode, parallel, etcdLock, zooKeeperLock} {
		t.Run(string(l.Kind), func(t *testing.T) {
			shown := map[string][]string{}
			for _, file := range lock.Files(l.Kind) {
				text, err := lock.Source.ReadFile(file)
				must(t, err)
				shown[file] = strings.Split(string(text), "\n")
			}
			stood := 0
			for seed := range 20 {
				lab := schedule{sc: contention(l, false, uint64(seed))}
				if l.Kind != scenario.Mutex { // it has no servers that could fail
					lab = schedules(l, false, processFaults, networkFaults).Example(seed)
				}
				run := lab.run(t)
				for _, e := range run.Events(0) {
					if e.Pos == nil {
						continue
					}
					stood++
					lines := shown[e.Pos.File]
					if e.Pos.Line > len(lines) || !takesTime.MatchString(lines[e.Pos.Line-1]) {
						t.Fatalf("%s of %s stands at %s:%d: %q", e.Body.Kind(), e.Lane, e.Pos.File, e.Pos.Line, lines[e.Pos.Line-1])
					}
				}
				run.Close()
			}
			if stood == 0 {
				t.Error("nobody ever stood anywhere")
			}
		})
	}
}
