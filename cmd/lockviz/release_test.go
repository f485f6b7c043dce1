package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func readYAML(t *testing.T, file string, into any) string {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return string(text)
}

// What a release holds, what the image holds, and what `make build` makes is built in
// one way; only where the version comes from differs.
func TestReleasesAreBuiltAsTheImageIs(t *testing.T) {
	var release struct {
		Builds []struct {
			Main                string
			Env, Flags, Ldflags []string
		}
	}
	readYAML(t, ".goreleaser.yaml", &release)
	image := readDockerfile(t, "{{ .Tag }}")
	for _, b := range release.Builds {
		words := append(slices.Clone(b.Flags), "-ldflags", strings.Join(b.Ldflags, " "))
		if b.Main != "./cmd/lockviz" || !slices.Equal(b.Env, []string{"CGO_ENABLED=0"}) || !slices.Equal(words, image.build) {
			t.Errorf("a release is built with %q, the image with %q", words, image.build)
		}
	}
	if len(release.Builds) != 1 {
		t.Errorf("%d builds, want 1", len(release.Builds))
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil || !strings.Contains(string(makefile), `CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o lockviz ./cmd/lockviz`) {
		t.Errorf("make build is another build: %v", err)
	}
}

// A change and a release pass the same checks, and both are in the repository.
func TestWorkflowsRunTheChecks(t *testing.T) {
	type workflow struct {
		Jobs map[string]struct {
			Needs, Uses string
			Steps       []struct{ Run string }
		}
	}
	var ci, release workflow
	readYAML(t, ".github/workflows/ci.yml", &ci)
	readYAML(t, ".github/workflows/release.yml", &release)
	if steps := ci.Jobs["test"].Steps; !slices.ContainsFunc(steps, func(s struct{ Run string }) bool { return s.Run == ".ci/run" }) {
		t.Errorf("the workflow does not run .ci/run: %v", steps)
	}
	for name, job := range release.Jobs {
		if job.Uses != "./.github/workflows/ci.yml" && job.Needs != "test" {
			t.Errorf("%s does not wait for the checks", name)
		}
	}
}
