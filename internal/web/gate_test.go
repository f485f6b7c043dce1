package web

import (
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A stranger's name that was made to point here must reach nothing, health
// included.
func TestHostsThatAreRefused(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Dev = true })
	port := s.host[strings.LastIndex(s.host, ":")+1:]
	for _, path := range paths(s) {
		for _, host := range []string{
			"evil.example", "evil.example:" + port, "127.0.0.1.evil.example:" + port, "localhost.:" + port,
			"127.0.0.1", "localhost:1", "0.0.0.0:" + port, "127.0.0.2:" + port, "[::]:" + port,
		} {
			res, body := s.get(path, func(r *http.Request) { r.Host = host })
			if res.StatusCode != http.StatusForbidden {
				t.Errorf("%s with Host %s: status %d, want 403", path, host, res.StatusCode)
			}
			if !strings.Contains(body, "lockviz --allow-host ") {
				t.Errorf("%s with Host %s: the page does not name the flag: %s", path, host, body)
			}
			wantSecure(t, res)
		}
	}
}

func TestHostsThatAreAnswered(t *testing.T) {
	s := newSite(t, nil)
	port := s.host[strings.LastIndex(s.host, ":")+1:]
	for _, host := range []string{"127.0.0.1:" + port, "localhost:" + port, "LocalHost:" + port, "[::1]:" + port} {
		for _, path := range []string{"/", "/healthz", "/readyz", "/metrics"} {
			res, _ := s.get(path, func(r *http.Request) { r.Host = host })
			if res.StatusCode != http.StatusOK {
				t.Errorf("%s with Host %s: status %d", path, host, res.StatusCode)
			}
			wantSecure(t, res)
		}
	}
}

// With DNS rebinding Host and Origin agree, so the Origin alone proves nothing.
func TestRebindingCannotOpenASocket(t *testing.T) {
	s := newSite(t, nil)
	res, _ := s.get("/labs/socket?lab=free", func(r *http.Request) {
		upgrading(r, "http://evil.example")
		r.Host = "evil.example"
	})
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("status %d, want 403", res.StatusCode)
	}
}

func TestOriginsOfSockets(t *testing.T) {
	s := newSite(t, nil)
	own := "http://" + s.host
	port := s.host[strings.LastIndex(s.host, ":")+1:]
	for origin, want := range map[string]int{
		own:                                http.StatusSwitchingProtocols,
		"":                                 http.StatusForbidden, // missing
		"null":                             http.StatusForbidden,
		"http://evil.example":              http.StatusForbidden,
		"http://127.0.0.1":                 http.StatusForbidden,
		"http://127.0.0.1:1":               http.StatusForbidden,
		"http://localhost:" + port:         http.StatusForbidden, // allowed, but not the Host it was sent to
		"https://" + s.host:                http.StatusForbidden,
		own + "/":                          http.StatusForbidden,
		own + ".evil.example":              http.StatusForbidden,
		"http://evil.example?" + own:       http.StatusForbidden,
		"HTTP://" + s.host:                 http.StatusForbidden, // browsers write it in small letters
		"http://user@" + s.host:            http.StatusForbidden,
		"http://127.0.0.1:" + port + "%00": http.StatusForbidden,
	} {
		res, _ := s.get("/labs/socket?lab=free", func(r *http.Request) { upgrading(r, origin) })
		if res.StatusCode != want {
			t.Errorf("Origin %q: status %d, want %d", origin, res.StatusCode, want)
		}
	}
	res, _ := s.get("/labs/socket?lab=free", func(r *http.Request) {
		upgrading(r, own)
		r.Header.Add("Origin", "http://evil.example")
	})
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("two Origins: status %d, want 403", res.StatusCode)
	}
}

// Whatever route is added: a socket from elsewhere is never opened.
func TestNoRouteUpgradesPastTheGate(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Dev = true })
	opened := 0
	for _, path := range paths(s) {
		for _, origin := range []string{"", "http://evil.example"} {
			res, _ := s.get(path, func(r *http.Request) { upgrading(r, origin) })
			if res.StatusCode != http.StatusForbidden {
				t.Errorf("%s upgrades with Origin %q: status %d", path, origin, res.StatusCode)
			}
		}
		res, _ := s.get(path, func(r *http.Request) { upgrading(r, "http://"+s.host) })
		if res.StatusCode == http.StatusSwitchingProtocols {
			opened++
		}
	}
	if opened != 1 {
		t.Errorf("%d routes open a socket, want 1: does this test still know them all?", opened)
	}
}

func TestOneFileUpgrades(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "upgrade.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, way := range []string{"websocket.Upgrade", "Hijack", "NewResponseController"} {
			if strings.Contains(string(src), way) {
				t.Errorf("%s uses %s: sockets are opened by upgrade alone", name, way)
			}
		}
	}
}

func TestChangesFromOtherSites(t *testing.T) {
	s := newSite(t, nil)
	for name, c := range map[string]struct {
		header http.Header
		status int
	}{
		"another site":       {http.Header{"Sec-Fetch-Site": {"cross-site"}}, http.StatusForbidden},
		"another Origin":     {http.Header{"Origin": {"http://evil.example"}}, http.StatusForbidden},
		"an opaque Origin":   {http.Header{"Origin": {"null"}}, http.StatusForbidden},
		"a page of this one": {http.Header{"Sec-Fetch-Site": {"same-origin"}}, http.StatusNotFound}, // nothing takes a POST
	} {
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
			req, _ := http.NewRequest(method, "http://"+s.host+"/lab", nil)
			req.Header = c.header.Clone()
			if res, _ := s.do(req); res.StatusCode != c.status {
				t.Errorf("%s from %s: status %d, want %d", method, name, res.StatusCode, c.status)
			}
		}
	}
}

func TestHostsByFlag(t *testing.T) {
	h := NewHosts(8080, []string{"Box.local", "lab.example.org:8443", "fd00::1"}, []netip.Addr{netip.MustParseAddr("192.168.1.7")})
	for origin, want := range map[string]bool{
		"http://127.0.0.1:8080":        true,
		"http://box.local:8080":        true,
		"http://box.local":             true,
		"https://box.local":            true, // a proxy in front speaks https
		"https://lab.example.org:8443": true,
		"http://[fd00::1]:8080":        true,
		"http://192.168.1.7:8080":      true,
		"https://192.168.1.7:8080":     false,
		"http://lab.example.org":       false,
		"http://192.168.1.8:8080":      false,
	} {
		_, host, _ := strings.Cut(origin, "://")
		r := &http.Request{Host: host, Header: http.Header{"Origin": {origin}}}
		if got := h.Allowed(r) && h.SameOrigin(r); got != want {
			t.Errorf("%s: %v, want %v", origin, got, want)
		}
	}
}

func TestTheServersOwnPortCanBeLeftOutOn80(t *testing.T) {
	h := NewHosts(80, nil, nil)
	for _, host := range []string{"localhost", "127.0.0.1:80"} {
		if !h.Allowed(&http.Request{Host: host}) {
			t.Errorf("%s is refused", host)
		}
	}
}

// paths has one real path for every route, so that a new route is tested.
func paths(s *site) []string {
	slug := s.content().catalog.lessons[0].Slug
	fill := strings.NewReplacer("{$}", "", "{slug}", slug, "{version}", s.assets.version, "{path...}", "css/base.css",
		"{kind}", "redlock", "{name}", s.cfg.Scenarios[0].Name,
		"labs/socket", "labs/socket?lab=free")
	all := []string{"/no/such/page"}
	for _, r := range s.routes() {
		all = append(all, s.cfg.BasePath+fill.Replace(r.pattern))
	}
	if slices.ContainsFunc(all, func(p string) bool { return strings.Contains(p, "{") }) {
		panic(fmt.Sprintf("a route has a wildcard that this test cannot fill: %v", all))
	}
	return all
}

func upgrading(r *http.Request, origin string) {
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket",
		"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
	} {
		r.Header.Set(name, value)
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
}

func wantSecure(t *testing.T, res *http.Response) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %s is %q", res.Request.URL.Path, name, got)
		}
	}
}
