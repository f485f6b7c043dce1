package web

import (
	"embed"
	"fmt"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/internal/web/labs"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/scenarios"
)

// freeSlug names the lab without a lesson at /lab. A slug with a slash in it is
// no lesson's: free/<kind> are the other free labs, four/<kind> the four on one
// screen, scenario/<name> those of the gallery.
const freeSlug = "free"

//go:embed free/*.yaml four/*.yaml sandbox.yaml
var labFiles embed.FS

// sandboxSlug names the lab in which a visitor opens scenarios of their own.
const sandboxSlug = "sandbox"

// catalog is what can be opened.
type catalog struct {
	lessons   []lessons.Lesson
	bySlug    map[string]lessons.Lesson
	free      []freeLab // in the order of scenario.Kinds
	four      []freeLab // in the order of the screen
	scenarios map[string]scenarios.File
	exercises map[string]labs.Exercise // every lab but those of challenges, by slug
	files     map[string]string        // what the sandbox can begin with, by slug

	challenges []lessons.Challenge // in their order
}

// freeLab is a lab in which nothing goes wrong by itself.
type freeLab struct {
	kind     scenario.KindDoc
	path     string // below the base path
	exercise labs.Exercise
}

func loadCatalog(cfg Config) (*catalog, error) {
	c := &catalog{lessons: cfg.Lessons, bySlug: map[string]lessons.Lesson{}, scenarios: map[string]scenarios.File{},
		exercises: map[string]labs.Exercise{}, files: map[string]string{}}
	for _, kind := range scenario.Kinds {
		if err := c.addFree(kind); err != nil {
			return nil, err
		}
	}
	if err := c.addSandbox(); err != nil {
		return nil, err
	}
	if err := c.addFour(); err != nil {
		return nil, err
	}
	for _, f := range cfg.Scenarios {
		c.scenarios[f.Name] = f
		c.files[scenarioSlug(f.Name)] = f.Source
		c.add(labs.Exercise{Slug: scenarioSlug(f.Name), Title: f.Scenario.Title, Name: f.Name, Scenario: f.Scenario})
	}
	for _, l := range cfg.Lessons {
		if _, twice := c.exercises[l.Slug]; twice {
			return nil, fmt.Errorf("lesson %s: the name %q is taken", l.Dir, l.Slug)
		}
		c.bySlug[l.Slug] = l
		c.add(labs.Exercise{Slug: l.Slug, Title: l.Title, Scenario: l.Opening()})
	}
	return c, c.addChallenges(cfg.Challenges)
}

func (c *catalog) add(ex labs.Exercise) { c.exercises[ex.Slug] = ex }

// addFree adds the free lab of a kind that this build serves.
func (c *catalog) addFree(kind scenario.KindDoc) error {
	if !kind.Served {
		return nil
	}
	name := "free/" + string(kind.Kind) + ".yaml"
	sc, err := ownScenario(name)
	if err != nil {
		return err
	}
	lab := freeLab{kind, "lab/" + string(kind.Kind), labs.Exercise{Slug: freeSlug + "/" + string(kind.Kind), Title: sc.Title, Scenario: sc}}
	if kind.Kind == scenario.Redis { // the first that anybody meets
		lab.path, lab.exercise.Slug = "lab", freeSlug
	}
	c.free = append(c.free, lab)
	c.files[lab.exercise.Slug] = ownFile(name)
	c.add(lab.exercise)
	return nil
}

// addSandbox adds the lab whose scenario is the visitor's.
func (c *catalog) addSandbox() error {
	sc, err := ownScenario("sandbox.yaml")
	c.files[sandboxSlug] = ownFile("sandbox.yaml")
	c.add(labs.Exercise{Slug: sandboxSlug, Title: "Sandbox", Scenario: sc, Open: true})
	return err
}

func ownScenario(name string) (scenario.Scenario, error) {
	return scenario.Parse(name, []byte(ownFile(name)))
}

// ownFile is the text of a file that comes with this package; one that is not there
// is empty, which is no scenario.
func ownFile(name string) string {
	raw, _ := labFiles.ReadFile(name)
	return string(raw)
}

func scenarioSlug(name string) string { return "scenario/" + name }

// exercise finds what a lab is opened from.
func (c *catalog) exercise(slug string) (labs.Exercise, bool) {
	if name, is := strings.CutPrefix(slug, "challenge/"); is {
		return c.challengeLab(name)
	}
	ex, ok := c.exercises[slug]
	return ex, ok
}
