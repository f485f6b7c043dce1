package web

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"github.com/lockviz/lockviz/internal/web/labs"
	"github.com/lockviz/lockviz/views"
)

const (
	pingEvery     = 20 * time.Second // well within the 60 s after which proxies cut idle sockets
	readPatience  = 60 * time.Second // three lost pongs
	writePatience = 10 * time.Second // for one frame to a peer that does not read
	byePatience   = 2 * time.Second  // for the answer to a close frame
	drainBytes    = 16 << 20         // read and thrown away before a close frame can get through
)

// session is one open socket: a goroutine that reads and one that writes.
type session struct {
	conn *websocket.Conn
	seat *labs.Seat
	most int           // bytes of one request
	gone chan struct{} // closed when the reader has ended

	leaving chan struct{} // closed when the server stops and the seat has all that it will have
}

// socket serves …/labs/socket?lab=<slug>.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	ex, ok := s.content().catalog.exercise(r.URL.Query().Get("lab"))
	if !ok {
		s.problem(w, r, views.ProblemPage{Status: http.StatusNotFound, Home: true, Title: "There is no such lab",
			Text: "The socket's address ends in ?lab= and the name of a lesson, \"free\", \"free/\" and a kind of lock, \"scenario/\" or \"challenge/\" and a name."})
		return
	}
	id, fresh := s.visitor(r)
	header := http.Header{}
	if fresh != nil {
		header.Set("Set-Cookie", fresh.String())
	}
	conn, err := s.upgrade(w, r, header)
	if err != nil {
		return // upgrade has answered
	}
	one := &session{
		conn: conn, most: s.cfg.Limits.RequestBytes, gone: make(chan struct{}), leaving: make(chan struct{}),
		seat: s.labs.Sit(labs.Owner{Visitor: id, Address: address(r)}, ex),
	}
	one.seat.Now = func() (labs.Exercise, bool) { return s.content().catalog.exercise(ex.Slug) }
	defer conn.Close()
	if !s.sockets.add(one) {
		one.seat.Refused("sockets")
		one.bye(websocket.CloseTryAgainLater, "too many sockets are open, or the server is stopping; try again in a minute")
		return
	}
	defer s.sockets.remove(one)
	one.serve()
}

// serve runs until the socket is closed from either side.
func (one *session) serve() {
	written := make(chan struct{})
	go func() {
		defer close(written)
		one.write()
	}()
	one.read()
	close(one.gone)
	<-written
	one.seat.Leave()
}

// read hands every frame to the seat, until the peer is gone or misbehaves.
func (one *session) read() {
	one.conn.SetReadLimit(drainBytes)
	one.stillThere()
	one.conn.SetPongHandler(func(string) error { one.stillThere(); return nil })
	for {
		kind, r, err := one.conn.NextReader()
		if err != nil {
			return
		}
		one.stillThere()
		frame, err := io.ReadAll(io.LimitReader(r, int64(one.most)+1))
		switch {
		case err != nil:
			return
		case kind != websocket.TextMessage:
			one.bye(websocket.CloseUnsupportedData, "frames are text: one JSON object each")
			return
		case len(frame) > one.most:
			one.seat.Refused("size")
			one.bye(websocket.CloseMessageTooBig, fmt.Sprintf("a request may have %d bytes at the most", one.most))
			return
		}
		one.seat.Handle(frame)
	}
}

func (one *session) stillThere() {
	one.conn.SetReadDeadline(time.Now().Add(readPatience))
}

// bye closes from this side. It reads on until the peer has answered: closing
// with bytes unread would reset the connection, and the peer would never see
// why.
func (one *session) bye(code int, why string) {
	one.sendClose(code, why)
	one.conn.SetReadDeadline(time.Now().Add(byePatience))
	for {
		if _, _, err := one.conn.NextReader(); err != nil {
			return
		}
	}
}

func (one *session) sendClose(code int, why string) {
	err := one.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(byePatience))
	if err != nil && !errors.Is(err, websocket.ErrCloseSent) {
		slog.Debug("could not close a socket politely", "err", err)
	}
}

// write sends what the seat has, and pings. A peer that does not take a frame
// in time is cut off, which ends the reader too.
func (one *session) write() {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case <-one.gone:
			return
		case <-one.seat.Ready():
			err = one.send(one.seat.Take())
		case <-one.leaving:
			err = one.goodbye()
		case <-ping.C:
			err = one.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writePatience))
		}
		if errors.Is(err, websocket.ErrCloseSent) {
			return // the reader waits for the peer's answer
		}
		if err != nil {
			one.conn.Close()
			return
		}
	}
}

// goodbye sends what is left and asks the peer to close because the server stops;
// the reader ends when it has.
func (one *session) goodbye() error {
	if err := one.send(one.seat.Take()); err != nil {
		return err
	}
	one.sendClose(websocket.CloseGoingAway, "the server is stopping")
	return websocket.ErrCloseSent
}

func (one *session) send(frames [][]byte) error {
	for _, frame := range frames {
		one.conn.SetWriteDeadline(time.Now().Add(writePatience))
		if err := one.conn.WriteMessage(websocket.TextMessage, frame); err != nil {
			return err
		}
	}
	return nil
}
