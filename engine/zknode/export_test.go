package zknode

import "time"

// SetPatience changes how long a call may take.
func SetPatience(d time.Duration) (before time.Duration) {
	before, patience = patience, d
	return before
}

// Kill ends a session on the server at an address, as its own expiry does. The
// session must be cut off meanwhile, or it fights for itself.
func (s *Session) Kill(addr string) error {
	_, err := s.client.session.bury([]string{addr})
	return err
}
