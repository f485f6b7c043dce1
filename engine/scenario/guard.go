package scenario

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// The YAML parser takes time that grows with the square of the nesting, and
// recurses. Both bounds are far above what a valid file needs.
const (
	maxTokens = 8192
	maxNest   = 8
)

// cleanText bounds the file, refuses characters that hide or reorder text, and
// reduces line ends to "\n", which moves no line and no column.
func cleanText(file string, data []byte) (string, *Error) {
	if len(data) > MaxFileBytes {
		return "", &Error{file, 1, 1, fmt.Sprintf("the file is too long; the most is %d bytes", MaxFileBytes)}
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	line, col := 1, 1
	for i, r := range text {
		if bad := forbiddenAt(text[i:], r); bad != "" {
			return "", &Error{file, line, col, fmt.Sprintf("the file contains %s; use visible characters, spaces and line ends", bad)}
		}
		if col++; r == '\n' {
			line, col = line+1, 1
		}
	}
	return text, nil
}

// forbiddenAt is forbidden for the first character of a file's rest: a file
// has lines, and may contain a replacement character that was written as such.
func forbiddenAt(rest string, r rune) string {
	_, size := utf8.DecodeRuneInString(rest)
	if r == '\n' || r == '\t' || r == utf8.RuneError && size > 1 {
		return ""
	}
	return forbidden(r)
}

// refused are YAML's ways to say one thing elsewhere, or in another way. A
// scenario is read by learners: what stands there is what it says.
var refused = map[token.Type]string{
	token.AnchorType:     "anchors (&) are not allowed; write the value out, or put it in quotes",
	token.AliasType:      "aliases (*) are not allowed; write the value out, or put it in quotes",
	token.MergeKeyType:   "merge keys (<<) are not allowed; write the fields out",
	token.TagType:        "tags (!) are not allowed; write the value alone, or put it in quotes",
	token.MappingKeyType: "keys with ? are not allowed; write key: value",
	token.DirectiveType:  "directives (%) are not allowed; begin with the scenario itself",
}

// guard goes through the tokens before anything is built from them.
type guard struct {
	count  int // tokens so far, without comments
	depth  int // open brackets and braces
	dashes int // list items begun on this line
	line   int
	ended  bool // the document is over
}

// checkTokens refuses what would cost too much, what is not in our part of
// YAML, and a second document.
func checkTokens(file string, tokens token.Tokens) *Error {
	var g guard
	for i, tk := range tokens {
		msg := ""
		switch {
		case tk.Type != token.CommentType:
			msg = g.check(tk)
		case i > 0 && swallowed(tokens[i-1], tk):
			msg = `in YAML, " #" begins a comment; put the action in quotes: "deliver #41"`
		}
		if msg != "" {
			return &Error{file, tk.Position.Line, tk.Position.Column, msg}
		}
	}
	return nil
}

func (g *guard) check(tk *token.Token) string {
	if msg, bad := refused[tk.Type]; bad {
		return msg
	}
	if g.ended || tk.Type == token.DocumentHeaderType && g.count > 0 {
		return "a second YAML document begins here; a file holds one scenario"
	}
	g.ended = tk.Type == token.DocumentEndType
	g.measure(tk)
	switch {
	case g.count > maxTokens:
		return fmt.Sprintf("the file has too many parts; the most is %d", maxTokens)
	case g.depth+g.dashes > maxNest:
		return "lists and maps are nested too deeply; a scenario needs four levels"
	}
	return ""
}

func (g *guard) measure(tk *token.Token) {
	if tk.Position.Line != g.line {
		g.line, g.dashes = tk.Position.Line, 0
	}
	g.count++
	switch tk.Type {
	case token.MappingStartType, token.SequenceStartType:
		g.depth++
	case token.MappingEndType, token.SequenceEndType:
		g.depth--
	case token.SequenceEntryType:
		g.dashes++
	}
}

// swallowed reports whether a comment was meant to be the number of a message,
// as in "do: deliver #41".
func swallowed(last, comment *token.Token) bool {
	if comment.Value == "" || comment.Value[0] < '0' || comment.Value[0] > '9' {
		return false
	}
	v, ok := verbNamed(last.Value)
	return ok && last.Type == token.StringType && last.Position.Line == comment.Position.Line &&
		len(v.words) > 0 && v.words[0].form == messageForm
}
