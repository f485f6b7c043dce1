package web

import (
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/lockviz/lockviz/engine"
	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/views"
)

// sources has, for each kind of lock, the code of its clients as it was
// compiled, which never changes. It is made when it is first shown.
var sources = func() map[scenario.LockKind]func() []views.Source {
	all := map[scenario.LockKind]func() []views.Source{}
	for _, kind := range scenario.Kinds {
		all[kind.Kind] = sync.OnceValue(func() []views.Source { return sourcesOf(kind.Kind) })
	}
	return all
}()

func sourcesOf(kind scenario.LockKind) []views.Source {
	files, names := engine.Source(kind)
	all, err := highlight(files, names)
	if err != nil {
		panic("web: the code of the lock clients cannot be shown: " + err.Error()) // it is in the program itself
	}
	return all
}

// highlight makes the code panel's files of Go source: one piece of markup a
// line, each word in a span with chroma's short class name. Colours are the
// style sheet's business.
func highlight(files fs.FS, names []string) ([]views.Source, error) {
	var all []views.Source
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		tokens, err := lexers.Get("go").Tokenise(nil, string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, views.Source{File: name, Lines: lines(tokens.Tokens()), Mistakes: mistakes(string(text))})
	}
	return all, nil
}

// byMistake finds the note on a line that is there for one mistake only.
var byMistake = regexp.MustCompile(`// mistake ([a-z-]+)(?::|$)`)

// mistakes names the mistake that each such line belongs to, by line number.
func mistakes(text string) map[int]string {
	all := map[int]string{}
	for i, line := range strings.Split(text, "\n") {
		if m := byMistake.FindStringSubmatch(line); m != nil {
			all[i+1] = m[1]
		}
	}
	return all
}

func lines(tokens []chroma.Token) []views.HTML {
	var all []views.HTML
	for _, line := range chroma.SplitTokensIntoLines(tokens) {
		var b strings.Builder
		for _, t := range line {
			b.WriteString(span(t))
		}
		all = append(all, b.String())
	}
	return all
}

func span(t chroma.Token) string {
	text := html.EscapeString(strings.TrimSuffix(t.Value, "\n"))
	class := classOf(t.Type)
	if class == "" || text == "" {
		return text
	}
	return `<span class="` + class + `">` + text + `</span>`
}

// classOf is the short class of a token, or of the nearest kind above it that
// has one.
func classOf(t chroma.TokenType) string {
	for _, kind := range []chroma.TokenType{t, t.SubCategory(), t.Category()} {
		if class, ok := chroma.StandardTypes[kind]; ok {
			return class
		}
	}
	return ""
}
