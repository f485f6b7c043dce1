package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/lockviz/lockviz/internal/web"
	"github.com/lockviz/lockviz/scenarios"
)

type serveCmd struct {
	Addr      string   `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen; port 0 takes a free one (${default})."`
	AllowHost []string `placeholder:"NAME" help:"Another name under which browsers may reach this server, for example box.local or lab.example.org:8443. May be repeated."`
	LAN       bool     `name:"lan" help:"Let other machines on the network in. Everyone who can reach the port can open labs."`
	BasePath  string   `default:"/" placeholder:"PATH" help:"Serve below this path, behind a proxy that passes it on (${default})."`
	Lessons   string   `placeholder:"DIR" help:"Serve the lessons in this directory, too, and the challenges in its folder challenges. When a file there changes, it is read again before the next page."`
	Dev       bool     `help:"Development: serve /storybook."`
	LogLevel  string   `default:"info" enum:"debug,info,warn,error" help:"What to log: debug, info, warn or error (${default})."`
	LogFormat string   `default:"text" enum:"text,json" help:"How to log, on standard error: text, or json, one object a line (${default})."`

	limitFlags
	serviceFlags
}

// basePath is what reads the same in an address, a route and a cookie, with nothing to
// escape or to clean.
var basePath = regexp.MustCompile(`^/?(\w[\w.-]*(/\w[\w.-]*)*/?)?$`)

// Validate refuses flags that would leave the server useless.
func (c *serveCmd) Validate() error {
	switch {
	case slices.ContainsFunc(c.AllowHost, func(h string) bool { return h == "" || strings.ContainsAny(h, "/*@ ") }):
		return errors.New("--allow-host takes a name as browsers send it, for example box.local or lab.example.org:8443: no scheme, no path, no wildcard")
	case !basePath.MatchString(c.BasePath):
		return fmt.Errorf("--base-path %q: it takes a path such as /lockviz or /tools/lockviz, of letters, digits, '-', '_' and '.' between single slashes", c.BasePath)
	}
	return errors.Join(c.limitFlags.validate(), c.serviceFlags.validate())
}

// log is where everything is logged, this program's dependencies included.
func (c *serveCmd) log(to io.Writer) (*slog.Logger, error) {
	var level slog.Level
	err := level.UnmarshalText([]byte(c.LogLevel))
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options)), err
	}
	return slog.New(slog.NewTextHandler(to, options)), err
}

// Run serves until ctx ends.
func (c *serveCmd) Run(ctx context.Context, std streams) error {
	log, err := c.log(std.err)
	if err != nil {
		return err
	}
	slog.SetDefault(log)
	changed := changesIn(c.Lessons)
	course, err := loadLessons(c.Lessons)
	if err != nil {
		return exitError{exitInput, err}
	}
	tasks, err := loadChallenges(c.Lessons)
	if err != nil {
		return exitError{exitInput, err}
	}
	listener, err := c.listen(ctx)
	if err != nil {
		return err
	}
	backends := c.backends(c.ofEachLab())
	defer backends.Close()
	ready := watchReadiness(backends.Ready)
	site, err := web.New(web.Config{
		Backends: backends, Ready: ready.state,
		Hosts: c.hosts(listener), BasePath: web.CleanBase(c.BasePath), Lessons: course,
		Challenges: tasks, Changed: changed, Scenarios: scenarios.All(), Dev: c.Dev, Limits: c.limits(),
		Version: versionText(),
	})
	if err != nil {
		listener.Close()
		return err
	}
	c.announce(std, listener)
	slog.Info("serving", "version", versionText(), "address", listener.Addr().String(), "base-path", web.CleanBase(c.BasePath))
	return site.Serve(ctx, listener)
}
