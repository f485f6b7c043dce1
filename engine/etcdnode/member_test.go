package etcdnode_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

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
	t.Cleanup(func() { m.Close() })
	return m
}

func must(t testing.TB, err error) {
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
	must(t, m.Close())
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
		if err == nil || !contains(err.Error(), "etcd is closed") {
			t.Errorf("got %v, want that etcd is closed", err)
		}
	}
}

func TestDirectories(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	first := start(t, dir)
	b := bench{t, first.Space("a")}
	lease := b.grant(10 * time.Second)
	b.put("k", lease)
	b.grant(time.Second) // and no key on it
	if _, err := etcdnode.Start(dir); err == nil || !contains(err.Error(), dir+" is in use") {
		t.Errorf("a second member in one directory: got %v", err)
	}
	must(t, first.Close())

	again := bench{t, start(t, dir).Space("a")}
	again.want(rpc.Op{Do: rpc.Get, Key: "k"}, nothing)
	if ttl := again.do(rpc.LeaseKeepAlive{Lease: lease}).TTL; ttl != 0 {
		t.Errorf("a lease of the process before lives on: %s left", ttl)
	}
}

func TestADirectoryThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	if _, err := etcdnode.Start(file); err == nil || !contains(err.Error(), file) {
		t.Errorf("got %v, want the directory named", err)
	}
}
