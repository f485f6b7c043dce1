package scenarios

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/lessons/rehearse"
)

var update = flag.Bool("update", false, "rewrite the goldens and the table of README.md; read the difference before you keep it")

// Each scenario runs on live servers, the same way twice; its expectations hold,
// its script does what it says, and its text is the golden's.
func TestScenarios(t *testing.T) {
	for _, f := range All() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			first, second := play(t, f), play(t, f)
			if first.Text != second.Text {
				t.Errorf("the second run differs from the first; %s\n%s", replay(f), difference(first.Text, second.Text))
			}
			if err := rehearse.Expected(f.Scenario, first.Verdicts); err != nil {
				t.Errorf("%v\n%s", err, replay(f))
			}
			checkScript(t, f, first.Text)
			golden(t, f.Name+".golden", report(f, first), replay(f))
		})
	}
}

func play(t *testing.T, f File) rehearse.Run {
	t.Helper()
	run, err := rehearse.Play(f.Scenario)
	if err != nil {
		t.Fatalf("%v\n%s", err, replay(f))
	}
	return run
}

// replay tells how to see a run again.
func replay(f File) string {
	return fmt.Sprintf("seed %d; to see the run: lockviz run scenarios/%s.yaml", f.Scenario.Seed, f.Name)
}

// checkScript: a line of the script that never came due, or had no effect, would
// show something else than the file says.
func checkScript(t *testing.T, f File, text string) {
	t.Helper()
	if done := strings.Count(text, "(by the script)"); done != len(f.Scenario.Script) {
		t.Errorf("%d of the script's %d lines came due; %s", done, len(f.Scenario.Script), replay(f))
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "(by the script) had no effect") {
			t.Errorf("%s%s", line, replay(f))
		}
	}
}

// report is what a golden holds: the timeline, and a line for each verdict.
func report(f File, run rehearse.Run) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (seed %d)\n\n%s\n", f.Scenario.Title, f.Scenario.Seed, run.Text)
	for _, name := range slices.Sorted(maps.Keys(run.Verdicts)) {
		v := run.Verdicts[name]
		fmt.Fprintf(&b, "%-18s %-14s %s\n", name, v.Status, v.Text)
	}
	return b.String()
}

// golden compares text with a file, or rewrites the file.
func golden(t *testing.T, file, text, hint string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; run the test with -update to make it", err)
	}
	if string(want) != text {
		t.Errorf("%s is stale; read the difference, then run the test with -update; %s\n%s", file, hint, difference(string(want), text))
	}
}

// difference shows the first line in which two texts differ.
func difference(want, got string) string {
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(wants), len(gots)) {
		if wants[i] != gots[i] {
			return fmt.Sprintf("line %d:\nwant %s\n got %s", i+1, wants[i], gots[i])
		}
	}
	return fmt.Sprintf("one has %d lines, the other %d", len(wants), len(gots))
}

// A scenario says what it shows in 2 to 6 sentences, and what must come of it.
func TestEachScenarioExplainsItself(t *testing.T) {
	for _, f := range All() {
		if n := strings.Count(f.About+" ", ". "); n < 2 || n > 6 {
			t.Errorf("%s.yaml: its header comment has %d sentences; 2 to 6 are wanted", f.Name, n)
		}
		if len(f.Scenario.Expect) == 0 {
			t.Errorf("%s.yaml expects nothing", f.Name)
		}
		if f.Scenario.Title == f.Name {
			t.Errorf("%s.yaml has no title", f.Name)
		}
	}
}

// Each mistake of the Redis locks costs something in a scenario.
func TestEachMistakeHasItsScenario(t *testing.T) {
	shown := map[scenario.Mistake]bool{}
	for _, f := range All() {
		for _, m := range f.Scenario.Lock.Mistakes {
			shown[m] = true
		}
	}
	for _, m := range scenario.Mistakes {
		ofRedis := slices.Contains(m.Kinds, scenario.Redis) || slices.Contains(m.Kinds, scenario.Redlock)
		if m.Served && ofRedis && !shown[m.Mistake] {
			t.Errorf("no scenario shows what the mistake %s costs", m.Mistake)
		}
	}
}

// Editors that know the published schema accept every scenario.
func TestTheSchemaAcceptsEachScenario(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "docs", "scenario.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range All() {
		if err := schema.Validate(asJSON(t, f)); err != nil {
			t.Errorf("%s.yaml: %v", f.Name, err)
		}
	}
}

// asJSON is a file's content as a JSON document has it.
func asJSON(t *testing.T, f File) any {
	t.Helper()
	var content any
	if err := yaml.Unmarshal([]byte(f.Source), &content); err != nil {
		t.Fatalf("%s.yaml: %v", f.Name, err)
	}
	raw, err := json.Marshal(content)
	if err != nil {
		t.Fatalf("%s.yaml: %v", f.Name, err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatalf("%s.yaml: %v", f.Name, err)
	}
	return doc
}

const (
	begin = "<!-- generated: scenarios -->\n"
	end   = "<!-- end -->"
)

// The table of README.md lists every scenario.
func TestReadme(t *testing.T) {
	raw, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(raw), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("README.md has no part between %q and %q", begin, end)
	}
	golden(t, "README.md", before+begin+table()+end+after, "the table is made from the files")
}

func table() string {
	var b strings.Builder
	b.WriteString("| scenario | lock | what it shows | goes wrong |\n| --- | --- | --- | --- |\n")
	for _, f := range All() {
		fmt.Fprintf(&b, "| [%s](%s.yaml) | %s | %s | %s |\n", f.Name, f.Name, lockOf(f.Scenario.Lock), firstSentence(f.About), wrong(f.Scenario))
	}
	return b.String()
}

func lockOf(l scenario.Lock) string {
	name := string(l.Kind)
	if l.Kind == scenario.Redlock {
		name = fmt.Sprintf("%s, %d nodes", name, l.Nodes)
	}
	for _, m := range l.Mistakes {
		name += ", `" + string(m) + "`"
	}
	return name
}

func firstSentence(text string) string {
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".") + "."
}

// wrong lists the verdicts that are expected to be violated, and progress that
// somebody still waits for at the end.
func wrong(sc scenario.Scenario) string {
	var names []string
	for _, e := range sc.Expect {
		lost := e.Verdict == "lost-update" && e.Count > 0
		stuck := e.Verdict == "progress" && e.Status == scenario.NotExercised
		if e.Status == scenario.Violated || lost || stuck {
			names = append(names, e.Verdict)
		}
	}
	if len(names) == 0 {
		return "–"
	}
	return strings.Join(names, ", ")
}
