package web

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// What reaches the server over a raw socket, row by row: Host, Origin, route and
// method, each with each. {host} is the address that is served, {port} its port.

// hostRows are Host headers, and what becomes of them: answered, refused, or no HTTP
// at all. No name that somebody else can point at this machine is among the first.
type hostRow struct {
	host   string
	status int  // of a request that has nothing else against it
	https  bool // a proxy in front of it may speak https
}

var hostRows = []hostRow{
	{"127.0.0.1:{port}", 200, false},
	{"localhost:{port}", 200, false},
	{"LOCALHOST:{port}", 200, false},
	{"[::1]:{port}", 200, false},
	{"box.example:{port}", 200, true}, // --allow-host box.example
	{"box.example", 200, true},        // a proxy in front has the usual port
	{"Box.Example", 200, true},

	{"", 403, false},
	{"evil.example", 403, false},
	{"evil.example:{port}", 403, false}, // rebound
	{"127.0.0.1", 403, false},
	{"127.0.0.1:1", 403, false},
	{"127.0.0.1:{port}0", 403, false},
	{"127.0.0.1:0{port}", 403, false},
	{"127.0.0.1.:{port}", 403, false},
	{"127.1:{port}", 403, false},
	{"2130706433:{port}", 403, false}, // 127.0.0.1 as a number
	{"0x7f.0.0.1:{port}", 403, false},
	{"127.0.0.2:{port}", 403, false},
	{"0.0.0.0:{port}", 403, false},
	{"localhost.:{port}", 403, false}, // a resolver may ask the network for it
	{"localhost.evil.example:{port}", 403, false},
	{"evil-localhost:{port}", 403, false},
	{"::1:{port}", 403, false},
	{"[::]:{port}", 403, false},
	{"[::1]", 403, false},
	{"[::ffff:127.0.0.1]:{port}", 403, false},
	{"[0:0:0:0:0:0:0:1]:{port}", 403, false},
	{"box.example:1", 403, false},
	{"box.example.:{port}", 403, false},
	{"sub.box.example:{port}", 403, false},
	{"user@127.0.0.1:{port}", 400, false},
	{"127.0.0.1:{port}@evil.example", 400, false},
	{"127.0.0.1:{port},evil.example", 403, false},
	{"http://127.0.0.1:{port}", 400, false},
	{"127.0.0.1:{port}/", 400, false},
	{"127.0.0.1:{port}#evil.example", 400, false},
	{"127.0.0.1:{port} evil.example", 400, false},
	{"127.0.0.1:{port}\x00", 400, false},
}

// originRows are Origin headers, and whether they are this site's if the Host is {own}.
// An upgrade needs the very origin. Of a change http.CrossOriginProtection asks that the
// hosts are equal, letter for letter.
type originRow struct {
	origin          string
	upgrade, change bool
}

var originRows = []originRow{
	{"http://{own}", true, true},
	{"", false, true}, // missing: a tool
	{"https://{own}", false, true},
	{"http://{own}/", false, true},
	{"http://user@{own}", false, true},
	{"HTTP://{own}", false, true},
	{"null", false, false},
	{"http://evil.example", false, false},
	{"http://evil.example:{port}", false, false},
	{"http://127.0.0.1:1", false, false},
	{"http://{own}.evil.example", false, false},
	{"http://evil.example/{own}", false, false},
	{"http://evil.example@{own}@evil.example", false, false},
	{"http://{own}, http://{own}", false, false},
	{"{own}", false, false},
	{"file://", false, false},
	{"chrome-extension://aaaabbbbccccdddd", false, false},
}

// routeRows are routes of each kind, and the status of a plain GET.
type routeRow struct {
	path   string
	status int
}

var routeRows = []routeRow{
	{"/", http.StatusOK},
	{"/healthz", http.StatusOK},
	{"/metrics", http.StatusOK},
	{"/no-such-page", http.StatusNotFound},
	{"/labs/socket?lab=free", http.StatusBadRequest}, // it is a socket, and was not asked to be one
}

// methodRows are the ways to ask.
type methodRow struct {
	method  string
	upgrade bool
	change  bool // would change something, if anything took it
}

var methodRows = []methodRow{
	{"GET", false, false},
	{"GET", true, false},
	{"HEAD", false, false},
	{"OPTIONS", false, false},
	{"POST", false, true},
	{"POST", true, true},
	{"DELETE", false, true},
	{"TRACE", false, true},
	{"MADE-UP", false, true},
}

func TestRawRequests(t *testing.T) {
	s, seen, wrong := newSite(t, allowBox), map[int]int{}, 0
	for request, want := range s.rawRequests {
		got := s.status(request)
		if seen[got]++; got != want && wrong < 20 {
			wrong++
			t.Errorf("%q: status %d, want %d", request, got, want)
		}
	}
	for _, status := range []int{101, 200, 400, 403, 404} {
		if seen[status] == 0 {
			t.Errorf("no request was answered with %d: does this test still ask?", status)
		}
	}
}

// rawRequests are the rows, each with each. A Host that is refused meets a few origins.
func (s *site) rawRequests(yield func(request string, status int) bool) {
	for _, host := range hostRows {
		origins := originRows
		if host.status != 200 {
			origins = originRows[:2]
		}
		for _, origin := range origins {
			for _, route := range routeRows {
				for _, how := range methodRows {
					if !yield(s.rawRequest(host, origin, route, how), rawStatus(host, origin, route, how)) {
						return
					}
				}
			}
		}
	}
}

func (s *site) rawRequest(host hostRow, origin originRow, route routeRow, how methodRow) string {
	own := s.fill(host.host)
	request := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n", how.method, route.path, own)
	if origin.origin != "" {
		request += "Origin: " + strings.ReplaceAll(s.fill(origin.origin), "{own}", strings.ToLower(own)) + "\r\n"
	}
	if how.upgrade {
		request += wantsUpgrade
	}
	return request + "\r\n"
}

// rawStatus says what a request deserves, in the order of the gate.
func rawStatus(host hostRow, origin originRow, route routeRow, how methodRow) int {
	https := host.https && origin.origin == "https://{own}"
	switch {
	case host.status != http.StatusOK:
		return host.status
	case how.upgrade && !origin.upgrade && !https:
		return http.StatusForbidden
	case how.change && (!origin.change || origin.origin != "" && host.host != strings.ToLower(host.host)):
		return http.StatusForbidden
	case how.change || how.method == "OPTIONS": // nothing here takes it
		return http.StatusNotFound
	case how.upgrade && route.status == http.StatusBadRequest:
		return http.StatusSwitchingProtocols
	}
	return route.status
}

const wantsUpgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

func allowBox(c *Config) { allow(c, "box.example") }

// allow is --allow-host.
func allow(c *Config, name string) {
	port, err := strconv.Atoi(c.Hosts.port)
	if err != nil {
		panic(err)
	}
	c.Hosts = NewHosts(port, []string{name}, nil)
}

// Requests that do not fit the rows: odd request lines, headers twice or not at all.
func TestOddRawRequests(t *testing.T) {
	s := newSite(t, nil)
	const get, end = "GET /healthz HTTP/1.1\r\n", "\r\n"
	const good = "Host: {host}\r\n"
	const socket = "GET /labs/socket?lab=free HTTP/1.1\r\nHost: {host}\r\n" + wantsUpgrade
	for _, row := range []struct {
		request string
		status  int
	}{
		{get + good + end, 200},
		{get + end, 400}, // HTTP/1.1 without Host
		{"GET /healthz HTTP/1.0\r\n" + end, 403},
		{"GET /healthz HTTP/1.0\r\n" + good + end, 200},
		{get + good + good + end, 400},
		{get + good + "Host: evil.example\r\n" + end, 400},
		{get + "Host: evil.example\r\n" + good + end, 400},
		{get + "Host:{host}\r\n" + end, 200},
		{get + "Host : {host}\r\n" + end, 400},
		{get + "X: y\r\n Host: {host}\r\n" + end, 400}, // folded: no Host of its own
		{get + good + "X-Forwarded-Host: evil.example\r\n" + end, 200},
		{get + "Host: evil.example\r\nX-Forwarded-Host: {host}\r\nForwarded: host={host}\r\n" + end, 403},

		// The request line names the host itself; then that one counts.
		{"GET http://{host}/healthz HTTP/1.1\r\n" + good + end, 200},
		{"GET http://{host}/healthz HTTP/1.1\r\nHost: evil.example\r\n" + end, 200},
		{"GET http://evil.example/healthz HTTP/1.1\r\n" + good + end, 403},
		{"GET http://user:pass@evil.example/healthz HTTP/1.1\r\n" + good + end, 403},
		{"GET http://{host}@evil.example/healthz HTTP/1.1\r\n" + good + end, 403},
		{"GET https://evil.example/healthz HTTP/1.1\r\n" + good + end, 403},
		{"GET //evil.example/healthz HTTP/1.1\r\n" + good + end, 307}, // to /evil.example/healthz here
		{"GET evil.example/healthz HTTP/1.1\r\n" + good + end, 400},
		{"OPTIONS * HTTP/1.1\r\n" + good + end, 400},
		{"OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n" + end, 403},
		{"CONNECT {host} HTTP/1.1\r\n" + good + end, 405},
		{"CONNECT evil.example:80 HTTP/1.1\r\n" + good + end, 403},
		{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 403}, // the first words of HTTP/2
		{"GET /healthz\r\n" + end, 400},
		{"GET /healthz HTTP/3.0\r\n" + good + end, 505},
		{"GET /healthz HTTP/1.1\r\n" + good + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n" + end + "0\r\n\r\n", 200}, // a body is not read
		{"GET /healthz HTTP/1.1\r\n" + good + "Content-Length: 5\r\nContent-Length: 6\r\n" + end, 400},

		// Upgrades.
		{socket + "Origin: http://{host}\r\n" + end, 101},
		{socket + "origin: http://{host}\r\n" + end, 101},
		{socket + "Origin: http://{host}\r\nOrigin: http://{host}\r\n" + end, 403},
		{socket + "Origin: http://{host}\r\nOrigin: http://evil.example\r\n" + end, 403},
		{socket + "Origin: http://evil.example\r\nOrigin: http://{host}\r\n" + end, 403},
		{socket + "X-Origin: http://{host}\r\nReferer: http://{host}/lab\r\n" + end, 403},
		{socket + "Sec-Fetch-Site: same-origin\r\n" + end, 403}, // says a client that is no browser
		{strings.Replace(socket, "GET /", "GET http://evil.example/", 1) + "Origin: http://evil.example\r\n" + end, 403},
		{strings.Replace(socket, "websocket", "h2c", 1) + end, 403},
		{strings.Replace(socket, "websocket", "h2c", 1) + "Origin: http://{host}\r\n" + end, 400},
		{strings.Replace(socket, "websocket", "WebSocket", 1) + "Origin: http://evil.example\r\n" + end, 403},
		{strings.Replace(socket, "Connection: Upgrade", "Connection: keep-alive", 1) + "Origin: http://{host}\r\n" + end, 400},
		{strings.Replace(socket, "HTTP/1.1", "HTTP/1.0", 1) + "Origin: http://{host}\r\n" + end, 101}, // gorilla takes it
		{strings.Replace(socket, "GET", "POST", 1) + "Origin: http://{host}\r\n" + end, 404},
	} {
		request := s.fill(row.request)
		if got := s.status(request); got != row.status {
			t.Errorf("%q: status %d, want %d", request, got, row.status)
		}
	}
}

func (s *site) fill(row string) string {
	_, port, _ := strings.Cut(s.host, ":")
	return strings.NewReplacer("{host}", s.host, "{port}", port).Replace(row)
}

// status sends bytes as they are, and returns the status of the first answer.
func (s *site) status(request string) int {
	s.t.Helper()
	conn, err := net.Dial("tcp", s.host)
	if err != nil {
		s.t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprint(conn, request); err != nil {
		s.t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		s.t.Fatalf("%q: %v", request, err)
	}
	var status int
	if _, err := fmt.Sscanf(line, "HTTP/1.1 %d", &status); err != nil {
		if _, err := fmt.Sscanf(line, "HTTP/1.0 %d", &status); err != nil {
			s.t.Fatalf("%q: answered %q", request, line)
		}
	}
	return status
}
