package web

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// docs/operation.md names every metric of ours, and none that is not there.
func TestMetricsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/operation.md")
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, nil)
	c := s.dial(someVisitor, "free")
	c.hello()
	c.ask(`"do":"step"`)
	c.send(`{}`) // is refused
	c.want("error")
	s.labs.Close()
	s.get("/", func(r *http.Request) { r.Host = "evil.example" })
	_, served := s.get("/metrics", nil)
	there := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (lockviz_\w+) `).FindAllStringSubmatch(served, -1) {
		there[m[1]] = true
		if !strings.Contains(string(text), "| `"+m[1]+"` |") {
			t.Errorf("docs/operation.md does not say what %s is", m[1])
		}
	}
	for _, m := range regexp.MustCompile("\\| `(lockviz_\\w+)` \\|").FindAllStringSubmatch(string(text), -1) {
		if !there[m[1]] {
			t.Errorf("docs/operation.md speaks of %s, which is not served", m[1])
		}
	}
}

// Behind a proxy that passes on Host, path and upgrades, everything works below the
// base path; one that changes the Host is told which flag it needs.
func TestBehindAProxy(t *testing.T) {
	const name = "lab.example.org"
	s := newSite(t, func(c *Config) { c.BasePath = "/lockviz/"; allow(c, name) })
	upstream, err := url.Parse("http://" + s.host)
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{name: http.StatusOK, "other.example.org": http.StatusForbidden} {
		proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(upstream)
			r.Out.Host = host
		}})
		res, err := http.Get(proxy.URL + "/lockviz/lab")
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: status %d, want %d", host, res.StatusCode, want)
		}
		// The browser speaks https with the proxy.
		header := http.Header{"Origin": {"https://" + name}}
		conn, res, err := websocket.DefaultDialer.Dial(strings.Replace(proxy.URL, "http", "ws", 1)+"/lockviz/labs/socket?lab=free", header)
		if err == nil {
			(&tab{t: t, conn: conn}).hello()
			conn.Close()
		}
		if (err == nil) != (want == http.StatusOK) || err != nil && res.StatusCode != want {
			t.Errorf("%s: the socket: %v", host, err)
		}
		proxy.Close()
	}
}
