package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

const (
	operation  = "../../docs/operation.md"
	flagsBegin = "<!-- flags: go test ./cmd/lockviz -run FlagsAreDocumented -update -->\n"
	flagsEnd   = "<!-- end of flags -->\n"
)

// flagTable is every flag of serve, as its help says it.
func flagTable() string {
	var c cli
	table := "| flag | default | |\n|---|---|---|\n"
	for _, command := range parser(&c, streams{io.Discard, io.Discard}).Model.Children {
		if command.Name != "serve" {
			continue
		}
		for _, f := range command.Flags {
			name, value := "--"+f.Name, ""
			if !f.IsBool() {
				name += " " + f.FormatPlaceHolder()
			}
			if f.HasDefault {
				name, value = "--"+f.Name, "`"+f.Default+"`"
			}
			help := strings.ReplaceAll(strings.TrimSuffix(f.Help, " ("+f.Default+")."), "|", `\|`)
			table += fmt.Sprintf("| `%s` | %s | %s |\n", name, value, strings.TrimSuffix(help, ".")+".")
		}
	}
	return table
}

func TestFlagsAreDocumented(t *testing.T) {
	text, err := os.ReadFile(operation)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), flagsBegin)
	got, after, ended := strings.Cut(rest, flagsEnd)
	if !ok || !ended {
		t.Fatalf("%s has no place for the flags", operation)
	}
	want := flagTable()
	if *update {
		if err := os.WriteFile(operation, []byte(before+flagsBegin+want+flagsEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Errorf("the table of flags in %s is stale; go test ./cmd/lockviz -run FlagsAreDocumented -update writes it:\n%s", operation, want)
	}
}
