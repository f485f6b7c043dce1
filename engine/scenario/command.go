package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// SplitCommand cuts a server's command into its words, as redis-cli does: at
// spaces, except inside double quotes.
func SplitCommand(text string) ([]string, error) {
	var words []string
	for {
		text = strings.TrimLeft(text, " ")
		if text == "" {
			break
		}
		n := wordEnd(text)
		word := text[:n]
		text = text[n:]
		if word[0] == '"' {
			unquoted, err := strconv.Unquote(word)
			if err != nil {
				return nil, fmt.Errorf("%s is not a text in double quotes", quote(word))
			}
			word = unquoted
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	return words, nil
}

// JoinCommand is the text that SplitCommand cuts into these words.
func JoinCommand(words []string) string {
	shown := make([]string, len(words))
	for i, w := range words {
		if quoted := strconv.Quote(w); w == "" || strings.Contains(w, " ") || quoted != `"`+w+`"` {
			w = quoted
		}
		shown[i] = w
	}
	return strings.Join(shown, " ")
}
