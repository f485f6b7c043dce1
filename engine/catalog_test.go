package engine

import (
	"testing"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
)

// What a scenario can expect is what is checked, in the same words.
func TestVerdictsAreDocumentedInOneVoice(t *testing.T) {
	docs := map[string]string{}
	for _, v := range scenario.Verdicts {
		if v.Served {
			docs[v.Name] = v.Doc
		}
	}
	for _, p := range check.Properties {
		if docs[p.Name] != p.Doc {
			t.Errorf("%s: a scenario's reference says %q, the check %q", p.Name, docs[p.Name], p.Doc)
		}
		delete(docs, p.Name)
	}
	for name := range docs {
		t.Errorf("%s can be expected, but is not checked", name)
	}
}
