package zknode_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-zookeeper/zk"
	"go.uber.org/goleak"

	"github.com/lockviz/lockviz/engine/minizk"
	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/zknode"
)

// onAll plays a test on every kind of server.
func onAll(t *testing.T, play func(t *testing.T, addr string)) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) { play(t, kind.start(t)) })
	}
}

// A server puts the event of a change on a connection before the reply to a read
// that is made after the change.
func TestAnEventIsNeverLate(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		b := begin(t, addr)
		a, c := b.connect(), b.connect()
		for range 1000 {
			b.refused(c, rpc.Exists{Path: "/x", Watch: true}, rpc.NoNode)
			b.created(a, rpc.Create{Path: "/x"}, "/x")
			b.fired(c, rpc.Event{Path: "/x", Type: rpc.NodeCreated})
			b.ok(c, rpc.Children{Path: "/", Watch: true})
			b.ok(a, rpc.DeleteNode{Path: "/x"})
			b.fired(c, rpc.Event{Path: "/", Type: rpc.NodeChildrenChanged})
			if t.Failed() {
				return
			}
		}
	})
}

// What was changed while the connection was broken reaches a watch all the same.
func TestAWatchMissesNothing(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		p := through(t, addr)
		b, s := begin(t, p.addr), stranger(t, addr)
		a := b.connect()
		for _, path := range []string{"/gone", "/changed", "/parent", "/same"} {
			b.created(a, rpc.Create{Path: path}, path)
			b.ok(a, rpc.Exists{Path: path, Watch: true})
		}
		b.refused(a, rpc.Exists{Path: "/new", Watch: true}, rpc.NoNode)
		b.ok(a, rpc.Children{Path: "/parent", Watch: true})
		b.created(a, rpc.Create{Path: "/mine", Ephemeral: true}, "/mine")

		mend := p.cut()
		root := b.space.Root()
		must(t, s.Delete(root+"/gone", -1))
		s.create(root+"/new", 0)
		s.create(root+"/parent/child", 0)
		_, err := s.Set(root+"/changed", []byte("v"), -1)
		must(t, err)
		mend()

		events, err := a.Fired()
		must(t, err)
		got := map[rpc.Event]int{}
		for _, e := range events { // their order is the server's choice: it goes through what it was asked to watch
			got[e]++
		}
		b.same("events", got, map[rpc.Event]int{
			{Path: "/gone", Type: rpc.NodeDeleted}:           1,
			{Path: "/new", Type: rpc.NodeCreated}:            1,
			{Path: "/parent", Type: rpc.NodeChildrenChanged}: 1,
			{Path: "/changed", Type: rpc.NodeDataChanged}:    1,
		})
		b.same("owner", b.stat(a, "/mine").Owner, a.ID())
		must(t, s.Delete(root+"/same", -1))
		b.fired(a, rpc.Event{Path: "/same", Type: rpc.NodeDeleted})
	})
}

func TestAServerMayGoAndComeBack(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		p := through(t, addr)
		b := begin(t, p.addr)
		a := b.connect()
		must(t, b.ensemble.State())
		p.refuse()
		hurry(t, func() {
			_, err := a.Do(rpc.Exists{Path: "/"})
			wants(t, err, fmt.Sprintf("zookeeper at %s: %s: exists /: no server answers: ", p.addr, rpc.SessionName(a.ID())))
			_, err = a.Do(rpc.CloseSession{})
			wants(t, err, "no server answers")
			_, _, err = b.space.Connect()
			wants(t, err, "connection refused")
			wants(t, b.ensemble.State(), "no server answers: ")
		})
		p.listen()
		b.created(b.connect(), rpc.Create{Path: "/x"}, "/x")
		must(t, b.space.Clear())
		must(t, b.ensemble.State())
		b.refused(a, rpc.Ping{}, rpc.SessionExpired)
	})
}

// A write whose reply was lost may have been done.
func TestALostReplyIsNoRefusal(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		p := through(t, addr)
		b := begin(t, p.addr)
		a := b.connect()
		hurry(t, func() {
			p.silence(true)
			_, err := a.Do(rpc.Create{Path: "/x", Ephemeral: true})
			wants(t, err, "whether it was done is not known")
			wants(t, b.ensemble.State(), "no server answers")
			p.silence(false)
			p.breakAll()
		})
		b.same("owner", b.stat(a, "/x").Owner, a.ID())
	})
}

func TestASessionThatReallyExpired(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		p := through(t, addr)
		b := begin(t, p.addr)
		for _, call := range []rpc.ZooKeeper{rpc.Ping{}, rpc.Exists{Path: "/", Watch: true}, rpc.Connect{Again: true}} {
			a, c := b.connect(), b.connect()
			b.created(a, rpc.Create{Path: "/mine", Ephemeral: true}, "/mine")
			b.ok(a, rpc.Children{Path: "/", Watch: true})
			mend := p.cut()
			must(t, a.Kill(p.target))
			mend()
			b.refused(a, call, rpc.SessionExpired)
			b.refused(a, rpc.Create{Path: "/x"}, rpc.SessionExpired)
			b.refused(a, rpc.CloseSession{}, rpc.SessionExpired)
			b.children(c, "/")
		}
	})
}

// A server that comes back without its memory knows no session.
func TestAServerThatForgotEverything(t *testing.T) {
	second := startOurs(t)
	first, err := minizk.Start()
	must(t, err)
	p := through(t, first.Addr())
	b := begin(t, p.addr)
	new, old := b.connect(), b.connect()
	for range 100 {
		b.created(old, rpc.Create{Path: "/x"}, "/x")
		b.ok(old, rpc.DeleteNode{Path: "/x"})
	}
	mend := p.cut()
	must(t, first.Close())
	p.target = second
	mend()
	b.refused(new, rpc.Exists{Path: "/"}, rpc.SessionExpired)
	hurry(t, func() { // as a server does with a client that has seen more than it
		_, err = old.Do(rpc.Exists{Path: "/"})
		wants(t, err, "has lost changes that the session has seen")
	})
	must(t, b.space.Clear())
	b.refused(old, rpc.Exists{Path: "/"}, rpc.SessionExpired)
	b.children(b.connect(), "/")
}

func TestManySpacesAtOnce(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		e := begin(t, addr).ensemble
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				b := &bench{t: t, ensemble: e}
				var err error
				if b.space, err = e.Space(fmt.Sprintf("many-%d", i)); err != nil {
					t.Error(err)
					return
				}
				waiters := b.queue(3)
				b.ok(waiters[1], rpc.Exists{Path: place(0), Watch: true})
				b.ok(waiters[2], rpc.Exists{Path: place(1), Watch: true})
				b.ok(waiters[0], rpc.CloseSession{})
				b.fired(waiters[1], rpc.Event{Path: place(0), Type: rpc.NodeDeleted})
				b.fired(waiters[2])
			})
		}
		all.Wait()
	})
}

func TestCloseLeavesNothing(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		s := stranger(t, addr)
		p := through(t, addr)
		before := goleak.IgnoreCurrent()
		b := beginUnclosed(t, addr)
		b.queue(3)
		must(t, b.ensemble.Close())
		if there, _, err := s.Exists(b.space.Root()); there || err != nil {
			t.Errorf("%s is still there: %v, %v", b.space.Root(), there, err)
		}
		_, _, err := b.space.Connect()
		wants(t, err, "closed")
		_, err = b.ensemble.Space("x")
		wants(t, err, "closed")
		goleak.VerifyNone(t, before)

		b = beginUnclosed(t, p.addr)
		b.queue(3)
		p.refuse()
		hurry(t, func() { wants(t, b.ensemble.Close(), "connection refused") })
		p.all.Wait()
		goleak.VerifyNone(t, before, goleak.IgnoreAnyFunction("github.com/lockviz/lockviz/engine/zknode_test.(*proxy).listen.func1"))
		must(t, s.wipe(b.space.Root()))
	})
}

// A process that died left its space behind.
func TestASpaceIsEmptyAtFirst(t *testing.T) {
	onAll(t, func(t *testing.T, addr string) {
		b, s := begin(t, addr), stranger(t, addr)
		root := "/lockviz/" + b.id + "-left"
		for _, path := range []string{root, root + "/lock", root + "/lock/deep", root + "/lock/deep/er"} {
			s.create(path, 0)
		}
		s.create(root+"/lock/x-", zk.FlagEphemeral|zk.FlagSequence)
		var err error
		b.space, err = b.ensemble.Space(b.id + "-left")
		must(t, err)
		b.same("root", b.space.Root(), root)
		a := b.connect()
		b.children(a, "/")
		b.created(a, rpc.Create{Path: "/s-", Sequential: true}, "/s-0000000000")
		again, err := b.ensemble.Space(b.id + "-left")
		must(t, err)
		b.same("space", again, b.space)
		b.refused(a, rpc.Ping{}, rpc.SessionExpired)
	})
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	_, err := zknode.Open(nil, time.Second)
	wants(t, err, "no address was given")
	p := through(t, "")
	p.refuse()
	_, err = zknode.Open([]string{p.addr}, 100*time.Millisecond)
	wants(t, err, "zookeeper at "+p.addr+": no server answers: ")

	limits := minizk.DefaultLimits()
	limits.Connections = 2
	server, err := minizk.Start(minizk.WithLimits(limits))
	must(t, err)
	t.Cleanup(func() { must(t, server.Close()) })
	b := begin(t, server.Addr())
	b.same("addr", b.ensemble.Addr(), server.Addr())
	a := b.connect()
	hurry(t, func() {
		_, _, err = b.space.Connect()
		wants(t, err, "maxClientCnxns")
	})
	b.ok(a, rpc.Ping{})
	for _, id := range []string{"", ".", "..", "a/b", "a\x00"} {
		_, err = b.ensemble.Space(id)
		wants(t, err, fmt.Sprintf("%q cannot be the name of a space", id))
	}
}

// hurry makes calls give up soon.
func hurry(t *testing.T, play func()) {
	t.Helper()
	before := zknode.SetPatience(500 * time.Millisecond)
	defer zknode.SetPatience(before)
	play()
}

// someone is a client that lockviz knows nothing of.
type someone struct {
	*zk.Conn
	t testing.TB
}

func stranger(t testing.TB, addr string) someone {
	t.Helper()
	conn, _, err := zk.Connect(strings.Split(addr, ","), 10*time.Second, zk.WithLogInfo(false))
	must(t, err)
	t.Cleanup(conn.Close)
	_, _, err = conn.Exists("/") // it is connected
	must(t, err)
	return someone{conn, t}
}

func (s someone) create(path string, flags int32) {
	s.t.Helper()
	_, err := s.Create(path, nil, flags, zk.WorldACL(zk.PermAll))
	must(s.t, err)
}

func (s someone) wipe(path string) error {
	names, _, err := s.Children(path)
	for _, name := range names {
		if err == nil {
			err = s.wipe(path + "/" + name)
		}
	}
	if err == nil {
		err = s.Delete(path, -1)
	}
	return err
}
