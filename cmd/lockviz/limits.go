package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/trace"
	"github.com/lockviz/lockviz/internal/web"
)

// limitFlags bound what visitors can use up.
type limitFlags struct {
	MaxLabs           int `default:"${maxLabs}" help:"Labs open at one time, in all (${default})."`
	MaxLabsPerAddress int `default:"${maxLabsPerAddress}" help:"Labs open at one time, for one network address (${default})."`
	MaxPagesPerLab    int `default:"${maxPagesPerLab}" help:"Pages that show one lab at one time (${default})."`
	MaxSockets        int `default:"${maxSockets}" help:"Sockets open at one time (${default})."`

	MaxEvents   int           `default:"${maxEvents}" help:"Events of one branch of a lab (${default})."`
	MaxLabTime  time.Duration `default:"${maxLabTime}" help:"Lab time of one branch of a lab (${default})."`
	MaxBranches int           `default:"${maxBranches}" help:"Branches of one lab (${default})."`
	MaxActions  size          `default:"${maxActions}" placeholder:"SIZE" help:"Memory for what people did in one lab (${default})."`

	RequestsPerSecond float64 `default:"${requestsPerSecond}" help:"Requests that one page may make in the long run (${default})."`
	RequestBurst      int     `default:"${requestBurst}" help:"Requests that one page may make at once (${default})."`
	MaxRequest        size    `default:"${maxRequest}" placeholder:"SIZE" help:"Length of one request (${default})."`
	MaxWaiting        int     `default:"${maxWaiting}" help:"Requests that wait for one lab (${default})."`
	QueueFrames       int     `default:"${queueFrames}" help:"Frames that wait for a page which does not read; beyond it, it gets a snapshot when it does (${default})."`
	QueueSize         size    `default:"${queueSize}" placeholder:"SIZE" help:"The same as a size (${default})."`

	Idle       time.Duration `default:"${idle}" help:"Put a lab to sleep that no page has shown for so long (${default})."`
	IdleShown  time.Duration `default:"${idleShown}" help:"Put a lab to sleep that a page shows, but nobody has asked anything for so long (${default})."`
	MaxAsleep  int           `default:"${maxAsleep}" help:"Labs that sleep, and come back when their owner does; the oldest is forgotten first (${default})."`
	AsleepSize size          `default:"${asleepSize}" placeholder:"SIZE" help:"Memory for labs that sleep (${default})."`
	MaxHeap    size          `default:"${maxHeap}" placeholder:"SIZE" help:"Live memory beyond which the longest idle labs are put to sleep; 0 for no limit (${default})."`
}

// defaults are the limits as flags show them.
func defaults() map[string]string {
	d, each := web.Defaults, engine.Usual
	return map[string]string{
		"maxLabs": fmt.Sprint(d.Labs), "maxLabsPerAddress": fmt.Sprint(d.LabsPerAddress), "maxPagesPerLab": fmt.Sprint(d.PagesPerLab),
		"maxSockets": fmt.Sprint(d.Sockets),
		"maxEvents":  fmt.Sprint(each.Events), "maxLabTime": trace.Dur(each.LabTime), "maxBranches": fmt.Sprint(each.Branches), "maxActions": size(each.Actions).String(),
		"requestsPerSecond": fmt.Sprint(d.RequestsPerSecond), "requestBurst": fmt.Sprint(d.RequestBurst), "maxRequest": size(d.RequestBytes).String(),
		"maxWaiting": fmt.Sprint(d.Waiting), "queueFrames": fmt.Sprint(d.QueueFrames), "queueSize": size(d.QueueBytes).String(),
		"idle": trace.Dur(d.Idle), "idleShown": trace.Dur(d.IdleShown),
		"maxAsleep": fmt.Sprint(d.Asleep), "asleepSize": size(d.AsleepBytes).String(), "maxHeap": size(d.HeapBytes).String(),
	}
}

func (f *limitFlags) limits() web.Limits {
	l := web.Defaults
	l.Labs, l.LabsPerAddress, l.PagesPerLab, l.Sockets = f.MaxLabs, f.MaxLabsPerAddress, f.MaxPagesPerLab, f.MaxSockets
	l.RequestsPerSecond, l.RequestBurst, l.RequestBytes = f.RequestsPerSecond, f.RequestBurst, int(f.MaxRequest)
	l.Waiting, l.QueueFrames, l.QueueBytes = f.MaxWaiting, f.QueueFrames, int(f.QueueSize)
	l.Idle, l.IdleShown = f.Idle, f.IdleShown
	l.Asleep, l.AsleepBytes, l.HeapBytes = f.MaxAsleep, int(f.AsleepSize), int64(f.MaxHeap)
	return l
}

// ofEachLab are the limits that a lab sees to by itself.
func (f *limitFlags) ofEachLab() engine.Limits {
	return engine.Limits{Events: f.MaxEvents, LabTime: f.MaxLabTime, Branches: f.MaxBranches, Actions: int(f.MaxActions)}
}

// validate refuses limits that would leave the server useless.
func (f *limitFlags) validate() error {
	const smallest, largest = 1 << 10, 8 << 20 // of a request: an action fits; a page cannot fill the memory
	const longest = 100 * 24 * time.Hour       // that a browser counts in ns without an error
	switch {
	case min(f.MaxLabs, f.MaxLabsPerAddress, f.MaxPagesPerLab, f.MaxSockets) < 1:
		return errors.New("--max-labs, --max-labs-per-address, --max-pages-per-lab and --max-sockets are at least 1")
	case f.MaxEvents < 10 || f.MaxEvents > 1_000_000 || f.MaxBranches < 1 || f.MaxBranches > 1000 || f.MaxActions < 1<<10 || f.MaxActions > 1<<30:
		return errors.New("--max-events is from 10 to 1000000, --max-branches from 1 to 1000, --max-actions from 1KiB to 1GiB")
	case f.MaxLabTime < time.Second || f.MaxLabTime > longest:
		return fmt.Errorf("--max-lab-time is from 1s to %s", trace.Dur(longest))
	case f.RequestsPerSecond < 1 || f.RequestBurst < 1:
		return errors.New("--requests-per-second and --request-burst are at least 1")
	case f.MaxRequest < smallest || f.MaxRequest > largest:
		return fmt.Errorf("--max-request is from %v to %v", size(smallest), size(largest))
	case f.MaxWaiting < 1 || f.QueueFrames < 2 || f.QueueSize < 1<<10:
		return errors.New("--max-waiting is at least 1, --queue-frames at least 2, --queue-size at least 1KiB")
	case f.Idle < time.Second || f.IdleShown < time.Second:
		return errors.New("--idle and --idle-shown are at least 1s")
	case f.MaxAsleep < 0:
		return errors.New("--max-asleep is at least 0")
	case f.MaxHeap > 0 && f.MaxHeap < 64<<20:
		return errors.New("--max-heap is at least 64MiB, or 0 for no limit")
	}
	return nil
}

// size is a number of bytes, written as "64MiB".
type size int64

var units = []struct {
	name string
	size size
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

func (s size) String() string {
	for _, u := range units {
		if s >= u.size && s%u.size == 0 {
			return fmt.Sprint(int64(s/u.size), u.name)
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// UnmarshalText reads a whole number of bytes, or of KiB, MiB or GiB.
func (s *size) UnmarshalText(text []byte) error {
	number, unit := string(text), size(1)
	for _, u := range units {
		if cut, found := strings.CutSuffix(number, u.name); found {
			number, unit = strings.TrimSpace(cut), u.size
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/int64(unit) {
		return fmt.Errorf("%q is not a size: write a whole number of bytes, or of KiB, MiB or GiB, for example 64MiB", text)
	}
	*s = size(n) * unit
	return nil
}
