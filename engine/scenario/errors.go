package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Error is one thing that is wrong with a scenario file. Msg says what is
// wrong and, after a semicolon, what is allowed.
type Error struct {
	File string // as it was given to Parse
	Line int    // from 1
	Col  int    // in characters, from 1
	Msg  string
}

// Error writes "file:line:column: what is wrong; what is allowed".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// maxErrors is how many errors of one file are reported.
const maxErrors = 20

// joined sorts the errors by position and joins them, one a line. errors.As
// finds the first as an *Error.
func joined(errs []*Error) error {
	if len(errs) == 0 {
		return nil
	}
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	if len(errs) == 1 {
		return errs[0]
	}
	var all []error
	for i, e := range errs {
		if i == maxErrors {
			all = append(all, &Error{e.File, e.Line, e.Col, fmt.Sprintf("%d more errors from here on", len(errs)-i)})
			break
		}
		all = append(all, e)
	}
	return errors.Join(all...)
}
