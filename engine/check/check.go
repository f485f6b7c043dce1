// Package check reads a trace and answers, for each property of a lock, whether
// it held. It knows events and nothing else: no clock, no server, no client.
package check

// Status is the answer for one property.
type Status string

// The three answers.
const (
	Holds        Status = "holds"
	Violated     Status = "violated"
	NotExercised Status = "not-exercised" // nothing happened that could have broken it
)

// Verdict is the answer for one property of one trace.
type Verdict struct {
	Status Status `json:"status"`
	Events []int  `json:"events"`          // sequence numbers that prove it, ascending; never nil
	Count  int    `json:"count,omitempty"` // for verdicts that count
	Text   string `json:"text"`            // one plain sentence
}

// Verdicts maps a property's name to its verdict.
type Verdicts map[string]Verdict

// Change is a set of verdicts that holds from event Seq on, until the next.
type Change struct {
	Seq int      `json:"seq"`
	All Verdicts `json:"all"`
}
