package web

import (
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/lockviz/lockviz/views"
)

// bufferBytes is small, and write buffers are shared, so that an idle socket
// costs little.
const bufferBytes = 1 << 10

var writeBuffers sync.Pool

// upgrade is the only way from HTTP to a socket. The gate has checked the
// Origin already; checking it here too keeps a route outside the gate from
// becoming a hole.
func (s *Server) upgrade(w http.ResponseWriter, r *http.Request, header http.Header) (*websocket.Conn, error) {
	up := websocket.Upgrader{
		HandshakeTimeout: 10 * time.Second,
		ReadBufferSize:   bufferBytes,
		WriteBufferSize:  bufferBytes,
		WriteBufferPool:  &writeBuffers,
		CheckOrigin:      s.cfg.Hosts.SameOrigin,
		Error: func(w http.ResponseWriter, r *http.Request, status int, reason error) {
			s.problem(w, r, views.ProblemPage{Status: status, Title: "This is a socket", Text: reason.Error()})
		},
	}
	return up.Upgrade(w, r, header)
}
