// Lockviz teaches distributed locks by letting people break them. This command
// reads flags and wires the parts; it decides nothing about locks or labs.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit codes. Those of run are documented for scripts.
const (
	exitUnmet = 1 // run: the scenario's expectations do not hold; otherwise: it did not work
	exitInput = 2 // run: the file is bad; otherwise: the flags are
)

type cli struct {
	Serve   serveCmd   `cmd:"" default:"withargs" help:"Serve the pages and labs (the default)."`
	Run     runCmd     `cmd:"" help:"Run a scenario without a browser: print its timeline and verdicts."`
	Lint    lintCmd    `cmd:"" help:"Check lessons, challenges and scenarios, and run them; say what is wrong."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// streams are where commands write.
type streams struct{ out, err io.Writer }

// exitError is an error with the exit code that it deserves.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string { return e.err.Error() }
func (e exitError) Unwrap() error { return e.err }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr}))
}

// run does what the arguments say and returns the exit code.
func run(ctx context.Context, args []string, std streams) int {
	var c cli
	cmd, err := parser(&c, std, kong.BindTo(ctx, (*context.Context)(nil))).Parse(args)
	if err != nil {
		return complain(std, exitError{exitInput, err})
	}
	return complain(std, cmd.Run())
}

func parser(c *cli, std streams, more ...kong.Option) *kong.Kong {
	return kong.Must(c, append(more, kong.Name("lockviz"), kong.Writers(std.out, std.err), kong.DefaultEnvars("LOCKVIZ"),
		kong.Description("See distributed locks work, and break. Every flag can be given as an environment variable LOCKVIZ_…; "+
			"without a command, lockviz serves."),
		kong.Vars(defaults()), kong.Bind(std))...)
}

// complain prints an error, if there is one, and returns the exit code.
func complain(std streams, err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(std.err, "lockviz:", err)
	var coded exitError
	if errors.As(err, &coded) {
		return coded.code
	}
	return 1
}
