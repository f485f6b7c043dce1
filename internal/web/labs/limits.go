package labs

import "time"

// Limits bounds what one visitor can use up. The engine bounds events,
// branches and lab time of one lab by itself.
type Limits struct {
	Labs           int // open at one time, in all
	LabsPerAddress int // open at one time, for one network address
	PagesPerLab    int // pages that show one lab at one time

	RequestsPerSecond float64 // of one page, in the long run
	RequestBurst      int     // of one page, at once
	RequestBytes      int     // one request
	Waiting           int     // requests that wait for one lab

	QueueFrames int // frames that wait for one page to read them
	QueueBytes  int // the same in bytes, behind the frame that is due next

	Batch time.Duration // what happens within so long goes to pages that did not ask for it as one frame

	Idle      time.Duration // a lab that no page shows ends after so long
	IdleShown time.Duration // the same when a page shows it, but nobody asks anything

	Asleep      int // labs that ended while idle and can come back; the oldest is forgotten first
	AsleepBytes int // the same in bytes; one that alone takes a sixteenth of it cannot come back

	HeapBytes int64 // live memory beyond which the longest idle labs end; 0: no limit
}

// Defaults are the limits of a workshop on one small machine.
var Defaults = Limits{
	Labs:           1000,
	LabsPerAddress: 64, // a class behind one router is one address
	PagesPerLab:    16,

	RequestsPerSecond: 50, // playing asks about 30 times a second
	RequestBurst:      100,
	RequestBytes:      32 << 10, // a scenario file among them
	Waiting:           256,

	QueueFrames: 2048, // answers to a flood are small, and should all arrive
	QueueBytes:  1 << 20,

	Batch: 40 * time.Millisecond, // two frames of a page and a half

	Idle:      30 * time.Minute,
	IdleShown: 4 * time.Hour, // a class has lunch and finds its labs as it left them

	Asleep:      10_000, // some kilobytes each
	AsleepBytes: 64 << 20,

	HeapBytes: 4 << 30,
}
