// Package store is the protected resource: one versioned object, and the check
// of fencing tokens that makes a lock safe.
//
// A store can be reached by a client that lost its lock and does not know it.
// Only the store itself can refuse such a write, by remembering the highest
// token it has seen (Kleppmann 2016, "Making the lock safe with fencing").
package store

// Store holds one object. It belongs to one goroutine, so each Write is atomic:
// the check and the change are one step. A real store needs a transaction or a
// conditional write for the same.
type Store struct {
	Name string // of the object

	// Fencing makes Write refuse a token lower than the highest seen.
	Fencing bool

	version int
	value   string
	highest int64
}

// Write is a client's request to change the object.
type Write struct {
	Token       int64 // fencing token of the writer's grant; 0: none
	Value       string
	ReadVersion int // the version the writer had read; 0: none
}

// State is the object as it stands.
type State struct {
	Version int // counts accepted writes, from 0
	Value   string
	Highest int64 // the highest token of any accepted write
}

// Read returns the object as it stands.
func (s *Store) Read() State {
	return State{s.version, s.value, s.highest}
}

// Write changes the object unless fencing forbids it, and reports which. A
// token equal to the highest is accepted: one holder may write many times.
func (s *Store) Write(w Write) (State, bool) {
	if s.Fencing && w.Token < s.highest {
		return s.Read(), false
	}
	s.version++
	s.value = w.Value
	s.highest = max(s.highest, w.Token)
	return s.Read(), true
}
