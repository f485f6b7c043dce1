package scenario

import (
	"errors"
	"fmt"
	"strings"
)

// ParseAction reads an action in its one text form, for example "pause A 15s".
// An error says what is wrong and shows the right form. Whether the lanes
// exist is another question: see CheckAction.
func ParseAction(text string) (Action, error) {
	words, err := split(text)
	if err != nil {
		return Action{}, err
	}
	if len(words) == 0 {
		return Action{}, fmt.Errorf("no action; the actions are %s", list(verbNames(), "and"))
	}
	v, ok := verbNamed(words[0])
	if !ok {
		return Action{}, errors.New(unknown("action", words[0], "", verbNames()))
	}
	a := Action{Verb: v.verb}
	if err := v.read(words[1:], &a); err != nil {
		return Action{}, fmt.Errorf("%s: %w; %s", v.verb, err, rightForm(v.example))
	}
	return a, nil
}

// rightForm shows how it is done. "Write write" is no English.
func rightForm(example string) string {
	if strings.HasPrefix(example, "write ") {
		return "the form is " + example
	}
	return "write " + example
}

// read reads the words after the verb.
func (v verb) read(words []string, a *Action) error {
	if len(words) > len(v.words) {
		return fmt.Errorf("%s is too much", quote(words[len(v.words)]))
	}
	for i, w := range words {
		if err := v.words[i].read(w, a); err != nil {
			return err
		}
	}
	// Words that may be left out are left out together.
	if len(words) < v.least || len(words) > v.least && len(words) < len(v.words) {
		return fmt.Errorf("%s is missing", v.words[len(words)].form)
	}
	return nil
}

// String is the action's one text form. ParseAction reads it back.
func (a Action) String() string {
	v, ok := verbNamed(string(a.Verb))
	if !ok {
		return string(a.Verb)
	}
	text := string(v.verb)
	for _, w := range v.words {
		if shown := w.show(a); shown != "" {
			text += " " + shown
		}
	}
	return text
}

// split cuts a command into words at spaces, except inside double quotes.
func split(text string) ([]string, error) {
	if len(text) > MaxActionBytes {
		return nil, fmt.Errorf("the text is %d bytes long; the most is %d", len(text), MaxActionBytes)
	}
	if err := checkText(text); err != nil {
		return nil, err
	}
	var words []string
	for {
		text = strings.TrimLeft(text, " ")
		if text == "" {
			return words, nil
		}
		n := wordEnd(text)
		words, text = append(words, text[:n]), text[n:]
	}
}

// wordEnd is the length of the first word. A word that begins with a double
// quote reaches to the next one that is not escaped.
func wordEnd(text string) int {
	if text[0] == '"' {
		for i := 1; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '"':
				return i + 1
			}
		}
		return len(text)
	}
	if n := strings.IndexByte(text, ' '); n >= 0 {
		return n
	}
	return len(text)
}
