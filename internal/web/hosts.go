package web

import (
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// CleanBase gives a base path its slashes: "" is "/", "x/y" is "/x/y/".
func CleanBase(path string) string {
	if path = strings.Trim(path, "/"); path == "" {
		return "/"
	}
	return "/" + path + "/"
}

// Hosts is the list of Host headers that are answered. A page of a stranger
// whose name is made to point at this machine (DNS rebinding) sends its own
// name here, and is refused.
type Hosts struct {
	port    string
	schemes map[string][]string // by Host header: the schemes that an Origin may have
}

// loopback is always answered: these names cannot be made to point elsewhere.
var loopback = []string{"127.0.0.1", "localhost", "[::1]"}

// NewHosts allows this machine's own names with the served port, and more:
// names that a person allowed. "box.local" is allowed with the served port and
// with none, "box.local:8443" is allowed as it stands; a proxy in front may
// speak https for them. addrs are this machine's addresses on its networks.
func NewHosts(port int, more []string, addrs []netip.Addr) Hosts {
	h := Hosts{port: strconv.Itoa(port), schemes: map[string][]string{}}
	for _, name := range loopback {
		h.allow(name, "http")
	}
	for _, addr := range addrs {
		h.allow(strings.TrimSuffix(net.JoinHostPort(addr.String(), ""), ":"), "http")
	}
	for _, name := range more {
		h.add(strings.ToLower(name))
	}
	return h
}

func (h Hosts) allow(name, scheme string) {
	h.schemes[name+":"+h.port] = append(h.schemes[name+":"+h.port], scheme)
	if h.port == "80" {
		h.schemes[name] = append(h.schemes[name], scheme)
	}
}

func (h Hosts) add(name string) {
	both := []string{"http", "https"}
	if _, _, err := net.SplitHostPort(name); err == nil {
		h.schemes[name] = both
		return
	}
	if addr, err := netip.ParseAddr(name); err == nil && addr.Is6() {
		name = "[" + name + "]"
	}
	h.schemes[name], h.schemes[name+":"+h.port] = both, both
}

// Allowed reports whether a request's Host header is on the list.
func (h Hosts) Allowed(r *http.Request) bool {
	_, ok := h.schemes[strings.ToLower(r.Host)]
	return ok
}

// SameOrigin reports whether a request comes from a page of this very site:
// its Origin is there, and is exactly the allowed Host that it was sent to.
func (h Hosts) SameOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) != 1 {
		return false
	}
	host := strings.ToLower(r.Host)
	for _, scheme := range h.schemes[host] {
		if origins[0] == scheme+"://"+host {
			return true
		}
	}
	return false
}

// flag is the command line that would allow a refused Host.
func (h Hosts) flag(host string) string {
	if name, port, err := net.SplitHostPort(host); err == nil && port == h.port {
		host = name
	}
	return "lockviz --allow-host " + host
}
