package web

import (
	"html"
	"regexp"
	"slices"
	"strings"

	markup "golang.org/x/net/html"

	"github.com/lockviz/lockviz/course"
	"github.com/lockviz/lockviz/views"
)

// termIndex finds the glossary's words in rendered text.
type termIndex struct {
	glossary string            // address of the page
	forms    map[string][]form // by the first word, in lower case; the longer ones first
}

// form is one spelling of a term.
type form struct {
	length int
	match  *regexp.Regexp // of a text that begins with it
	term   course.Term
}

func newTermIndex(glossary string, terms course.Glossary) *termIndex {
	x := &termIndex{glossary, map[string][]form{}}
	for _, t := range terms {
		for _, spelling := range t.Forms {
			first := strings.ToLower(word.FindString(spelling))
			x.forms[first] = append(x.forms[first], form{len(spelling), formPattern(spelling), t})
		}
	}
	for _, forms := range x.forms {
		slices.SortStableFunc(forms, func(a, b form) int { return b.length - a.length })
	}
	return x
}

// word is where a form can begin. Most words of a text begin none, so they are
// looked up before anything is compared.
var word = regexp.MustCompile(`[A-Za-z]+`)

// formPattern matches a form across line ends. One without a capital letter may
// begin with one, as at the head of a sentence.
func formPattern(spelling string) *regexp.Regexp {
	p := strings.Join(strings.Fields(regexp.QuoteMeta(spelling)), `\s+`)
	if spelling == strings.ToLower(spelling) {
		p = `(?i:` + p[:1] + `)` + p[1:]
	}
	return regexp.MustCompile(`^` + p + `\b`)
}

// find is the term that a text begins with, and how much of the text it takes.
func (x *termIndex) find(text, firstWord string) (course.Term, int) {
	for _, f := range x.forms[strings.ToLower(firstWord)] {
		if m := f.match.FindString(text); m != "" {
			return f.term, len(m)
		}
	}
	return course.Term{}, 0
}

// termReader reads a text from its beginning and links the first use of each term.
type termReader struct {
	*termIndex
	seen map[string]bool // ids
}

// reader begins a text. The terms named are known already and are not linked.
func (x *termIndex) reader(known ...string) *termReader {
	r := &termReader{x, map[string]bool{}}
	for _, id := range known {
		r.seen[id] = true
	}
	return r
}

// untouched are the elements in which no term is linked.
var untouched = map[string]bool{"a": true, "code": true, "pre": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true}

// link puts the links into the next piece of the text.
func (r *termReader) link(piece views.HTML) views.HTML {
	var out strings.Builder
	tokens, inside := markup.NewTokenizer(strings.NewReader(piece)), 0
	for {
		kind := tokens.Next()
		raw := string(tokens.Raw())
		switch name, _ := tokens.TagName(); {
		case kind == markup.ErrorToken:
			return out.String() // the end: reading a string has no other error
		case kind == markup.StartTagToken && untouched[string(name)]:
			inside++
		case kind == markup.EndTagToken && untouched[string(name)]:
			inside--
		case kind == markup.TextToken && inside == 0:
			raw = r.words(raw)
		}
		out.WriteString(raw)
	}
}

// words links what is the first of its term in a text without markup.
func (r *termReader) words(text string) string {
	var out strings.Builder
	for {
		at := word.FindStringIndex(text)
		if at == nil {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(text[:at[0]])
		text = text[at[0]:]
		n := at[1] - at[0]
		if t, length := r.find(text, text[:n]); length > 0 {
			n = length
			out.WriteString(r.first(t, text[:n]))
		} else {
			out.WriteString(text[:n])
		}
		text = text[n:]
	}
}

// first links a term if this is its first use.
func (r *termReader) first(t course.Term, text string) string {
	if r.seen[t.ID()] {
		return text
	}
	r.seen[t.ID()] = true
	return r.anchor(t, text)
}

// anchor links to a term, and says at once what it means.
func (x *termIndex) anchor(t course.Term, text string) string {
	return `<a class="term" href="` + html.EscapeString(x.glossary+"#"+t.ID()) + `" title="` + html.EscapeString(t.Means.Plain()) + `">` + text + `</a>`
}
