package labs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
)

// errKept refuses to open another scenario where a page is about one.
var errKept = errors.New("this lab keeps the scenario that its page is about; another one can be opened in the sandbox")

// errFixed refuses to change the client whose lock is to be broken or repaired.
var errFixed = errors.New("a challenge keeps its client as it is: mistakes can be turned on and off in its lock's own lab")

func keepsScenario(ex Exercise) error {
	if !ex.Open {
		return errKept
	}
	return nil
}

func keepsClient(ex Exercise) error {
	if ex.Fixed {
		return errFixed
	}
	return nil
}

// load opens the scenario of a file in the lab, in place of the one that is
// there. If that cannot be done, the lab stays as it was.
func load(l Lab, q request) error {
	sc, err := scenario.Parse("scenario", []byte(q.Text))
	if err != nil {
		return errors.New(wrongWith(err))
	}
	if err := l.Load(sc); err != nil {
		return fmt.Errorf("the scenario cannot be opened, and the lab is as it was: %w", err)
	}
	return nil
}

// checkFile says what is wrong with a scenario file, or takes it apart for a form. It
// changes nothing.
func checkFile(_ Lab, q request) (any, error) {
	answer := checked{Type: "checked", ID: q.ID, Errors: []fileError{}, Advice: []string{}, Lanes: []fileLane{}}
	sc, err := scenario.Parse("scenario", []byte(q.Text))
	if err != nil {
		for _, e := range fileErrors(err) {
			answer.Errors = append(answer.Errors, fileError{e.Line, e.Col, e.Msg})
		}
		return answer, nil
	}
	head, about := heading(q.Text)
	answer.Text, answer.Form, answer.Advice = head+sc.String(), formOf(about, sc), list(sc.Advice())
	for _, l := range sc.Lanes() {
		answer.Lanes = append(answer.Lanes, fileLane{l.Name, l.Group})
	}
	return answer, nil
}

// heading is the comment that a file begins with, which says what the scenario is
// about: as it is written, and without its signs.
func heading(file string) (head, about string) {
	var lines []string
	for line := range strings.Lines(file) {
		text, comment := strings.CutPrefix(strings.TrimRight(line, "\r\n"), "#")
		if !comment {
			break
		}
		head += "#" + text + "\n"
		lines = append(lines, strings.TrimPrefix(text, " "))
	}
	return head, strings.Join(lines, "\n")
}

// wrongWith lists what is wrong with a file, "line:column: what is wrong; what is
// allowed", one a line. The file has no name.
func wrongWith(err error) string {
	var lines []string
	for _, e := range fileErrors(err) {
		lines = append(lines, fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg))
	}
	return strings.Join(lines, "\n")
}

// fileErrors takes apart what scenario.Parse returns.
func fileErrors(err error) (all []*scenario.Error) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			all = append(all, fileErrors(one)...)
		}
		return all
	}
	var one *scenario.Error
	if errors.As(err, &one) {
		all = append(all, one)
	}
	return all
}
