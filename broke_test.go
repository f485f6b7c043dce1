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
	rows := regexp.MustCompile("(?m)^\\| (\\d+) \\|.*\\| `([^`]+)` `([^`]+)` \\|$").FindAllStringSubmatch(string(text), -1)
	for i, row := range rows {
		tests, err := os.ReadFile(row[2])
		if err != nil {
			t.Error(err)
		}
		number := fmt.Sprintf("%02d", i+1)
		if row[1] != fmt.Sprint(i+1) || !strings.HasSuffix(row[3], number) || !strings.Contains(string(tests), row[3]) {
			t.Errorf("row %d names %s of %s, which is not there", i+1, row[3], row[2])
		}
	}
	if len(rows) != 13 {
		t.Errorf("%d rows, want 13", len(rows))
	}
}
