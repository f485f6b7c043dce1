package web

import (
	"strconv"

	"github.com/lockviz/lockviz/course"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/views"
)

// labKind is what a link to a lab without a lesson is called.
const labKind = "Lab"

// find leads to a place, if it is there.
func (c *catalog) find(base string, p course.Place) (views.Link, bool) {
	kind, name := p.Parts()
	switch kind {
	case "lesson":
		for _, l := range c.lessons {
			if l.Slug == name || strconv.Itoa(l.Number) == name {
				return lessonLink(base, l), true
			}
		}
	case "scenario":
		if f, ok := c.scenarios[name]; ok {
			return views.Link{Href: base + "scenarios/" + name, Kind: "Scenario", Text: f.Scenario.Title}, true
		}
	case "lab":
		for _, lab := range c.free {
			if string(lab.kind.Kind) == name {
				return views.Link{Href: base + lab.path, Kind: labKind, Text: lab.exercise.Title}, true
			}
		}
	}
	return views.Link{}, false
}

func lessonLink(base string, l lessons.Lesson) views.Link {
	return views.Link{Href: base + "lessons/" + l.Slug, Kind: "Lesson " + strconv.Itoa(l.Number), Text: l.Title}
}

// after is where one goes on from a lesson: to the next one, or from the last to the
// challenges, if there are any.
func (c *catalog) after(base string, at int) *views.Link {
	switch {
	case at+1 < len(c.lessons):
		next := lessonLink(base, c.lessons[at+1])
		return &views.Link{Href: next.Href, Kind: "Next lesson", Text: next.Kind + ": " + next.Text}
	case len(c.challenges) > 0:
		return &views.Link{Href: base + "challenges", Kind: "Challenges", Text: "Break a lock with as few actions as you can"}
	}
	return nil
}

// findAll leads to those of the places that are there, in their order.
func (c *catalog) findAll(base string, places []course.Place) (all []views.Link) {
	for _, p := range places {
		if link, ok := c.find(base, p); ok {
			all = append(all, link)
		}
	}
	return all
}
