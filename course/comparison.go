package course

import (
	"fmt"
	"io/fs"
)

// Comparison is locks beside one another.
type Comparison struct {
	Columns []Column `yaml:"columns"`
	Locks   []Lock   `yaml:"locks"`
}

// Column is one question that every lock answers.
type Column struct {
	ID    string `yaml:"id"`
	Title string `yaml:"title"`
}

// Lock is one row; its prose fields are the columns'.
type Lock struct {
	ID          string   `yaml:"id"`
	Name        string   `yaml:"name"`
	Holds       Prose    `yaml:"holds"`
	Ends        Prose    `yaml:"ends"`
	Waits       Prose    `yaml:"waits"`
	Token       Prose    `yaml:"token"`
	Survives    Prose    `yaml:"survives"`
	Unprotected Prose    `yaml:"unprotected"`
	Shows       []Place  `yaml:"shows"`
	Sources     []Source `yaml:"sources"`
}

// Cell is what the lock says in the column with this id; empty for one that
// there is not.
func (l Lock) Cell(column string) Prose { return l.cells()[column] }

func (l Lock) cells() map[string]Prose {
	return map[string]Prose{"holds": l.Holds, "ends": l.Ends, "waits": l.Waits,
		"token": l.Token, "survives": l.Survives, "unprotected": l.Unprotected}
}

func loadComparison(fsys fs.FS) (Comparison, error) {
	var c Comparison
	f, err := read(fsys, "comparison.yaml", &c)
	if err != nil {
		return c, err
	}
	known := Lock{}.cells()
	for i, col := range c.Columns {
		path := fmt.Sprintf("$.columns[%d]", i)
		f.need(path, map[string]string{"id": col.ID, "title": col.Title})
		if _, ok := known[col.ID]; !ok {
			f.add(path, "there is no column %q; allowed: %v", col.ID, sorted(known))
		}
	}
	ids := map[string]bool{}
	for i, l := range c.Locks {
		path := fmt.Sprintf("$.locks[%d]", i)
		f.need(path, map[string]string{"id": l.ID, "name": l.Name})
		f.unique(path, ids, l.ID)
		f.prose(path, l.cells())
		f.places(path+".shows", l.Shows)
		if len(l.Sources) == 0 {
			f.add(path, `"sources" is missing: where is this known from?`)
		}
		for j := range l.Sources {
			f.source(fmt.Sprintf("%s.sources[%d]", path, j), &l.Sources[j])
		}
	}
	return c, f.err()
}
