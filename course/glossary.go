package course

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const maxMeaning = 420 // runes: one to three sentences

// Glossary is the terms in the order of the alphabet.
type Glossary []Term

// Term is one word of the course.
type Term struct {
	Term   string   `yaml:"term"`  // as in the middle of a sentence
	Forms  []string `yaml:"forms"` // spellings of it; one with a capital letter is meant as it is written
	Means  Prose    `yaml:"means"` // one to three sentences
	Source *Source  `yaml:"source"`
	Shows  []Place  `yaml:"shows"` // where it can be seen
}

// ID names the term in addresses: "fencing-token".
func (t Term) ID() string { return strings.ReplaceAll(strings.ToLower(t.Term), " ", "-") }

var formShape = regexp.MustCompile(`^[A-Za-z](.*[A-Za-z])?$`)

func loadGlossary(fsys fs.FS) (Glossary, error) {
	var data struct {
		Terms []Term `yaml:"terms"`
	}
	f, err := read(fsys, "glossary.yaml", &data)
	if err != nil {
		return nil, err
	}
	ids, forms := map[string]bool{}, map[string]bool{}
	for i, t := range data.Terms {
		path := fmt.Sprintf("$.terms[%d]", i)
		f.need(path, map[string]string{"term": t.Term})
		f.prose(path, map[string]Prose{"means": t.Means})
		f.unique(path, ids, t.ID())
		f.places(path+".shows", t.Shows)
		f.source(path+".source", t.Source)
		if n := utf8.RuneCountInString(string(t.Means)); n > maxMeaning {
			f.add(path+".means", "a meaning of %d characters; allowed: %d", n, maxMeaning)
		}
		for j, form := range t.Forms {
			at := fmt.Sprintf("%s.forms[%d]", path, j)
			if !formShape.MatchString(form) {
				f.add(at, "the form %q does not begin and end with a letter", form)
			}
			f.unique(at, forms, strings.ToLower(form))
		}
	}
	slices.SortFunc(data.Terms, func(a, b Term) int { return strings.Compare(strings.ToLower(a.Term), strings.ToLower(b.Term)) })
	return data.Terms, f.err()
}
