package scenario

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// list writes "a", "a and b", "a, b and c".
func list[S ~string](words []S, conjunction string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" " + conjunction + " ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// longest keeps a message readable, whatever a file holds.
const longest = 60

// quote shows a piece of the user's text in a message: escaped, so that it
// cannot change how the message looks, and cut short.
func quote(text string) string {
	if utf8.RuneCountInString(text) > longest {
		text = string([]rune(text)[:longest]) + "…"
	}
	return fmt.Sprintf("%q", text)
}

// unknown is the message for a word that is not one of the allowed ones: the
// nearest, if one is near, and all. where says where it stands, or is "".
func unknown[S ~string](what, word, where string, allowed []S) string {
	near := ""
	if n, ok := nearest(word, allowed); ok {
		near = fmt.Sprintf("did you mean %s? ", n)
	}
	return fmt.Sprintf("unknown %s %s%s; %sallowed: %s", what, quote(word), where, near, list(allowed, "or"))
}

// nearest finds the allowed word with the fewest edits from word; the first
// of equals. A word that shares less than about two thirds is not near, and
// upper and lower case are the same.
func nearest[S ~string](word string, allowed []S) (S, bool) {
	var best S
	if len(word) > 2*MaxName {
		return best, false
	}
	word = strings.ToLower(word)
	least := min(max(1, len(word)/3), len(word)-1) + 1
	for _, a := range allowed {
		if d := distance(word, strings.ToLower(string(a))); d < least {
			best, least = a, d
		}
	}
	return best, best != ""
}

// distance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			substitute := row[j-1]
			if a[i-1] != b[j-1] {
				substitute++
			}
			next[j] = min(row[j]+1, next[j-1]+1, substitute)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// bidi are the characters that reorder the text around them: with one, a file
// can read otherwise than it runs.
var bidi = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x061c, Hi: 0x061c, Stride: 1},
	{Lo: 0x200e, Hi: 0x200f, Stride: 1},
	{Lo: 0x202a, Hi: 0x202e, Stride: 1},
	{Lo: 0x2066, Hi: 0x2069, Stride: 1},
}}

// forbidden names what is wrong with a character that may not stand in any
// text of ours, or returns "".
func forbidden(r rune) string {
	switch {
	case r == utf8.RuneError:
		return "a byte that is not UTF-8"
	case unicode.Is(bidi, r):
		return fmt.Sprintf("the direction control U+%04X", r)
	case unicode.IsControl(r), r == '\u2028', r == '\u2029', r == '\ufeff':
		return fmt.Sprintf("the control character U+%04X", r)
	}
	return ""
}

// checkText finds the first forbidden character.
func checkText(text string) error {
	for _, r := range text {
		if bad := forbidden(r); bad != "" {
			return fmt.Errorf("the text contains %s; use visible characters and spaces", bad)
		}
	}
	return nil
}
