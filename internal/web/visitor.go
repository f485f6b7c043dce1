package web

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/netip"
)

const (
	visitorCookie = "lockviz"
	visitorBytes  = 16
)

// visitor tells browsers apart: a random id in a cookie that scripts and other
// sites cannot use. It returns the cookie to set when the browser has none.
func (s *Server) visitor(r *http.Request) (id string, fresh *http.Cookie) {
	if c, err := r.Cookie(visitorCookie); err == nil && isVisitor(c.Value) {
		return c.Value, nil
	}
	var b [visitorBytes]byte
	rand.Read(b[:]) // never fails
	id = hex.EncodeToString(b[:])
	return id, &http.Cookie{
		Name: visitorCookie, Value: id, Path: s.cfg.BasePath, MaxAge: 30 * 24 * 60 * 60,
		HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
}

func isVisitor(id string) bool {
	raw, err := hex.DecodeString(id)
	return err == nil && len(raw) == visitorBytes
}

// greet gives a new browser its cookie with the page. A link from another site
// is followed without the cookie that the browser may well have: then nothing
// is set, and the page's socket, which does carry it, decides.
func (s *Server) greet(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Sec-Fetch-Site") == "cross-site" {
		return
	}
	if _, fresh := s.visitor(r); fresh != nil {
		http.SetCookie(w, fresh)
	}
}

// address is what counts as one network address. One IPv6 network is one
// address: a single machine has as many in it as it likes.
func address(r *http.Request) string {
	const network = 64
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := ap.Addr().Unmap()
	if addr.Is6() && !addr.IsLoopback() {
		prefix, _ := addr.Prefix(network) // a 6 has 128 bits: cannot fail
		return prefix.String()
	}
	return addr.String()
}
