package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"syscall"

	"github.com/lockviz/lockviz/internal/web"
)

// listen opens the port. Only --lan opens it to other machines.
func (c *serveCmd) listen(ctx context.Context) (net.Listener, error) {
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return nil, exitError{exitInput, fmt.Errorf("--addr %s is not HOST:PORT, for example 127.0.0.1:8080", c.Addr)}
	}
	switch {
	case c.LAN && isLoopback(host):
		host = "" // every address of this machine
	case !c.LAN && !isLoopback(host):
		return nil, exitError{exitInput, fmt.Errorf("--addr %s can be reached from other machines; add --lan if you mean that", c.Addr)}
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is taken by another program; choose another port with --addr, for example --addr 127.0.0.1:0 for a free one", c.Addr)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s (--addr): %w", c.Addr, err)
	}
	return listener, nil
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

func portOf(listener net.Listener) int { return listener.Addr().(*net.TCPAddr).Port }

// hosts lists the names under which browsers may reach the listener.
func (c *serveCmd) hosts(listener net.Listener) web.Hosts {
	return web.NewHosts(portOf(listener), c.AllowHost, c.networkAddrs())
}

// networkAddrs are this machine's own addresses, with --lan. An address cannot
// be rebound as a name can.
func (c *serveCmd) networkAddrs() []netip.Addr {
	if !c.LAN {
		return nil
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		slog.Warn("this machine's addresses cannot be listed; allow them with --allow-host", "err", err)
	}
	var addrs []netip.Addr
	for _, a := range all {
		prefix, err := netip.ParsePrefix(a.String())
		if addr := prefix.Addr(); err == nil && !addr.IsLoopback() && !addr.IsLinkLocalUnicast() {
			addrs = append(addrs, addr)
		}
	}
	return addrs
}

// announce prints where the pages are: the one thing on standard output.
func (c *serveCmd) announce(std streams, listener net.Listener) {
	port, path := portOf(listener), web.CleanBase(c.BasePath)
	host := "127.0.0.1"
	if addr := listener.Addr().(*net.TCPAddr).AddrPort().Addr(); addr.IsLoopback() {
		host = addr.String()
	}
	fmt.Fprintf(std.out, "lockviz is at http://%s%s\n", net.JoinHostPort(host, fmt.Sprint(port)), path)
	for _, addr := range c.networkAddrs() {
		fmt.Fprintf(std.out, "on the network:  http://%s%s\n", netip.AddrPortFrom(addr, uint16(port)), path)
	}
	if c.LAN {
		slog.Warn("--lan: every machine that can reach this port can open labs here")
	}
}
