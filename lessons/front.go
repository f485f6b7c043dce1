package lessons

import (
	"strings"
	"unicode/utf8"
)

var frontFields = []string{"number", "title", "summary", "minutes", "by-hand"}

// lessonForm is what a lesson.md is made of.
var lessonForm = form{front: frontFields, block: "step", sections: true}

const (
	maxLessons = 999
	maxMinutes = 240
	maxTitle   = 60  // runes: it has to fit a heading on a phone
	maxSummary = 300 // runes
)

// readFront fills in what the front matter says.
func readFront(p *problems, source []byte, l *Lesson) {
	f, ok := front(p, source, frontFields, "number", "title", "summary", "minutes")
	if !ok {
		return
	}
	if f.need("number", "the lesson's place in the course, as in its directory's name") {
		l.Number = f.number("number", maxLessons)
	}
	l.Title = f.short("title", "the lesson's name", maxTitle)
	l.Summary = f.short("summary", "one or two sentences for the list of lessons", maxSummary)
	if f.need("minutes", "how long a learner needs") {
		l.Minutes = f.number("minutes", maxMinutes)
	}
	l.ByHand = f.flag("by-hand")
}

// front reads front matter with some fields, of which some have to be there. It
// begins on line 2, after the line of dashes.
func front(p *problems, source []byte, allowed []string, needed ...string) (fields, bool) {
	b := block{problems: p, above: 1}
	node := b.parse(source)
	if node == nil {
		if p.none() {
			p.add(1, "the front matter is empty; it needs %s", strings.Join(needed, ", "))
		}
		return fields{}, false
	}
	return b.mapping(node, "the front matter", allowed...)
}

// short reads a text that has to be there and not to be longer than most runes.
func (f fields) short(key, why string, most int) string {
	t := f.must(key, why)
	if n := utf8.RuneCountInString(t.value); n > most {
		f.add(t.line, "field %q has %d characters; allowed: %d", key, n, most)
	}
	return t.value
}
