// Package labs keeps the labs that people are in.
//
// A Registry finds a visitor's lab by its slug, or opens it. Every lab lives in
// a room: one goroutine that alone touches it, fed by a mailbox. Every page
// that shows the lab has a Seat in the room, with a bounded queue of its own,
// so a page that does not read holds up nobody: its queue is dropped and it
// gets a snapshot once it reads again.
//
// The package speaks docs/protocol.md in frames of bytes; it knows nothing of
// HTTP or WebSockets.
package labs
