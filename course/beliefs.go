package course

import (
	"fmt"
	"io/fs"
)

// Belief is a statement that is so or not so.
type Belief struct {
	ID     string  `yaml:"id"` // answers are kept under it, so it stays
	Says   Prose   `yaml:"says"`
	So     *bool   `yaml:"so"`
	Reason Prose   `yaml:"reason"` // after every answer
	Wrong  Prose   `yaml:"wrong"`  // before the reason, after a wrong answer
	Shows  []Place `yaml:"shows"`  // where it is proven: the first of these that there is
}

func loadBeliefs(fsys fs.FS) ([]Belief, error) {
	var data struct {
		Beliefs []Belief `yaml:"beliefs"`
	}
	f, err := read(fsys, "beliefs.yaml", &data)
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for i, b := range data.Beliefs {
		path := fmt.Sprintf("$.beliefs[%d]", i)
		f.need(path, map[string]string{"id": b.ID})
		f.prose(path, map[string]Prose{"says": b.Says, "reason": b.Reason, "wrong": b.Wrong})
		f.unique(path, ids, b.ID)
		f.places(path+".shows", b.Shows)
		if b.So == nil {
			f.add(path, `"so" is missing; allowed: true, false`)
		}
		if len(b.Shows) == 0 {
			f.add(path, `"shows" is missing: a place that proves it`)
		}
	}
	return data.Beliefs, f.err()
}
