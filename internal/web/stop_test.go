package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/lockviz/lockviz/engine/trace"
)

// Pages act without a pause while the server stops. Whatever was acknowledged is in
// the log that its page has; nothing is acknowledged twice, or after a refusal.
func TestStoppingUnderLoadLosesNothingAcknowledged(t *testing.T) {
	const pages = 20
	s := newSite(t, unhurried)
	working, done := make(chan struct{}, pages), make(chan error, pages)
	var all sync.WaitGroup
	for n := range pages {
		c := s.dial(visitor(n), "free")
		c.hello()
		all.Go(func() { done <- c.actUntilClosed(working) })
	}
	for range pages {
		<-working // everybody has something acknowledged, and more under way
	}
	s.Close(context.Background())
	all.Wait()
	for range pages {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// actUntilClosed asks without a pause, and checks what comes back.
func (c *tab) actUntilClosed(working chan<- struct{}) error {
	p := &pageLog{asked: map[int64]string{}}
	for {
		if len(p.asked) == 0 {
			c.actAndAdvance(p)
		}
		_, raw, err := c.conn.ReadMessage()
		var closed *websocket.CloseError
		switch {
		case errors.As(err, &closed) && closed.Code == websocket.CloseGoingAway && p.acknowledged > 0:
			return nil
		case err != nil:
			return fmt.Errorf("after %d acknowledgements: %w", p.acknowledged, err)
		}
		if err := p.take(raw); err != nil {
			return err
		}
		if p.acknowledged == 1 && !p.told {
			p.told = true
			working <- struct{}{}
		}
	}
}

// actAndAdvance asks for an action that can be told from all others, and, without
// waiting for it, for time to pass. When the server is gone there is nobody to ask.
func (c *tab) actAndAdvance(p *pageLog) {
	text := fmt.Sprintf("jump A +%dms", c.id+1)
	for _, what := range []string{fmt.Sprintf(`"do":"act","seq":%d,"text":"%s"`, p.seq, text), `"do":"advance","by":1`} {
		c.id++
		p.asked[c.id], text = text, ""
		c.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"id":%d,%s}`, c.id, what))
	}
}

// pageLog is what a page has been told.
type pageLog struct {
	asked        map[int64]string // by request without an answer: the action, "" for others
	actions      []string
	seq          int
	acknowledged int
	refused      bool
	told         bool
}

func (p *pageLog) take(raw []byte) error {
	var f frame
	if err := json.Unmarshal(raw, &f); err != nil {
		return err
	}
	switch f.Type {
	case "events":
		return p.append(f)
	case "error":
		p.refused = true
	case "done":
		p.acknowledged++
		action, open := p.asked[f.ID]
		if !open || p.refused || action != "" && !slices.Contains(p.actions, action) {
			return fmt.Errorf("%d (%s) is acknowledged; asked: %v; the page's log has %q; refused before: %v", f.ID, action, open, p.actions, p.refused)
		}
	default:
		return fmt.Errorf("a page was sent %s", raw)
	}
	delete(p.asked, f.ID)
	return nil
}

func (p *pageLog) append(f frame) error {
	if f.From != p.seq {
		return fmt.Errorf("a gap: events after %d, but the log ends at %d", f.From, p.seq)
	}
	for _, e := range f.Events {
		if p.seq++; e.Seq != p.seq {
			return fmt.Errorf("event %d comes after %d", e.Seq, p.seq-1)
		}
		if a, ok := e.Body.(trace.Action); ok {
			p.actions = append(p.actions, a.Text)
		}
	}
	return nil
}
