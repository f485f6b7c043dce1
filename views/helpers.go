package views

import (
	"encoding/json"
	"regexp"
)

// uncoloured finds the words of a source line that look like the text around
// them: white space, names, punctuation, operators.
var uncoloured = regexp.MustCompile(`<span class="(?:w|n|nx|nf|nb|p|o)">([^<]*)</span>`)

// plainer drops the marks of such words: they would be most of the page's
// elements.
func plainer(line HTML) HTML {
	return uncoloured.ReplaceAllString(line, "$1")
}

func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// tabIndex makes a list of tabs one stop for the Tab key.
func tabIndex(selected bool) string {
	if selected {
		return "0"
	}
	return "-1"
}

// faultIcon names the sign of what undoes a fault.
func faultIcon(undo string) string {
	if undo == "resume" {
		return "play"
	}
	return undo
}

func goalsJSON(goals []Goal) string {
	if goals == nil {
		return "[]"
	}
	return mustJSON(goals)
}

func solutionJSON(lines []string) string {
	if lines == nil {
		return "[]"
	}
	return mustJSON(lines)
}

// mustJSON encodes plain structs of strings and numbers, which cannot fail.
func mustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("views: " + err.Error())
	}
	return string(raw)
}
