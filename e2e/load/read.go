package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

// frame is every kind of frame from a lab at once.
type frame struct {
	Type     string
	ID       int64
	Text     string
	Epoch    string
	Was      string
	Answered int64
	From     int
	Events   []event
	Head     struct {
		Seq   int
		Ended bool
	}
}

type event struct {
	Seq  int
	Kind string
	Data json.RawMessage
}

// read takes frames until the socket is closed or one of them is wrong.
func (p *page) read() {
	for {
		_, raw, err := p.conn.ReadMessage()
		if err == nil {
			err = p.take(raw, time.Now())
			p.liar = err != nil
		}
		if err != nil {
			p.why = err
			break
		}
	}
	p.conn.Close()
	close(p.closed)
	p.giveUp()
}

// giveUp answers what nobody will answer any more.
func (p *page) giveUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, r := range p.open {
		p.answer(id, answer{r, id, 0, errGone})
	}
}

func (p *page) isClosed() bool {
	select {
	case <-p.closed:
		return true
	default:
		return false
	}
}

// goodbye reports whether the server closed the socket because it stops, and said
// so.
func (p *page) goodbye() bool { return websocket.IsCloseError(p.why, websocket.CloseGoingAway) }

func (p *page) held() place {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log
}

func (p *page) isFresh() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fresh
}

func (p *page) isEnded() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// take checks one frame against what the protocol promises: no gap in the log, and
// no acknowledgement before the events.
func (p *page) take(raw []byte, at time.Time) error {
	var f frame
	if err := json.Unmarshal(raw, &f); err != nil {
		return fmt.Errorf("%w in %.200s", err, raw)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch f.Type {
	case "snapshot":
		p.fresh = p.log.epoch != "" && p.log.epoch != f.Epoch && p.log.epoch != f.Was
		p.log = place{f.Epoch, 0}
		return p.append(f, at)
	case "events":
		if f.Epoch != p.log.epoch || f.From != p.log.seq {
			return fmt.Errorf("a gap: events of %s after %d, but the page holds %+v", f.Epoch, f.From, p.log)
		}
		return p.append(f, at)
	case "done":
		return p.done(f.ID, at)
	case "error":
		return p.close(f.ID, at, refusal(f.Text))
	case "ended":
		for id := range p.open {
			p.close(id, at, fmt.Errorf("%w: %s", errGone, f.Text))
		}
		return nil
	}
	return fmt.Errorf("nobody asked for %.200s", raw)
}

// append adds events to the log.
func (p *page) append(f frame, at time.Time) error {
	for _, e := range f.Events {
		if p.log.seq++; e.Seq != p.log.seq {
			return fmt.Errorf("event %d comes after %d", e.Seq, p.log.seq-1)
		}
		if e.Kind == "action" {
			if err := p.see(e); err != nil {
				return err
			}
		}
	}
	if p.log.seq != f.Head.Seq {
		return fmt.Errorf("the head is %d, but the log ends at %d", f.Head.Seq, p.log.seq)
	}
	p.ended = f.Head.Ended
	for id := range p.open {
		if id <= f.Answered {
			p.close(id, at, nil)
		}
	}
	return nil
}

// see notes that an action has happened.
func (p *page) see(e event) error {
	var a struct{ Text string }
	if err := json.Unmarshal(e.Data, &a); err != nil {
		return err
	}
	for _, r := range p.open {
		r.seen = r.seen || r.action == a.Text
	}
	return nil
}

// done checks that what is acknowledged has happened, and that the page was shown.
func (p *page) done(id int64, at time.Time) error {
	r := p.open[id]
	switch {
	case r == nil:
		return fmt.Errorf("request %d is acknowledged, and was not open", id)
	case r.do == "act" && !r.seen:
		return fmt.Errorf("%q is acknowledged, and is not in the log", r.action)
	case r.do == "step" && p.log.epoch == r.at.epoch && p.log.seq <= r.at.seq:
		return fmt.Errorf("a step is acknowledged, and the log still ends at %d", p.log.seq)
	}
	return p.close(id, at, nil)
}

// close ends a request with its answer.
func (p *page) close(id int64, at time.Time, err error) error {
	r := p.open[id]
	if r == nil {
		return fmt.Errorf("an answer to %d, which was not open: %w", id, err)
	}
	p.answer(id, answer{r, id, at.Sub(r.sent), err})
	return nil
}

func (p *page) answer(id int64, a answer) {
	delete(p.open, id)
	select {
	case p.answers <- a:
	default: // nobody takes them: one asks so much only where somebody does
		panic("load: answers pile up")
	}
}
