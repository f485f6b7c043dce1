package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/lockviz/lockviz/engine/trace"
)

var docs = filepath.Join("..", "..", "docs")

// TestReference keeps the generated parts of docs/scenarios.md up to date; the
// prose around them is written by hand.
func TestReference(t *testing.T) {
	path := filepath.Join(docs, "scenarios.md")
	parts := map[string]string{
		"fields":   fieldTables(),
		"kinds":    kindTable(),
		"mistakes": mistakeTable(),
		"steps":    stepTable(),
		"events":   eventTable(),
		"actions":  actionTable(),
		"verdicts": verdictTable(),
	}
	part := regexp.MustCompile(`(?s)<!-- generated: (\w+) -->\n.*?<!-- end -->`)
	got := part.ReplaceAllStringFunc(read(t, path), func(old string) string {
		name := part.FindStringSubmatch(old)[1]
		text, ok := parts[name]
		if !ok {
			t.Errorf("nothing generates the part %s", name)
		}
		delete(parts, name)
		return "<!-- generated: " + name + " -->\n" + text + "<!-- end -->"
	})
	for name := range parts {
		t.Errorf("%s has no part %s", path, name)
	}
	golden(t, path, got)
}

func TestSchemaFile(t *testing.T) {
	golden(t, filepath.Join(docs, "scenario.schema.json"), string(Schema()))
}

func table(head string, rows ...[]string) string {
	columns := strings.Count(head, "|") + 1
	text := "| " + head + " |\n|" + strings.Repeat(" --- |", columns) + "\n"
	for _, row := range rows {
		for _, cell := range row {
			text += "| " + strings.ReplaceAll(cell, "|", `\|`) + " "
		}
		text += "|\n"
	}
	return text
}

func fieldTables() string {
	return rows("", topFields) + rows("lock.", lockFields) + rows("store.", storeFields) +
		rows("network.", networkFields) + rows("clients.NAME.", clientFields) + rows("script[].", cueFields)
}

func rows[T any](prefix string, fields []field[T]) string {
	var cells [][]string
	for _, f := range fields {
		fallback := "`" + f.fallback + "`"
		switch {
		case f.needed != "":
			fallback = "required"
		case f.fallback == "", strings.Contains(f.fallback, " "):
			fallback = f.fallback
		}
		cells = append(cells, []string{"`" + prefix + f.name + "`", f.doc, fallback, f.limits})
	}
	return table("field | meaning | default | allowed", cells...) + "\n"
}

func later(served bool) string {
	if served {
		return "yes"
	}
	return "not yet"
}

func kindTable() string {
	var cells [][]string
	for _, k := range Kinds {
		s := Scenario{Lock: Lock{Kind: k.Kind, Nodes: DefaultNodes}}
		cells = append(cells, []string{"`" + string(k.Kind) + "`", k.Doc, strings.Join(s.Servers(), ", "), later(k.Served)})
	}
	return table("kind | meaning | servers | in this build", cells...)
}

func mistakeTable() string {
	var cells [][]string
	for _, m := range Mistakes {
		cells = append(cells, []string{"`" + string(m.Mistake) + "`", m.Doc, list(m.Kinds, "and"), later(m.Served)})
	}
	return table("mistake | meaning | kinds | in this build", cells...)
}

func stepTable() string {
	var cells [][]string
	for _, s := range Steps() {
		cells = append(cells, []string{"`" + s.Form + "`", s.Doc})
	}
	return table("step | meaning", cells...)
}

func eventTable() string {
	var cells [][]string
	for _, g := range []trace.Group{trace.Clients, trace.Servers, trace.Resource, trace.AnyLane} {
		lane := map[trace.Group]string{trace.Clients: "a client", trace.Servers: "a server", trace.Resource: "`store`", trace.AnyLane: "`lab`"}[g]
		cells = append(cells, []string{lane, "`" + list(kindsOn(g), "and") + "`"})
	}
	return strings.ReplaceAll(table("on | events", cells...), " and ", ", ")
}

func actionTable() string {
	var cells [][]string
	for _, v := range Verbs() {
		cells = append(cells, []string{"`" + v.Form + "`", v.Doc, "`" + v.Example + "`"})
	}
	return table("form | meaning | example", cells...)
}

func verdictTable() string {
	var cells [][]string
	for _, v := range Verdicts {
		also := ""
		for _, s := range v.Synonyms {
			also += fmt.Sprintf("`%s` for %s; ", s.Word, s.Status)
		}
		if v.Counts {
			also += "a whole number"
		}
		cells = append(cells, []string{"`" + v.Name + "`", v.Doc, strings.TrimSuffix(also, "; "), later(v.Served)})
	}
	return table("verdict | holds when, or counts | also allowed | in this build", cells...)
}

func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scenario.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid says what the schema thinks of a file.
func valid(s *jsonschema.Schema, file string) error {
	root, err := readDocument("schema.yaml", []byte(file))
	if err != nil {
		return err
	}
	return s.Validate(root.plain())
}

// plain is the node as encoding/json would give it.
func (n node) plain() any {
	switch n.shape {
	case aMap:
		m := map[string]any{}
		for _, p := range n.fields {
			m[p.key.text] = p.value.plain()
		}
		return m
	case aList:
		l := []any{}
		for _, item := range n.items {
			l = append(l, item.plain())
		}
		return l
	case aNumber:
		return json.Number(n.text)
	case aBoolean:
		return n.text == "true"
	case nothing:
		return nil
	}
	return n.text
}

// Every example of the reference is a scenario, for the parser and the schema.
func TestExamplesOfTheReference(t *testing.T) {
	s := compiled(t)
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(read(t, filepath.Join(docs, "scenarios.md")), -1)
	if len(blocks) < 3 {
		t.Fatalf("found %d examples", len(blocks))
	}
	for _, b := range blocks {
		if _, err := Parse("example.yaml", []byte(b[1])); err != nil {
			t.Error(err)
		}
		if err := valid(s, b[1]); err != nil {
			t.Errorf("%v\n%s", err, b[1])
		}
	}
}

// The schema takes whatever the parser writes.
func TestSchemaTakesEveryScenario(t *testing.T) {
	s := compiled(t)
	rapid.Check(t, func(t *rapid.T) {
		file := scenarios().Draw(t, "scenario").String()
		if err := valid(s, file); err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
	})
}

// The schema finds what an editor should underline.
func TestSchemaRefuses(t *testing.T) {
	s := compiled(t)
	const good = "lock: {kind: redis}\nclients: {A: {}}\n"
	if err := valid(s, good); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		"lock: {kind: redis}",
		"clients: {A: {}}",
		good + "sede: 1",
		good + "seed: -1",
		good + "store: {fencing: maybe}",
		good + "network: {delay: 5}",
		good + "script: [{do: heal}]",
		good + "script: [{at: 1s, when: A acquired, do: heal}]",
		good + "script: [{at: 1s, do: explode}]",
		good + "script: [{at: 1s, do: pause A 15}]",
		good + "script: [{when: A flies, do: heal}]",
		good + "expect: {fenced: -1}",
		good + "expect: {two-believers: accepted}",
		"lock: {kind: redis, mistakes: [no-such-mistake]}\nclients: {A: {}}",
		"lock: {kind: paper}\nclients: {A: {}}",
		"lock: {kind: redis}\nclients: {redis-1: {}}",
		"lock: {kind: redis}\nclients: {A: {steps: [fly]}}",
		"lock: {kind: redis}\nclients: {}",
	} {
		if valid(s, bad) == nil {
			t.Errorf("the schema takes\n%s", bad)
		}
		if _, err := Parse("bad.yaml", []byte(bad)); err == nil {
			t.Errorf("the parser takes\n%s", bad)
		}
	}
}

// The limits that the prose names are those of the code.
func TestTheProseNamesTheLimits(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docs, "scenarios.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("An action is at most %d bytes", MaxActionBytes),
		fmt.Sprintf("A written value has 1 to %d characters, a server's command 1 to %d", MaxValue, MaxCommand),
		fmt.Sprintf("Files over %d KiB", MaxFileBytes>>10),
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
