package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/internal/web/labs"
)

// logged has everything logged from now on, at every level.
func logged(t *testing.T) *transcript {
	to, before := &transcript{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewJSONHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	return to
}

type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *transcript) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(b)
}

func (w *transcript) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// brittle breaks at the first step.
type brittle struct{ labs.Lab }

func (brittle) Step() error { panic("a broken invariant") }

// A visitor's cookie is all that tells a visitor from another: who reads the log must
// not learn it. The same goes for whatever else a browser sends along.
func TestNoSecretIsLogged(t *testing.T) {
	log := logged(t)
	const token = "d0n0tl0gth1st0ken"
	s := newSite(t, func(c *Config) {
		c.Open = func(sc scenario.Scenario) (labs.Lab, error) {
			if sc.Lock.Kind == scenario.Mutex {
				return nil, errors.New("no such thing as a mutex")
			}
			lab, err := engine.Open(sc)
			return brittle{lab}, err
		}
	})
	secret := func(r *http.Request) {
		r.Header.Set("Cookie", visitorCookie+"="+someVisitor)
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, path := range []string{"/", "/lab?token=" + token, "/which-lock?goal=" + token, "/no-such-page?" + token, "/labs/socket?lab=" + token} {
		s.get(path, secret)
		s.get(path, func(r *http.Request) { secret(r); r.Host = "evil.example" })
		s.get(path, func(r *http.Request) { secret(r); upgrading(r, "http://evil.example") })
	}
	s.sendRaw("GET / HTTP/1.1\r\nCookie: lockviz=" + someVisitor + "\r\nBad Header " + token + "\r\n\r\n")
	s.sendRaw("GET /?" + token + " HTTP/1.1\r\nHost: a\r\nHost: b\r\nCookie: lockviz=" + someVisitor + "\r\n\r\n")
	broken, unopened := s.dial(someVisitor, "free"), s.dial(someVisitor, "free/mutex")
	broken.hello()
	broken.say(`"do":"step"`)
	broken.want("ended")
	unopened.say(`"do":"hello","epoch":"` + token + `"`)
	unopened.want("ended")
	broken.send(token)
	broken.want("error")

	text := log.String()
	for _, line := range []string{`"msg":"request"`, `"msg":"refused"`, `"msg":"a lab broke"`, `"msg":"a lab could not be opened"`} {
		if !strings.Contains(text, line) {
			t.Errorf("this test no longer makes the log say %s", line)
		}
	}
	for _, secret := range []string{someVisitor, token, "dGhlIHNhbXBsZSBub25jZQ"} {
		if at := strings.Index(text, secret); at >= 0 {
			t.Errorf("%s is logged: …%s", secret, text[max(0, at-300):at+len(secret)])
		}
	}
}

// sendRaw sends bytes as they are, and returns all that comes back until the server
// closes.
func (s *site) sendRaw(request string) string {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.host)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprint(conn, request); err != nil {
		s.t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil && len(answer) == 0 {
		s.t.Fatalf("%q: %v", request, err)
	}
	return string(answer)
}
