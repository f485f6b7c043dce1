package lessons

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Everything that a lesson or a challenge can say stands in docs/writing-lessons.md.
func TestGuideNamesEverything(t *testing.T) {
	raw, err := os.ReadFile("../docs/writing-lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	words := slices.Concat(frontFields, stepFields, choiceFields, conditionFields, opKinds, runsTo, statuses,
		challengeFront, challengeFields, ruleFields, optionFields)
	for _, word := range words {
		if !strings.Contains(string(raw), "`"+word+"`") && !strings.Contains(string(raw), "`"+word+": ") {
			t.Errorf("docs/writing-lessons.md does not say what %q is", word)
		}
	}
}
