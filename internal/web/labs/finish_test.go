package labs

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// newHouse checks that each lab was closed, TestMain that no goroutine is left.
func TestClosingEndsEveryLab(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.LabsPerAddress = 100 })
	var pages []*page
	for i := range 100 {
		p := h.page(fmt.Sprint("visitor ", i), "pause")
		p.hello()
		pages = append(pages, p)
	}
	h.Close()
	for _, p := range pages {
		if frames := p.Take(); len(frames) != 0 { // the socket says goodbye
			t.Errorf("a page is told %s", frames)
		}
	}
	late := h.page("late", "pause")
	late.say(`"do":"hello"`)
	if f := late.want("error"); !strings.Contains(f.Text, "stopping") {
		t.Errorf("%+v", f)
	}
}

// held opens a lab in the middle of a step, with more requests waiting. end lets
// the steps go on.
func held(t *testing.T, h *house, waiting int) (p *page, lab *fakeLab) {
	lab = &fakeLab{hold: make(chan struct{}, waiting+1), inStep: make(chan struct{}, waiting+1)}
	h.make = func() *fakeLab { return lab }
	p = h.page("ann", "pause")
	p.hello()
	for range waiting + 1 {
		p.say(`"do":"step"`)
	}
	<-lab.inStep
	return p, lab
}

// What was asked before the server stops is done, shown, and acknowledged, in this
// order; what is asked after that is refused.
func TestAStoppingServerDoesWhatItWasAsked(t *testing.T) {
	const waiting = 5
	h := newHouse(t, nil)
	p, lab := held(t, h, waiting)
	slow := &page{Seat: p.Seat, t: t} // reads only when everything is over
	finished := make(chan struct{})
	go func() { h.Finish(context.Background()); close(finished) }()
	<-h.stopping("ann", "pause")
	for range waiting + 1 {
		lab.hold <- struct{}{}
	}
	<-finished
	late := p.say(`"do":"step"`)
	for n := range waiting + 1 {
		if f := slow.want("events"); f.From != n || f.Head.Seq != n+1 {
			t.Errorf("step %d: %+v", n, f)
		}
		slow.wantDone(int64(n + 2)) // 1 was the hello
	}
	if f := slow.want("error"); f.ID != late {
		t.Errorf("%+v", f)
	}
}

// stopping returns the channel that is closed when the lab is told to end.
func (h *house) stopping(visitor, slug string) <-chan struct{} {
	h.Registry.mu.Lock()
	defer h.Registry.mu.Unlock()
	if r := h.rooms[key{visitor, slug}]; r != nil {
		return r.stop
	}
	gone := make(chan struct{})
	close(gone)
	return gone
}

// A lab that takes too long keeps nobody: what is not done is not acknowledged.
func TestAStoppingServerDoesNotWaitForEver(t *testing.T) {
	h := newHouse(t, nil)
	p, lab := held(t, h, 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h.Finish(ctx)
	lab.hold <- struct{}{} // the step that is under way ends; the others do not begin
	h.Close()
	p.want("events")
	p.wantDone(2)
	if frames := p.Take(); len(frames) != 0 {
		t.Errorf("after that came %s", frames)
	}
	if lab.log.Len() != 1 {
		t.Errorf("%d steps were done, want the one that was under way", lab.log.Len())
	}
}

// A page that lost its place gets it back before the server stops.
func TestAStoppingServerCatchesUpSlowPages(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.QueueFrames = 4 })
	p, lab := held(t, h, 5)
	for range 6 {
		lab.hold <- struct{}{}
	}
	h.Finish(context.Background())
	if f := p.want("snapshot"); f.Answered != 7 || f.Head.Seq != 6 {
		t.Errorf("%+v", f)
	}
}

// Nor does it lose its place when it reads while the lab does the last of its work.
func TestAPageThatReadsWhileTheServerStopsCatchesUp(t *testing.T) {
	h := newHouse(t, func(l *Limits) { l.QueueFrames = 4 })
	p, lab := held(t, h, 0)
	for range 5 {
		p.say(`"do":"step"`)
	}
	finished := make(chan struct{})
	go func() { h.Finish(context.Background()); close(finished) }()
	<-h.stopping("ann", "pause")
	for range 5 {
		lab.hold <- struct{}{}
		<-lab.inStep
	}
	if frames := p.Take(); len(frames) != 0 { // what waited was dropped
		t.Errorf("%q", frames)
	}
	lab.hold <- struct{}{}
	<-finished
	if f := p.want("snapshot"); f.Answered != 7 || f.Head.Seq != 6 {
		t.Errorf("%+v", f)
	}
}
