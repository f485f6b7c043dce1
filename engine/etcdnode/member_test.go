package etcdnode_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/etcdnode"
	"github.com/lockviz/lockviz/engine/rpc"
)

// shared is the member of the tests that need no other: labs share one, too.
var shared *etcdnode.Member

func TestMain(m *testing.M) {
	var err error
	if shared, err = etcdnode.Start(""); err != nil {
		panic(err)
	}
	shared.Wait()
	code := m.Run()
	if err := shared.Close(); err != nil {
		panic(err)
	}
	os.Exit(code)
}

func start(t testing.TB, dir string) *etcdnode.Member {
	t.Helper()
	m, err := etcdnode.Start(dir)
	must(t, err)
	m.Wait()
	t.Cleanup(func() { m.Close() })
	return m
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	running := goleak.IgnoreCurrent() // the shared member's
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	m, err := etcdnode.Start("")
	must(t, err)
	b := bench{t, m.Space("a")}
	b.put("k", 0)
	b.watch("k", 0)
	c := stranger(t, m)
	watching := c.Watch(t.Context(), "k", clientv3.WithCreatedNotify())
	<-watching
	must(t, m.Close())
	must(t, c.Close())
	must(t, m.Close())
	goleak.VerifyNone(t, running)
	if left, _ := os.ReadDir(temp); len(left) != 0 {
		t.Errorf("left in the temporary directory: %v", left)
	}
}

func TestAClosedMemberSaysSo(t *testing.T) {
	m := start(t, "")
	s := m.Space("a")
	w, err := s.Watch(rpc.Watch{Key: "k"})
	must(t, err)
	must(t, m.Close())
	if d, open := <-w.C; open {
		t.Errorf("the watch says %v", d)
	}
	for _, err := range []error{m.Err(), doErr(s), watchErr(s), s.Clear()} {
		if err == nil || !contains(err.Error(), "the member is closed") {
			t.Errorf("got %v, want that the member is closed", err)
		}
	}
}

// etcd ends its process when it cannot go on. Here the process has other labs.
func TestAMemberThatFailsSaysWhy(t *testing.T) {
	said := listen(t)
	m := start(t, "")
	s := m.Space("a")
	w, err := s.Watch(rpc.Watch{Key: "k"})
	must(t, err)
	must(t, m.Err())
	m.Fail("failed to save", "no space left on device")
	if d, open := <-w.C; open {
		t.Errorf("the watch says %v", d)
	}
	for _, err := range []error{m.Err(), doErr(s), watchErr(s), s.Clear()} {
		if err == nil || !contains(err.Error(), "the member has stopped: failed to save: no space left on device") {
			t.Errorf("got %v, want the reason", err)
		}
	}
	must(t, m.Close())
	if log := said.String(); !contains(log, "level=ERROR") || !contains(log, "etcd: failed to save") || !contains(log, "no space left on device") {
		t.Errorf("the log says %q", log)
	}
}

func TestAHealthyMemberLogsNothing(t *testing.T) {
	said := listen(t)
	m := start(t, "")
	b := bench{t, m.Space("a")}
	b.fires(b.watch("k", 0), "k", func() int64 {
		b.put("k", b.grant(time.Second))
		return b.do(rpc.Op{Do: rpc.Delete, Key: "k"}).Revision
	}())
	must(t, b.s.Clear())
	must(t, m.Close())
	if said.Len() != 0 {
		t.Errorf("the log says %s", said)
	}
}

// listen catches what is logged until the test ends.
func listen(t *testing.T) *bytes.Buffer {
	var said bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&said, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return &said
}

func TestDirectories(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	first := start(t, dir)
	b := bench{t, first.Space("a")}
	lease := b.grant(10 * time.Second)
	b.put("k", lease)
	theirs := filepath.Join(dir, "member")
	must(t, os.WriteFile(theirs, nil, 0o600))
	if _, err := etcdnode.Start(dir); err == nil || !contains(err.Error(), dir) || !contains(err.Error(), "in use") {
		t.Errorf("a second member in one directory: got %v", err)
	}
	must(t, first.Close())

	again := bench{t, start(t, dir).Space("a")}
	again.want(rpc.Op{Do: rpc.Get, Key: "k"}, nothing)
	if ttl := again.do(rpc.LeaseKeepAlive{Lease: lease}).TTL; ttl != 0 {
		t.Errorf("a lease of the process before lives on: %s left", ttl)
	}
	if _, err := os.Stat(theirs); err != nil {
		t.Errorf("a file beside the member's directory: %v", err)
	}
}

func TestADirectoryThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	if _, err := etcdnode.Start(file); err == nil || !contains(err.Error(), file) {
		t.Errorf("got %v, want the directory named", err)
	}
}

// What a killed process left is removed by the next. What lives, or is not
// known to be ours, stays.
func TestTemporaryDirectoriesOfTheDead(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	living := start(t, "")
	for _, dead := range []string{"lockviz-etcd-1", "lockviz-etcd-2"} {
		must(t, os.MkdirAll(filepath.Join(temp, dead, "member", "snap"), 0o700))
		must(t, os.WriteFile(filepath.Join(temp, dead, "lock"), nil, 0o600))
	}
	for _, other := range []string{"lockviz-etcd-3", "lockviz-etcd", "lockviz"} {
		must(t, os.MkdirAll(filepath.Join(temp, other), 0o700))
	}
	before, err := os.ReadDir(temp)
	must(t, err)
	must(t, start(t, "").Close())
	after, err := os.ReadDir(temp)
	must(t, err)
	if len(after) != len(before)-2 {
		t.Errorf("before: %v, after: %v", before, after)
	}
	bench{t, living.Space("a")}.put("k", 0)
}
