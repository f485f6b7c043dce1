package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/lessons/rehearse"
)

type runCmd struct {
	File   string `arg:"" help:"The scenario file."`
	Format string `default:"text" enum:"text,json" help:"text, to read, or json, for programs."`

	serviceFlags
}

// Validate refuses flags that no run could go with.
func (c *runCmd) Validate() error { return c.serviceFlags.validate() }

// sketchWidth is that of the sketch's time axis, in characters.
const sketchWidth = 80

// Help is what run --help says besides.
func (runCmd) Help() string {
	return `As text, it prints the title, a sketch of the whole run, one line for each event (lab time, lane, kind, what happened), ` +
		`and one for each verdict. As JSON, it prints one object with title, seed, events and verdicts. ` +
		`What the scenario expects and did not get goes to standard error. The same file gives the same output, byte for byte.

Exit code 0: everything that the scenario expects is so. 1: something is not, or the run could not be finished. 2: the file cannot be read, or is not a scenario.`
}

// result is the JSON form of a run.
type result struct {
	Title    string         `json:"title"`
	Seed     uint64         `json:"seed"`
	Events   []trace.Event  `json:"events"`
	Verdicts check.Verdicts `json:"verdicts"`
}

// Run plays a scenario to its end.
func (c *runCmd) Run(std streams) error {
	raw, err := readScenario(c.File)
	if err != nil {
		return exitError{exitInput, err}
	}
	sc, err := scenario.Parse(c.File, raw)
	if err != nil {
		return exitError{exitInput, err}
	}
	advise(std, c.File, sc)
	backends := c.backends(engine.Usual)
	defer backends.Close()
	res, stopped := play(backends, sc)
	if err := c.print(std.out, res); err != nil {
		return err
	}
	if stopped != nil {
		return stopped // the verdicts are not the last word
	}
	return unmet(sc, res.Verdicts)
}

// readScenario reads a file no further than to see that it is too long: it may
// be a whole disk.
func readScenario(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, scenario.MaxFileBytes+1))
}

// play runs a lab to its end. An error says why it stopped earlier; what had
// happened until then is in the result.
func play(b *engine.Backends, sc scenario.Scenario) (result, error) {
	res := result{Title: sc.Title, Seed: sc.Seed, Events: []trace.Event{}, Verdicts: check.Verdicts{}}
	lab, err := engine.OpenOn(b, sc)
	if err != nil {
		return res, err
	}
	defer lab.Close()
	if err = lab.Run(engine.ToEnd); errors.Is(err, engine.ErrEnded) {
		err = nil
	}
	res.Events, res.Verdicts = lab.Events(0), lab.Verdicts()
	return res, err
}

// print fails if not all of it could be written.
func (c *runCmd) print(w io.Writer, res result) error {
	if c.Format == "json" {
		return json.NewEncoder(w).Encode(res)
	}
	_, err := io.WriteString(w, res.text())
	return err
}

func (res result) text() string {
	w := new(strings.Builder)
	fmt.Fprintf(w, "%s (seed %d)\n\n%s\n%s\n", res.Title, res.Seed, trace.Sketch(res.Events, sketchWidth), trace.Text(res.Events))
	for _, p := range check.Properties {
		if v, judged := res.Verdicts[p.Name]; judged {
			fmt.Fprintf(w, "%-18s %-14s %s\n", p.Name, outcome(v), v.Text)
		}
	}
	return w.String()
}

// outcome is a verdict's status and, if it counts, how many.
func outcome(v check.Verdict) string {
	if v.Count > 0 {
		return fmt.Sprintf("%s, %d", v.Status, v.Count)
	}
	return string(v.Status)
}

// unmet says which expectations do not hold.
func unmet(sc scenario.Scenario, got check.Verdicts) error {
	if err := rehearse.Expected(sc, got); err != nil {
		return exitError{exitUnmet, err}
	}
	return nil
}
