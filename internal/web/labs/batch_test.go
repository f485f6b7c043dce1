package labs

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// Who asks is answered at once; the others are shown what happens at once, too, and
// a burst of it as one frame.
func TestABurstIsOneFrameForTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(l *Limits) { l.RequestBurst = 1000 })
		asks, looks := h.page("ann", "pause"), h.page("ann", "pause")
		asks.hello()
		looks.hello()
		time.Sleep(time.Second)
		began := time.Now()
		for range 300 {
			asks.step()
		}
		if f := looks.want("events"); len(f.Events) != 1 || time.Since(began) != 0 {
			t.Errorf("first %d events after %s", len(f.Events), time.Since(began))
		}
		if f := looks.want("events"); len(f.Events) != 299 || time.Since(began) != Defaults.Batch {
			t.Errorf("then %d events after %s", len(f.Events), time.Since(began))
		}
		time.Sleep(time.Second)
		if frames := looks.Take(); len(frames) != 0 {
			t.Errorf("and %s", frames)
		}
	})
}

// A page that asks something is shown what others did before it is answered, and a
// branch in between is a snapshot.
func TestWhoAsksIsUpToDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil)
		one, two := h.page("ann", "pause"), h.page("ann", "pause")
		one.hello()
		two.hello()
		one.step()
		one.step()
		two.want("events") // the first
		id := two.say(`"do":"step"`)
		if f := two.want("events"); f.From != 1 || f.Head.Seq != 3 {
			t.Errorf("%+v", f)
		}
		two.wantDone(id)
		one.say(`"do":"act","seq":0,"text":"pause A 15s"`)
		one.say(`"do":"step"`)
		if f := two.want("snapshot"); f.Head.Seq != 5 {
			t.Errorf("%+v", f)
		}
	})
}

// Many pages that hold the same get the same bytes.
func TestAFrameIsEncodedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pages = 50
		h := newHouse(t, func(l *Limits) { l.PagesPerLab = pages + 1 })
		asks := h.page("ann", "pause")
		asks.hello()
		var looking []*page
		for range pages {
			p := h.page("ann", "pause")
			p.hello()
			looking = append(looking, p)
		}
		asks.step()
		synctest.Wait()
		same := map[string]int{}
		for _, p := range looking {
			frames := p.Take()
			if len(frames) != 1 {
				t.Fatalf("%d frames", len(frames))
			}
			same[fmt.Sprintf("%p", frames[0])]++
		}
		if len(same) != 1 {
			t.Errorf("%d frames were made for %d pages", len(same), pages)
		}
	})
}
