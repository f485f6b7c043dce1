package views

import "strings"

// Sandbox is the column beside the figure in which a scenario is written.
type Sandbox struct {
	From      string // what it begins with; empty: what the visitor wrote last, or else what the lab runs
	Text      string // of From, as a file
	Action    string // address of this page, to begin with something else
	Kinds     []SandboxKind
	Mistakes  []SandboxMistake
	Steps     []Verb // of a client's program
	Verbs     []Verb
	Verdicts  []Verdict
	Events    map[string][]string // what a script can wait for, by the group of the lane: client, server, store, lab
	Beginning []SandboxGroup      // what one can begin with
	Schema    string              // address of the JSON Schema of scenario files
}

// SandboxKind is a kind of lock.
type SandboxKind struct {
	Kind    string
	Title   string
	Doc     string // one sentence
	Timeout string // that it has unless another is given
}

// SandboxMistake is a known wrong variant of some kinds of lock.
type SandboxMistake struct {
	Name  string
	Doc   string // one sentence
	Kinds []string
}

// SandboxGroup is some scenarios of one sort.
type SandboxGroup struct {
	Title string
	Items []SandboxItem
}

// SandboxItem is a scenario to begin with.
type SandboxItem struct {
	Name  string // for the page's address
	Title string
}

// word is the first word of a form, "pause"; rest is what comes after it,
// "CLIENT [DURATION]".
func (v Verb) word() string { w, _, _ := strings.Cut(v.Form, " "); return w }
func (v Verb) rest() string { _, r, _ := strings.Cut(v.Form, " "); return r }

// fieldID names the element of a value of the form.
func fieldID(path string) string { return "f-" + strings.ReplaceAll(path, ".", "-") }
