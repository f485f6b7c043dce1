package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

type runCmd struct {
	File   string `arg:"" help:"The scenario file."`
	Format string `default:"text" enum:"text,json" help:"text or json (${default})."`
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
	raw, err := os.ReadFile(c.File)
	if err != nil {
		return exitError{exitInput, err}
	}
	sc, err := scenario.Parse(c.File, raw)
	if err != nil {
		return exitError{exitInput, err}
	}
	res, stopped := play(sc)
	if err := c.print(std.out, res); err != nil {
		return err
	}
	if stopped != nil {
		return stopped // the verdicts are not the last word
	}
	return unmet(sc.Expect, res.Verdicts)
}

// play runs a lab to its end. An error says why it stopped earlier; what had
// happened until then is in the result.
func play(sc scenario.Scenario) (result, error) {
	res := result{Title: sc.Title, Seed: sc.Seed, Events: []trace.Event{}, Verdicts: check.Verdicts{}}
	lab, err := engine.Open(sc)
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

func (c *runCmd) print(w io.Writer, res result) error {
	if c.Format == "json" {
		return json.NewEncoder(w).Encode(res)
	}
	fmt.Fprintf(w, "%s (seed %d)\n\n%s\n", res.Title, res.Seed, trace.Text(res.Events))
	for _, name := range slices.Sorted(maps.Keys(res.Verdicts)) {
		v := res.Verdicts[name]
		fmt.Fprintf(w, "%-18s %-14s %s\n", name, v.Status, v.Text)
	}
	return nil
}

// unmet says which expectations do not hold.
func unmet(expect []scenario.Expectation, got check.Verdicts) error {
	var wrong []error
	for _, e := range expect {
		v := got[e.Verdict]
		switch {
		case e.Counts && v.Count != e.Count:
			wrong = append(wrong, fmt.Errorf("expected %s: %d, but it is %d", e.Verdict, e.Count, v.Count))
		case !e.Counts && string(v.Status) != e.Status:
			wrong = append(wrong, fmt.Errorf("expected %s: %s, but it is %s", e.Verdict, e.Status, v.Status))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return exitError{exitUnmet, errors.Join(wrong...)}
}
