package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/e2e/browser"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/lessons/rehearse"
)

// player does the moves of a lesson's solutions at its page, with somebody's
// hands. It knows where each leads from the same moves in a lab of its own.
type player struct {
	lessonLab
	hands
	lesson lessons.Lesson
	known  *rehearse.Learner
	typed  []string // the moves for which there is nothing to press
	label  string   // of what was pressed last for an action
}

// do does one move, and waits until the page stands where it leads.
func (p *player) do(op lessons.Op) {
	p.t.Helper()
	check(p.t, p.known.Do(op))
	switch cursor, _ := p.known.At(); op.Do {
	case lessons.OpStep:
		p.again(func() { p.hands.press(`[data-go="step"]`) })
	case lessons.OpUntil:
		p.again(func() { p.nextOf(string(op.Event.Kind)) })
	case lessons.OpRun:
		p.hands.press(`[data-run="` + op.To + `"]`)
	case lessons.OpAct:
		p.act(op.Text)
	case lessons.OpBack:
		p.hands.goBack(cursor)
	case lessons.OpReset:
		p.hands.press(`[data-go="reset"]`)
	case lessons.OpMistakes:
		p.mistakes(op.On)
	default:
		p.typeIn(op.String())
	}
	p.see("what comes of "+op.String(), p.there())
}

// there is the condition that the page stands where the player's own lab does.
func (p *player) there() string {
	cursor, head := p.known.At()
	return fmt.Sprintf(`/^%d of %d(, end)?$/.test(document.querySelector("[data-count]").textContent)`, cursor, head)
}

// again does something until the page is where it should be.
func (p *player) again(do func()) {
	p.t.Helper()
	for range 50 {
		there, err := browser.Eval[bool](p.Page, p.there())
		check(p.t, err)
		if there {
			return
		}
		do()
	}
	p.t.Fatalf("the page does not come to %s", p.there())
}

// nextOf runs to the next event of a kind.
func (p *player) nextOf(kind string) {
	p.t.Helper()
	if chosen, err := browser.Eval[string](p.Page, `document.querySelector("[data-kinds]").value`); err != nil || chosen != kind {
		check(p.t, err)
		p.hands.pick("[data-kinds]", kind)
	}
	p.hands.press("[data-run-kind] button")
	p.answered("run " + kind)
}

// answered waits until the page has done what a control stands for.
func (p *player) answered(line string) {
	p.t.Helper()
	p.see(line+" done", `document.querySelector("[data-command-input]").value === `+browser.Quote(line)+
		` && document.querySelector("[data-command-says]").textContent === "Done."`)
}

// act presses what stands for an action: a button at the head of a lane, or a row
// of a lane's menu.
func (p *player) act(line string) {
	p.t.Helper()
	if !p.onHead(line) && !p.inMenu(line) {
		p.typeIn(line)
	}
	p.answered(line)
}

func (p *player) typeIn(line string) {
	p.t.Helper()
	p.typed, p.label = append(p.typed, line), line
	p.hands.write("[data-command-input]", line)
	p.hands.press("[data-command] button")
	p.answered(line)
}

// onHead presses the button whose title is the action. A pause has its length
// beside it.
func (p *player) onHead(line string) bool {
	p.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	lane, length, _ := strings.Cut(rest, " ")
	list := `.row[data-lane="` + lane + `"] [data-length]`
	if verb == "pause" && p.visible(list+` option[value="`+length+`"]`) {
		p.hands.pick(list, length)
	}
	button := `[data-rows] button[title=` + browser.Quote(line) + `]`
	if !p.visible(button) {
		return false
	}
	p.label = p.labelOf(button)
	p.hands.press(button)
	return true
}

// labelOf is what a button reads, without the state that it may end with.
func (p *player) labelOf(button string) string {
	p.t.Helper()
	text, err := p.Text(button)
	check(p.t, err)
	return strings.TrimSuffix(strings.TrimSuffix(text, " on"), " off")
}

// visible says whether the selector finds something that is to be seen. An option
// is where its list is.
func (p *player) visible(selector string) bool {
	p.t.Helper()
	yes, err := browser.Eval[bool](p.Page, `[...document.querySelectorAll(`+browser.Quote(selector)+`)]
		.some(e => (e.closest("select") ?? e).checkVisibility({visibilityProperty: true}))`)
	check(p.t, err)
	return yes
}

// menuRow is one row of a lane's menu of faults.
type menuRow struct {
	Command string // as it stands
	Fields  []struct {
		Name    string
		Options []string // of a list; nil: to be written in
	}
}

// inMenu looks for the action in the menus: of the lane that it names, or else of
// one after the other.
func (p *player) inMenu(line string) bool {
	p.t.Helper()
	for _, lane := range p.lanesOf(line) {
		p.hands.press(`.row[data-lane="` + lane + `"] [data-menu]`)
		p.see("the faults of "+lane, `document.querySelector("[data-faults-title]").textContent === `+browser.Quote("Faults of "+lane))
		rows, err := browser.Eval[[]menuRow](p.Page, `[...document.querySelectorAll(".faultrow")].map(row => ({Command: row.querySelector("code").textContent,
			Fields: [...row.querySelectorAll("select, input")].map(e => ({Name: e.name, Options: e.options ? [...e.options].map(o => o.value) : null}))}))`)
		check(p.t, err)
		for i, row := range rows {
			if p.useRow(i, row, line) {
				return true
			}
		}
		p.hands.press("#faults .sheet__head button")
	}
	return false
}

func (p *player) lanesOf(line string) []string {
	p.t.Helper()
	lanes, err := browser.Eval[[]string](p.Page, `[...document.querySelectorAll("[data-menu]")].map(e => e.closest("[data-lane]").dataset.lane)`)
	check(p.t, err)
	words := strings.Fields(strings.ReplaceAll(line, "->", " "))
	named := slices.DeleteFunc(slices.Clone(lanes), func(lane string) bool { return !slices.Contains(words, lane) })
	if len(named) > 0 {
		return named
	}
	return lanes
}

// useRow fills in the row of a menu and presses its button, if it then stands for
// the action.
func (p *player) useRow(i int, row menuRow, line string) bool {
	p.t.Helper()
	values, fits := row.values(line)
	if !fits {
		return false
	}
	p.mark(fmt.Sprintf(`document.querySelectorAll(".faultrow")[%d]`, i))
	for n, field := range row.Fields {
		switch name := `.faultrow[data-chosen] [name="` + field.Name + `"]`; {
		case row.Command == line:
		case field.Options == nil:
			p.hands.write(name, values[n])
		default:
			p.hands.pick(name, values[n])
		}
	}
	command, err := p.Text(".faultrow[data-chosen] code")
	check(p.t, err)
	if command != line {
		return false
	}
	p.label = p.labelOf(".faultrow[data-chosen] button")
	p.hands.press(".faultrow[data-chosen] button")
	return true
}

// values are what the row's fields must hold to stand for the action. What they
// come to, the row says itself.
func (r menuRow) values(line string) (values []string, fits bool) {
	words := strings.Fields(line)
	if strings.Fields(r.Command)[0] != words[0] || len(r.Fields) == 0 && r.Command != line {
		return nil, false
	}
	_, rest, _ := strings.Cut(line, " ")
	_, last, _ := strings.Cut(rest, " ")
	if text, err := strconv.Unquote(last); err == nil {
		last = text
	}
	for _, field := range r.Fields {
		value := last
		if field.Options != nil {
			at := slices.IndexFunc(words[1:], func(word string) bool { return slices.Contains(field.Options, word) })
			if at < 0 && !slices.Contains(field.Options, "") {
				return nil, false
			}
			value = ""
			if at >= 0 {
				value = words[1+at]
			}
		}
		values = append(values, value)
	}
	return values, true
}

// mistakes switches the boxes of the tab Mistakes, one after the other. Each begins
// the lab again.
func (p *player) mistakes(on []string) {
	p.t.Helper()
	p.openTab("mistakes")
	check(p.t, p.UntilThere("[data-mistake-on]"))
	type box struct {
		Name string
		On   bool
	}
	boxes, err := browser.Eval[[]box](p.Page, `[...document.querySelectorAll("[data-mistake-on]")].map(e => ({Name: e.dataset.mistakeOn, On: e.checked}))`)
	check(p.t, err)
	for _, b := range boxes {
		if want := slices.Contains(on, b.Name); want != b.On {
			p.hands.press(`[data-mistake-on="` + b.Name + `"]`)
			p.see(fmt.Sprintf("%s %v", b.Name, want), fmt.Sprintf(`document.querySelector('[data-mistake-on="%s"]').checked === %v && /^0 of 0/.test(document.querySelector("[data-count]").textContent)`, b.Name, want))
		}
	}
}

// openTab opens a panel of the lab.
func (p *player) openTab(name string) {
	p.t.Helper()
	p.hands.press("#tab-" + name)
	p.see("the panel "+name, `!document.getElementById("panel-`+name+`").hidden`)
}
