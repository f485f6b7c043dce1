package labs

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
)

// again says hello with a log that the page holds.
func (p *page) again(epoch string, seq int) frame {
	p.t.Helper()
	id := p.say(fmt.Sprintf(`"do":"hello","epoch":%q,"seq":%d`, epoch, seq))
	f := p.next()
	p.wantDone(id)
	return f
}

// asleep opens a lab, does some steps in it, leaves it and waits until it sleeps.
func (h *house) asleep(visitor string, steps int) (epoch string) {
	h.t.Helper()
	p := h.page(visitor, "pause")
	epoch = p.hello().Epoch
	for range steps {
		p.step()
	}
	p.Leave()
	time.Sleep(h.cfg.Limits.Idle + time.Second)
	synctest.Wait()
	return epoch
}

func TestAnIdleLabComesBackToWhereItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		epoch := h.asleep("ann", 3)
		if h.Count() != 0 {
			t.Fatal("it does not sleep")
		}
		one, two, fresh := h.page("ann", "pause"), h.page("ann", "pause"), h.page("ann", "pause")
		f := one.again(epoch, 3)
		if f.Type != "snapshot" || f.Was != epoch || f.Epoch == epoch || f.Head.Seq != 3 || f.Notice != textWoken {
			t.Errorf("it came back as %+v", f)
		}
		if g := two.again(epoch, 2); g.Was != epoch || g.Notice != textWoken || g.Epoch != f.Epoch {
			t.Errorf("the other page: %+v", g)
		}
		if g := fresh.hello(); g.Was != "" || g.Notice != "" || g.Head.Seq != 3 {
			t.Errorf("a fresh page: %+v", g)
		}
		if g := one.step(); g.From != 3 || g.Epoch != f.Epoch {
			t.Errorf("and on: %+v", g)
		}
		if h.opened != 2 || h.figure("lockviz_labs_woken_total") != 1 {
			t.Errorf("%d labs were opened", h.opened)
		}
	})
}

// A page that stands open hears that its lab sleeps, and wakes it by going on.
func TestAPageHearsThatItsLabSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		p := h.page("ann", "pause")
		epoch := p.hello().Epoch
		p.step()
		time.Sleep(Defaults.IdleShown + time.Second)
		if f := p.want("ended"); !f.Asleep || !strings.Contains(f.Text, "for 4h; it comes back to where it was") {
			t.Errorf("%+v", f)
		}
		hello := p.say(`"do":"hello","epoch":"` + epoch + `","seq":1`)
		step := p.say(`"do":"step"`) // at once: it waits for the lab like the hello
		if f := p.want("snapshot"); f.Was != epoch || f.Head.Seq != 1 {
			t.Errorf("%+v", f)
		}
		p.wantDone(hello)
		if f := p.want("events"); f.Head.Seq != 2 {
			t.Errorf("%+v", f)
		}
		p.wantDone(step)
	})
}

// However often a lab sleeps, it is the same lab, and no epoch is used twice.
func TestALabSleepsAgainAndAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		epoch, seen := h.asleep("ann", 1), map[string]bool{}
		for seq := 1; seq < 6; seq++ {
			p := h.page("ann", "pause")
			f := p.again(epoch, seq)
			if f.Was != epoch || seen[f.Epoch] || f.Head.Seq != seq {
				t.Fatalf("%d: %+v after %v", seq, f, seen)
			}
			seen[epoch], epoch = true, f.Epoch
			p.say(`"do":"reset"`) // more epochs
			epoch = p.want("snapshot").Epoch
			p.next()
			for range seq + 1 {
				p.step()
			}
			p.Leave()
			time.Sleep(Defaults.Idle + time.Second)
		}
		p := h.page("ann", "pause")
		if f := p.again(strings.Split(epoch, ".")[0]+".1", 0); f.Was != "" || f.Notice != textWoken {
			t.Errorf("a page that slept longer than its lab: %+v", f)
		}
	})
}

// A page keeps its place while the log that it holds is a beginning of the lab's, through
// as many sleeps as there were; and not when the log has begun anew since.
func TestAPageKeepsItsPlaceThroughEverySleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		var held []string
		back := func(kept int) {
			t.Helper()
			for i, epoch := range held {
				p := h.page("ann", "pause")
				f := p.again(epoch, 1)
				if keeps := f.Was == epoch || f.Type == "events"; keeps != (i >= kept) {
					t.Errorf("held %s, of %q: %s, was %q", epoch, held, f.Type, f.Was)
				}
				p.Leave()
			}
		}
		anew := 0
		for n := range 6 {
			held = append(held, h.asleep("ann", 1))
			back(anew)
			if n%3 == 1 { // awake again, and the log begins anew
				p := h.page("ann", "pause")
				p.hello()
				p.say(`"do":"reset"`)
				p.want("snapshot")
				p.Leave()
				anew = len(held)
				back(anew)
			}
			time.Sleep(Defaults.Idle + time.Second)
		}
	})
}

func TestThoseThatSleepAreBoundedTheOldestIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(l *Limits) { l.Asleep = 2 })
		first, second := h.asleep("a", 1), h.asleep("b", 1)
		h.asleep("c", 1)
		if f := h.page("a", "pause").again(first, 1); f.Notice != textFresh || f.Head.Seq != 0 {
			t.Errorf("the oldest: %+v", f)
		}
		if f := h.page("b", "pause").again(second, 1); f.Was != second {
			t.Errorf("the second: %+v", f)
		}
		if n := h.figure("lockviz_labs_forgotten_total"); n != 1 {
			t.Errorf("%v were forgotten", n)
		}
		if n := h.figure("lockviz_labs_asleep"); n != 1 {
			t.Errorf("%v sleep", n)
		}
	})
}

func TestThoseThatSleepAreBoundedInBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(l *Limits) { l.AsleepBytes, l.LabsPerAddress = 160<<10, 1000 })
		h.make = func() *fakeLab { return &fakeLab{heavy: strings.Repeat("x", 4<<10)} }
		for i := range 40 {
			h.asleep(fmt.Sprint("visitor ", i), 1)
		}
		bytes, n := h.figure("lockviz_labs_asleep_bytes"), h.figure("lockviz_labs_asleep")
		if bytes > 160<<10 || n < 10 || n > 20 {
			t.Errorf("%v sleep in %v bytes", n, bytes)
		}
		h.make = func() *fakeLab { return &fakeLab{heavy: strings.Repeat("x", 10<<10)} }
		p := h.page("heavy", "pause")
		epoch := p.hello().Epoch
		time.Sleep(Defaults.IdleShown + time.Second)
		if f := p.want("ended"); f.Asleep || !strings.Contains(f.Text, "begin again with a fresh one") {
			t.Errorf("one that takes too much: %+v", f)
		}
		if f := p.again(epoch, 0); f.Notice != textFresh {
			t.Errorf("one that takes too much: %+v", f)
		}
	})
}

func TestALabThatDoesNotComeBackSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		epoch := h.asleep("ann", 3)
		h.make = func() *fakeLab { return &fakeLab{forgets: true} }
		p := h.page("ann", "pause")
		if f := p.again(epoch, 3); f.Was != "" || f.Head.Seq != 0 || !strings.Contains(f.Notice, "(redis-1 does not answer)") {
			t.Errorf("%+v", f)
		}
		p.step()
	})
}

// A lab whose file was edited while it slept is another lab.
func TestALabOfAnEditedFileDoesNotComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		epoch := h.asleep("ann", 3)
		p := &page{Seat: h.Sit(Owner{"ann", "127.0.0.1"}, Exercise{Slug: "pause", Title: "Edited"}), t: t}
		if f := p.again(epoch, 3); f.Was != "" || f.Head.Seq != 0 || f.Notice != textFresh {
			t.Errorf("%+v", f)
		}
	})
}

// What a lab needs may be away when its owner comes: it waits for the next time.
func TestALabThatCannotBeOpenedSleepsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		epoch := h.asleep("ann", 3)
		open := h.cfg.Open
		h.cfg.Open = func(scenario.Scenario) (Lab, error) { return nil, errors.New("etcd does not start") }
		p := h.page("ann", "pause")
		p.say(`"do":"hello"`)
		p.want("ended")
		h.cfg.Open = open
		if f := p.again(epoch, 3); f.Was != epoch || f.Head.Seq != 3 {
			t.Errorf("%+v", f)
		}
	})
}

// A lab that gives way comes back, too, and nothing of its last step is lost: who
// asks for it meanwhile waits until it is in bed.
func TestALabThatGivesWayIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(l *Limits) { l.LabsPerAddress = 1 })
		busy := &fakeLab{hold: make(chan struct{}), inStep: make(chan struct{})}
		h.make = func() *fakeLab { return busy }
		ann := h.page("ann", "pause")
		epoch := ann.hello().Epoch
		ann.say(`"do":"step"`)
		<-busy.inStep
		ann.Leave()
		h.make = func() *fakeLab { return &fakeLab{} }
		bob := h.page("bob", "pause")
		bob.hello() // ann's has to go
		bob.Leave()
		back := h.page("ann", "pause")
		back.say(`"do":"hello","epoch":"` + epoch + `","seq":0`)
		synctest.Wait()
		busy.hold <- struct{}{}
		if f := back.want("snapshot"); f.Was != epoch || f.Head.Seq != 1 {
			t.Errorf("%+v", f)
		}
	})
}

// Shutting down puts nobody to bed: nobody could wake up.
func TestWhoWaitsForALabWhenTheServerStopsIsNotForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		h.asleep("ann", 1)
		h.page("bob", "pause").hello()
		h.Close()
		if n := h.figure("lockviz_labs_asleep"); n != 1 {
			t.Errorf("%v sleep", n)
		}
	})
}

// A page that stays open while the file of its lab is edited begins the edited one: it
// does not put out the page that was opened since.
func TestTheEditedLabIsTheOneForEveryPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		now, there := Exercise{Slug: "pause", Title: "A lab"}, true
		open := func() *page {
			p := h.page("ann", "pause")
			p.Seat.exercise, p.Seat.Now = now, func() (Exercise, bool) { return now, there }
			return p
		}
		old := open()
		old.hello()
		now.Title = "As edited"
		fresh := open()
		fresh.hello()
		old.want("ended")
		there = false // the lab of a file that is removed is as it last was
		fresh.step()
		there = true
		if f := old.hello(); f.Lab.Title != "As edited" || f.Head.Seq != 1 {
			t.Errorf("%+v", f)
		}
		fresh.step()
		old.want("events")
	})
}
