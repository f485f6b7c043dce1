package trace

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text is the text timeline: one aligned line an event, with lab time, lane,
// kind and what happened. Equal runs have equal text, byte for byte.
func Text(events []Event) string {
	lanes, kinds := 0, 0
	for _, e := range events {
		lanes = max(lanes, utf8.RuneCountInString(e.Lane))
		kinds = max(kinds, utf8.RuneCountInString(string(e.Body.Kind())))
	}
	var b strings.Builder
	for _, e := range events {
		fmt.Fprintf(&b, "%14s  %-*s  %-*s  %s\n", e.At, lanes, e.Lane, kinds, e.Body.Kind(), e.Body.Say())
	}
	return b.String()
}

// Line prints a command on one line. A script is shown by its first line, which
// is a comment that says what it does.
func Line(command []string) string {
	words := make([]string, len(command))
	for i, word := range command {
		first, _, script := strings.Cut(word, "\n")
		if script {
			word = "«" + strings.TrimPrefix(first, "-- ") + "»"
		}
		words[i] = word
	}
	return strings.Join(words, " ")
}
