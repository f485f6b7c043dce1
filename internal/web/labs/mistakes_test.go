package labs

import (
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
)

// Whoever turns a mistake on can go and see what it costs.
func TestEveryMistakeLeadsToAScenario(t *testing.T) {
	for _, kind := range scenario.Kinds {
		if !kind.Served {
			continue
		}
		for _, m := range mistakes(scenario.Lock{Kind: kind.Kind, Mistakes: []scenario.Mistake{scenario.DelRelease}}) {
			if m.Scenario == "" {
				t.Errorf("%s, %s: no scenario shows it", kind.Kind, m.Name)
			}
			if m.On != (m.Name == scenario.DelRelease) {
				t.Errorf("%s, %s: on is %v", kind.Kind, m.Name, m.On)
			}
		}
	}
}
