package lockviz

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The list in docs/architecture.md of what broke elsewhere names a test for each, and
// the test is there.
func TestWhatBrokeElsewhereIsTested(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| (\\d+) \\|.*\\|((?: `[^`]+` `[^`]+`)+) \\|$").FindAllStringSubmatch(string(text), -1)
	for i, row := range rows {
		if row[1] != fmt.Sprint(i+1) {
			t.Errorf("row %d has the number %s", i+1, row[1])
		}
		for _, test := range regexp.MustCompile("`([^`]+)` `([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			tests, err := os.ReadFile(test[1])
			if err != nil {
				t.Error(err)
			}
			if !strings.HasSuffix(test[2], fmt.Sprintf("%02d", i+1)) || !strings.Contains(string(tests), test[2]) {
				t.Errorf("row %d names %s of %s, which is not there", i+1, test[2], test[1])
			}
		}
	}
	if len(rows) != 13 {
		t.Errorf("%d rows, want 13", len(rows))
	}
}
