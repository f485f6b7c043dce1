package main

import (
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/internal/web"
)

// Without flags the limits are the defaults; each flag sets its own.
func TestLimitsAreFlags(t *testing.T) {
	var c cli
	parse := func(args string) web.Limits {
		t.Helper()
		if _, err := parser(&c, streams{}).Parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		return c.Serve.limits()
	}
	if got := parse(""); got != web.Defaults {
		t.Errorf("%+v, want %+v", got, web.Defaults)
	}
	if got := c.Serve.ofEachLab(); got != engine.Usual {
		t.Errorf("of each lab %+v, want %+v", got, engine.Usual)
	}
	got := parse("--max-events 17 --max-lab-time 18m --max-branches 19 --max-actions 20KiB --max-labs 2 --max-labs-per-address 3 --max-pages-per-lab 4 --max-sockets 5 --requests-per-second 6 --request-burst 7 --max-request 8KiB " +
		"--max-waiting 9 --queue-frames 10 --queue-size 11MiB --idle 12m --idle-shown 13m --max-asleep 14 --asleep-size 15MiB --max-heap 16GiB")
	if each, want := c.Serve.ofEachLab(), (engine.Limits{Events: 17, LabTime: 18 * time.Minute, Branches: 19, Actions: 20 << 10}); each != want {
		t.Errorf("of each lab %+v, want %+v", each, want)
	}
	d, seen := web.Defaults, map[any]bool{}
	for name, pair := range map[string][2]any{
		"Labs": {got.Labs, d.Labs}, "LabsPerAddress": {got.LabsPerAddress, d.LabsPerAddress}, "PagesPerLab": {got.PagesPerLab, d.PagesPerLab},
		"Sockets": {got.Sockets, d.Sockets}, "RequestsPerSecond": {got.RequestsPerSecond, d.RequestsPerSecond}, "RequestBurst": {got.RequestBurst, d.RequestBurst},
		"RequestBytes": {got.RequestBytes, d.RequestBytes}, "Waiting": {got.Waiting, d.Waiting}, "QueueFrames": {got.QueueFrames, d.QueueFrames},
		"QueueBytes": {got.QueueBytes, d.QueueBytes}, "Idle": {got.Idle, d.Idle}, "IdleShown": {got.IdleShown, d.IdleShown},
		"Asleep": {got.Asleep, d.Asleep}, "AsleepBytes": {got.AsleepBytes, d.AsleepBytes}, "HeapBytes": {got.HeapBytes, d.HeapBytes},
	} {
		if pair[0] == pair[1] || seen[pair[0]] {
			t.Errorf("%s is %v: its flag did not set it, or another did", name, pair[0])
		}
		seen[pair[0]] = true
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]size{"0": 0, "1500": 1500, "32KiB": 32 << 10, "64 MiB": 64 << 20, "4GiB": 4 << 30} {
		var got size
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
		if got.String() != strings.ReplaceAll(text, " ", "") {
			t.Errorf("%s is written %s", text, got)
		}
	}
}
