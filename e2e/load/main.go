// Load drives a lockviz over real sockets, as a room of people does, and prints
// what it took: labs that step, one lab that many read, people who come and go,
// and a stop in the midst of it. Every answer is held to docs/protocol.md. It ends
// by itself, and with exit code 1 if anything was not as it should be.
//
//	go run ./e2e/load labs
//	go run ./e2e/load room --pages 100 --events 200
package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/alecthomas/kong"
)

type cli struct {
	options

	Labs labsCmd `cmd:"" help:"Many labs are open, and some of them step once a second, with faults now and then."`
	Room roomCmd `cmd:"" help:"Many pages read one lab, without and with one that does not read."`
	Soak soakCmd `cmd:"" help:"People come, step, break things, lose the line, and come back; in the end nothing is left of them."`
	Stop stopCmd `cmd:"" help:"The server is told to stop while many labs work."`
}

// mode is one kind of load.
type mode interface {
	// flags are what the server must be started with, so that it lets the load in.
	flags() []string
	// files is about how many files the server will have open.
	files() int
	// load puts it on, and says what it found.
	load(t *target, to *table) error
}

func main() {
	var c cli
	ctx := kong.Parse(&c, kong.Name("load"), kong.Description("Put a load on lockviz and measure what it does to it."))
	m := map[string]mode{"labs": &c.Labs, "room": &c.Room, "soak": &c.Soak, "stop": &c.Stop}[ctx.Command()]
	began := time.Now()
	to, err := run(c.options, m)
	if err != nil {
		fmt.Fprintf(os.Stderr, "load: %v\n", err)
		os.Exit(1)
	}
	fmt.Print(to)
	fmt.Fprintf(os.Stderr, "load: it took %s\n", time.Since(began).Round(time.Second))
}

// run puts one kind of load on a server, and takes it off again.
func run(o options, m mode) (*table, error) {
	t, err := o.start(m.flags())
	if err != nil {
		return nil, err
	}
	to := &table{}
	if err = t.hasRoom(m.files()); err == nil {
		err = m.load(t, to)
	}
	if err = errors.Join(err, t.stop()); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, to)
	}
	return to, nil
}
