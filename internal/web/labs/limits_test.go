package labs

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A page that floods gets clear errors; a second lab does not notice.
func TestAThousandRequestsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		flood, calm := h.page("ann", "pause"), h.page("bob", "pause")
		flood.hello()
		calm.hello()
		for range 1000 {
			flood.say(`"do":"step"`)
		}
		calm.step()
		synctest.Wait()

		steps, refused := 0, 0
		for steps+refused < 1000 {
			switch f := flood.next(); f.Type {
			case "done":
				steps++
			case "error":
				refused++
				if !strings.Contains(f.Text, "limit is 50 a second and 100 at once") || f.ID == 0 {
					t.Fatalf("unclear: %+v", f)
				}
			}
		}
		if steps != 99 {
			t.Errorf("%d steps, want the burst without its hello: 99", steps)
		}
	})
}

func TestThePaceRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(l *Limits) { l.RequestBurst = 2 })
		p := h.page("ann", "pause")
		p.hello()
		p.step()
		p.say(`"do":"step"`)
		p.want("error")
		time.Sleep(time.Second) // of the bubble's clock
		p.step()
	})
}

func TestRequestsThatWaitForALabAreBounded(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.Waiting = 3 })
	lab := &fakeLab{hold: make(chan struct{}), inStep: make(chan struct{})}
	h.make = func() *fakeLab { return lab }
	p, other := h.page("ann", "pause"), h.page("ann", "pause")
	p.hello()
	p.say(`"do":"step"`)
	<-lab.inStep // the lab is busy with it from here on
	for range 3 {
		p.say(`"do":"step"`)
	}
	id := p.say(`"do":"step"`)
	if f := p.want("error"); f.ID != id || !strings.Contains(f.Text, "3 requests wait") {
		t.Errorf("%+v", f)
	}
	other.say(`"do":"hello"`)
	if f := other.want("error"); !strings.Contains(f.Text, "busy") {
		t.Errorf("a hello beyond the limit: %+v", f)
	}
	for i := range 4 {
		lab.hold <- struct{}{}
		if i < 3 {
			<-lab.inStep
		}
	}
	for range 4 {
		p.want("events")
		p.want("done")
	}
}

// A page that does not read holds nobody up, and catches up with one snapshot.
func TestASlowPage(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.QueueFrames, l.RequestBurst, l.Batch = 8, 1000, 0 })
	slow, quick := h.page("ann", "pause"), h.page("ann", "pause")
	slow.hello()
	quick.hello()
	asked := slow.say(`"do":"step"`) // its answer is lost below
	quick.want("events")
	for range 20 {
		quick.step()
	}
	f := slow.want("snapshot")
	if f.Head.Seq != 21 || len(f.Events) != 21 || f.Answered != asked {
		t.Errorf("head %+v, %d events, answered %d", f.Head, len(f.Events), f.Answered)
	}
	quick.step()
	if f := slow.want("events"); f.From != 21 {
		t.Errorf("after the snapshot: %+v", f)
	}
	slow.step()
}

// A frame that alone is more than may wait does not push out the answer behind
// it: a run over thousands of events still says how it ended.
func TestTheAnswerBehindALongFrameArrives(t *testing.T) {
	o := newOutbox(Limits{QueueFrames: 8, QueueBytes: 100})
	o.put(make([]byte, 1000), 0)
	o.put(make([]byte, 60), 7)
	if frames, lost := o.take(); len(frames) != 2 || lost {
		t.Errorf("%d frames, lost %v", len(frames), lost)
	}
	o.put(make([]byte, 1000), 0)
	o.put(make([]byte, 60), 8)
	o.put(make([]byte, 60), 9)
	if _, lost := o.take(); !lost {
		t.Error("there is no limit any more")
	}
}

func TestAHelloOfASlowPageIsAnswered(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.QueueFrames, l.RequestBurst, l.Batch = 4, 1000, 0 })
	slow, quick := h.page("ann", "pause"), h.page("ann", "pause")
	slow.hello()
	quick.hello()
	for range 10 {
		quick.step()
	}
	id := slow.say(`"do":"hello"`)
	quick.step() // the hello was handled before it
	if f := slow.want("snapshot"); f.Head.Seq < 10 {
		t.Errorf("%+v", f)
	}
	slow.wantDone(id)
	slow.want("events")
}

func TestPagesOfOneLabAreBounded(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.PagesPerLab = 2 })
	one, two, three := h.page("ann", "pause"), h.page("ann", "pause"), h.page("ann", "pause")
	one.hello()
	two.hello()
	three.say(`"do":"hello"`)
	if f := three.want("error"); !strings.Contains(f.Text, "is reached: 2") {
		t.Errorf("%+v", f)
	}
	one.Leave()
	three.hello()
}

func TestTheOldestLabWithoutAPageGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(l *Limits) { l.LabsPerAddress = 3 })
		for _, visitor := range []string{"watched", "older", "old"} {
			p := h.page(visitor, "pause")
			p.hello()
			p.step()
			if visitor != "watched" {
				p.Leave()
			}
			time.Sleep(time.Second)
		}
		h.page("new", "pause").hello() // "older" gives way
		if f := h.page("old", "pause").hello(); f.Head.Seq != 1 {
			t.Error("a lab that was left later was ended")
		}
		if f := h.page("watched", "pause").hello(); f.Head.Seq != 1 {
			t.Error("a lab that somebody looks at was ended")
		}
		full := h.page("older", "pause")
		full.say(`"do":"hello"`)
		if f := full.want("error"); !strings.Contains(f.Text, "at your network address is reached: 3") {
			t.Errorf("%+v", f)
		}
		h.pageAt("older", "pause", "10.0.0.9").hello() // another address has room
	})
}

func TestLabsInAllAreBounded(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.Labs = 2 })
	for i := range 2 {
		h.pageAt("ann", fmt.Sprint("lab ", i), fmt.Sprint("10.0.0.", i)).hello()
	}
	p := h.pageAt("bob", "pause", "10.0.0.9")
	p.say(`"do":"hello"`)
	if f := p.want("error"); !strings.Contains(f.Text, "--max-labs") {
		t.Errorf("%+v", f)
	}
}

func TestALabThatNoPageShowsEndsSooner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		p := h.page("ann", "pause")
		p.hello()
		time.Sleep(time.Hour)
		p.Leave()
		time.Sleep(Defaults.Idle - time.Second)
		if h.Count() != 1 {
			t.Fatal("the lab ended too early")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if h.Count() != 0 {
			t.Error("the lab is still there")
		}
	})
}

// A line that breaks again and again, and a page that comes back each time by itself,
// do not keep a lab from sleeping.
func TestAPageThatComesBackByItselfAsksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		p := h.page("ann", "pause")
		epoch := p.hello().Epoch
		p.step()
		began := time.Now()
		for h.Count() == 1 && time.Since(began) < 2*Defaults.IdleShown {
			time.Sleep(7 * time.Minute)
			p.Leave()
			time.Sleep(time.Minute)
			p = h.page("ann", "pause")
			p.again(epoch, 1)
			synctest.Wait()
		}
		if took := time.Since(began); took < Defaults.IdleShown || took > Defaults.IdleShown+10*time.Minute {
			t.Errorf("it sleeps after %s", took)
		}
	})
}

func TestAnIdleLabEndsAndCanBeginAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		p := h.page("ann", "pause")
		epoch := p.hello().Epoch
		time.Sleep(Defaults.IdleShown - time.Second)
		p.step() // somebody is there after all
		time.Sleep(Defaults.IdleShown - time.Second)
		p.say(`"do":"hello","epoch":"` + epoch + `","seq":1`) // the page by itself
		p.want("events")
		p.want("done")
		if h.Count() != 1 {
			t.Fatal("the lab ended too early")
		}
		time.Sleep(2 * time.Second)
		if f := p.want("ended"); !strings.Contains(f.Text, "for 4h") {
			t.Errorf("%+v", f)
		}
		if h.Count() != 0 {
			t.Error("the idle lab is still there")
		}
		p.say(`"do":"hello","epoch":"` + epoch + `","seq":1`)
		if f := p.want("snapshot"); f.Head.Seq != 1 || f.Notice == "" {
			t.Errorf("%+v", f)
		}
	})
}
