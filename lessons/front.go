package lessons

import "unicode/utf8"

var frontFields = []string{"number", "title", "summary", "minutes", "by-hand"}

const (
	maxLessons = 999
	maxMinutes = 240
	maxTitle   = 60  // runes: it has to fit a heading on a phone
	maxSummary = 300 // runes
)

// readFront fills in what the front matter says. It begins on line 2, after
// the line of dashes.
func readFront(p *problems, source []byte, l *Lesson) {
	b := block{problems: p, above: 1}
	node := b.parse(source)
	if node == nil {
		if p.none() {
			p.add(1, "the front matter is empty; it needs number, title, summary, minutes")
		}
		return
	}
	f, ok := b.mapping(node, "the front matter", frontFields...)
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

// short reads a text that has to be there and not to be longer than most runes.
func (f fields) short(key, why string, most int) string {
	t := f.must(key, why)
	if n := utf8.RuneCountInString(t.value); n > most {
		f.add(t.line, "field %q has %d characters; allowed: %d", key, n, most)
	}
	return t.value
}
