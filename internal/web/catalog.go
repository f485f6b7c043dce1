package web

import (
	_ "embed"
	"fmt"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/internal/web/labs"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/views"
)

// freeSlug names the lab without a lesson, at /lab.
const freeSlug = "free"

//go:embed free.yaml
var freeFile []byte

// catalog is what can be opened.
type catalog struct {
	lessons []lessons.Lesson
	bySlug  map[string]lessons.Lesson
	free    labs.Exercise
	sources map[scenario.LockKind]func() []views.Source
}

func loadCatalog(cfg Config) (*catalog, error) {
	free, err := scenario.Parse("free.yaml", freeFile)
	if err != nil {
		return nil, err
	}
	c := &catalog{lessons: cfg.Lessons, bySlug: map[string]lessons.Lesson{},
		free:    labs.Exercise{Slug: freeSlug, Title: free.Title, Scenario: free},
		sources: sources()}
	for _, l := range cfg.Lessons {
		if _, twice := c.bySlug[l.Slug]; twice || l.Slug == freeSlug {
			return nil, fmt.Errorf("lesson %s: the name %q is taken", l.Dir, l.Slug)
		}
		c.bySlug[l.Slug] = l
	}
	return c, nil
}

// exercise finds what a lab is opened from.
func (c *catalog) exercise(slug string) (labs.Exercise, bool) {
	if slug == freeSlug {
		return c.free, true
	}
	l, ok := c.bySlug[slug]
	return labs.Exercise{Slug: l.Slug, Title: l.Title, Scenario: l.Opening()}, ok
}
