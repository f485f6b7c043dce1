package labs

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// When memory is short the longest idle labs end, whether a page shows them or
// not, until there is enough; those in use stay.
func TestTheLongestIdleGivesWayToMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each = 100
		h := newHouse(t, func(l *Limits) { l.HeapBytes = 20 * each })
		var pages []*page
		for i := range 24 {
			p := h.page(fmt.Sprint("visitor ", i), "pause")
			p.hello()
			pages = append(pages, p)
			time.Sleep(time.Second)
		}
		time.Sleep(2 * inUse)
		pages[0].step() // the first is not the longest idle any more
		h.hasHeap(func() int64 { return int64(h.Count()) * each })
		time.Sleep(2 * heapEvery)
		synctest.Wait()
		if n := h.Count(); n != 20 {
			t.Errorf("%d labs are left", n)
		}
		for i, p := range pages[1:5] {
			if f := p.want("ended"); !f.Asleep || !strings.Contains(f.Text, "short of memory") {
				t.Errorf("lab %d: %+v", i+1, f)
			}
		}
		pages[0].step()
		for _, p := range pages[5:] {
			p.step()
		}
	})
}

func TestNobodyIsLetInWhileMemoryIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var used atomic.Int64
		h := newHouse(t, func(l *Limits) { l.HeapBytes = 1000 })
		h.hasHeap(used.Load)
		old := h.page("old", "pause")
		epoch := old.hello().Epoch
		old.step()
		used.Store(2000)
		time.Sleep(2 * heapEvery)
		p := h.page("new", "pause")
		p.say(`"do":"hello"`)
		if f := p.want("error"); !strings.Contains(f.Text, "short of memory (--max-heap)") {
			t.Errorf("%+v", f)
		}
		old.step() // who is in may go on
		used.Store(500)
		time.Sleep(2 * heapEvery)
		p.hello()
		used.Store(2000)
		time.Sleep(inUse + 2*heapEvery)
		old.want("ended")
		used.Store(500)
		time.Sleep(2 * heapEvery)
		if f := old.again(epoch, 2); f.Was != epoch || f.Head.Seq != 2 {
			t.Errorf("%+v", f)
		}
	})
}

func TestTheProcessKnowsItsHeap(t *testing.T) {
	if n := liveHeap(); n < 1<<10 || n > 1<<40 {
		t.Errorf("the heap has %d bytes", n)
	}
}
