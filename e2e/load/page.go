package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// patience is how long a page waits for an answer. Nothing should take so long.
const patience = time.Minute

// errGone says that the socket is closed, or that the lab has ended, so that
// there will be no answer.
var errGone = errors.New("no answer will come")

// refusal is what a lab says that does not do what it was asked.
type refusal string

func (r refusal) Error() string { return "refused: " + string(r) }

// page is one open socket, used as a browser's page does. One goroutine asks;
// another one reads, and holds what comes to docs/protocol.md.
type page struct {
	conn    *websocket.Conn
	last    int64         // request
	answers chan answer   // to what was asked, in order
	closed  chan struct{} // when the socket is
	why     error         // it was closed; set before
	liar    bool          // why is what was wrong with a frame; set before

	mu    sync.Mutex
	log   place
	fresh bool // the lab that answered the last hello was not the one of the log that the page held
	ended bool // nothing more happens by itself
	open  map[int64]*request
}

// place is a log, up to an event.
type place struct {
	epoch string
	seq   int
}

// request is what a page has asked.
type request struct {
	do     string
	action string // of "act"
	at     place  // of the page, then
	sent   time.Time
	seen   bool // the action is in the log
}

// answer is what became of a request.
type answer struct {
	*request
	id   int64
	took time.Duration
	err  error // a refusal or errGone
}

// visitor makes a browser's cookie for each n.
func visitor(n int) string { return fmt.Sprintf("%032x", n+1) }

// dial opens a socket as a page of the site does, for a browser of its own. Small
// buffers keep thousands of them small.
func (t *target) dial(visitor, lab string) (*websocket.Conn, error) {
	return t.dialOver(&net.Dialer{}, visitor, lab)
}

func (t *target) dialOver(line *net.Dialer, visitor, lab string) (*websocket.Conn, error) {
	d := websocket.Dialer{HandshakeTimeout: patience, ReadBufferSize: 1 << 10, WriteBufferSize: 1 << 10, NetDialContext: line.DialContext}
	site, _, _ := strings.Cut(strings.TrimPrefix(t.url, "http://"), "/")
	header := http.Header{"Origin": {"http://" + site}, "Cookie": {"lockviz=" + visitor}}
	conn, res, err := d.Dial("ws"+strings.TrimPrefix(t.url, "http")+"/labs/socket?lab="+lab, header)
	if err != nil && res != nil {
		err = fmt.Errorf("%w: %s", err, res.Status)
	}
	return conn, err
}

// enter opens a page that says hello; log is what it holds already.
func (t *target) enter(visitor, lab string, log place) (*page, error) {
	conn, err := t.dial(visitor, lab)
	if err != nil {
		return nil, err
	}
	p := &page{conn: conn, log: log, answers: make(chan answer, 1<<10), closed: make(chan struct{}), open: map[int64]*request{}}
	go p.read()
	if err := p.hello(); err != nil {
		p.leave()
		return nil, err
	}
	return p, nil
}

// leave cuts the line.
func (p *page) leave() {
	p.conn.Close()
	<-p.closed
}

// hello opens the lab. One that ends just then says so, and opens anew.
func (p *page) hello() error {
	for tries := 0; ; tries++ {
		at := p.held()
		_, err := p.ask("hello", fmt.Sprintf(`"epoch":%q,"seq":%d`, at.epoch, at.seq))
		if !errors.Is(err, errGone) || p.isClosed() || tries == 10 {
			return err
		}
	}
}

// step lets an event happen. A lab that has ended begins again; then took is 0.
func (p *page) step() (took time.Duration, err error) {
	if p.isEnded() {
		_, err = p.ask("reset", "")
		return 0, err
	}
	return p.ask("step", "")
}

// act does an action at the head of the log.
func (p *page) act(text string) (time.Duration, error) {
	return p.ask("act", fmt.Sprintf(`"seq":%d,"text":%q`, p.held().seq, text))
}

// ask asks, and waits for the answer. Nothing else may be asked meanwhile.
func (p *page) ask(do, fields string) (time.Duration, error) {
	if err := p.send(do, fields); err != nil {
		return 0, err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case a := <-p.answers:
		return a.took, a.error()
	case <-late.C:
		return 0, fmt.Errorf("%s: no answer within %s", do, patience)
	}
}

func (a answer) error() error {
	if a.err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", a.do, a.action, a.err)
}

// send asks, and does not wait. An answer will come in any case.
func (p *page) send(do, fields string) error {
	p.mu.Lock()
	p.last++
	if fields != "" {
		fields = "," + fields
	}
	raw := fmt.Sprintf(`{"id":%d,"do":%q%s}`, p.last, do, fields)
	var what struct{ Text string }
	if err := json.Unmarshal([]byte(raw), &what); err != nil {
		panic(err) // of ours
	}
	p.open[p.last] = &request{do: do, action: what.Text, at: p.log, sent: time.Now()}
	p.fresh = p.fresh && do != "hello"
	p.mu.Unlock()
	p.conn.SetWriteDeadline(time.Now().Add(patience))
	if err := p.conn.WriteMessage(websocket.TextMessage, []byte(raw)); err != nil {
		p.conn.Close() // the reader answers what is open
	}
	if p.isClosed() {
		p.giveUp()
	}
	return nil
}
