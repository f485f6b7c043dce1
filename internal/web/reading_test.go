package web

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/course"
	"github.com/lockviz/lockviz/views"
)

// strict makes a place that is not there an error. Lessons and kinds of lock
// are still being added; when all are there, this is true.
const strict = true

func TestReadingPages(t *testing.T) {
	s := newSite(t, nil)
	for path, want := range map[string][]string{
		"/glossary":   {`id="fencing-token"`, `href="/scenarios/pause-fenced"`, `href="/lessons/the-pause-nobody-sees"`, "Herlihy and Wing"},
		"/comparison": {"Hazelcast FencedLock", `id="sources-consul"`, `href="/which-lock"`, `href="/glossary#lease"`},
		"/beliefs":    {`data-belief="watchdog"`, `href="/scenarios/watchdog-pause"`, `name="del-in-finally" value="so" required autocomplete="off" data-right`},
		"/which-lock": {`name="runs" value="kubernetes"`, `action="/which-lock#advice"`, "Answer the three questions and press Recommend: it appears here."},
		"/":           {`href="/glossary"`, `href="/comparison"`, `href="/beliefs"`, `href="/which-lock"`},
	} {
		res, body := s.get(path, nil)
		if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: status %d, Cache-Control %q", path, res.StatusCode, res.Header.Get("Cache-Control"))
		}
		for _, part := range want {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not contain %s", path, part)
			}
		}
	}
}

func TestAnswersInTheAddress(t *testing.T) {
	s := newSite(t, nil)
	for query, c := range map[string]struct {
		status int
		want   []string
	}{
		"cost=cheap&runs=redis&checks=cannot":     {http.StatusOK, []string{"One key in one Redis server", `value="redis" required autocomplete="off" checked`, "redsync.go", "What remains unsafe"}},
		"cost=data&runs=etcd&checks=same&other=1": {http.StatusOK, []string{"etcdtxn.go", "IsOwner"}},
		"cost=data":                              {http.StatusOK, []string{"This question has no answer yet.", "An answer is missing."}},
		"cost=data&runs=mysql&checks=same":       {http.StatusBadRequest, []string{`runs="mysql", which is no answer; allowed: nothing, redis, sql, etcd, zookeeper, kubernetes.`}},
		"cost=%3Cscript%3Ealert(1)%3C/script%3E": {http.StatusBadRequest, []string{"&lt;script&gt;"}},
		"cost=" + strings.Repeat("x", 5000):      {http.StatusBadRequest, []string{strings.Repeat("x", 40) + "…"}},
	} {
		res, body := s.get("/which-lock?"+query, nil)
		body = strings.ReplaceAll(body, "&#34;", `"`)
		if res.StatusCode != c.status {
			t.Errorf("%.60s: status %d, want %d", query, res.StatusCode, c.status)
		}
		for _, part := range c.want {
			if !strings.Contains(body, part) {
				t.Errorf("%.60s: no %s", query, part)
			}
		}
		if strings.Contains(body, "<script>") || strings.Contains(body, strings.Repeat("x", 50)) {
			t.Errorf("%.60s: what came in the address is on the page as it came", query)
		}
	}
}

// Each recommendation has its page, with a lesson or a scenario that is there,
// and the very code that the tests of course/samples run.
func TestEveryAdviceIsShown(t *testing.T) {
	s := newSite(t, nil)
	choice := s.content().reading.course.Choice
	for _, answers := range choice.Combinations() {
		a, _ := choice.Decide(answers)
		res, body := s.get("/which-lock?"+queryOf(answers), nil)
		if res.StatusCode != http.StatusOK || !strings.Contains(body, html.EscapeString(a.Title)) {
			t.Errorf("%v: status %d, or no %s", answers, res.StatusCode, a.Title)
		}
		if links := s.content().catalog.findAll("/", a.Shows); !slices.ContainsFunc(links, isLesson) {
			t.Errorf("%s leads to no lesson", a.ID)
		}
		code := marks.ReplaceAllString(body, "")
		for _, name := range a.Code {
			sample, _ := choice.Sample(name)
			if !strings.Contains(html.UnescapeString(code), strings.TrimSpace(sample.Text)) {
				t.Errorf("%s: %s is not shown as it is", a.ID, name)
			}
		}
	}
}

var marks = regexp.MustCompile(`</?span[^>]*>`)

// What is missing is named. Whatever is there must be found.
func TestPlacesAreThere(t *testing.T) {
	s := newSite(t, nil)
	for _, term := range s.content().reading.course.Glossary {
		s.wantPlaces("the term "+term.Term, term.Shows)
	}
	for _, b := range s.content().reading.course.Beliefs {
		s.wantPlaces("the belief "+b.ID, b.Shows[:1])
	}
	for _, l := range s.content().reading.course.Comparison.Locks {
		s.wantPlaces("the lock "+l.ID, l.Shows)
	}
	for _, a := range s.content().reading.course.Choice.Advice {
		s.wantPlaces("the advice "+a.ID, a.Shows)
	}
}

// later are the places that are still being built.
var later = []course.Place{"lesson 13", "lesson 14", "lesson 15"}

func (s *site) wantPlaces(whose string, places []course.Place) {
	s.t.Helper()
	for _, p := range places {
		switch _, ok := s.content().catalog.find("/", p); {
		case ok:
		case !strict && slices.Contains(later, p):
			s.t.Logf("not there yet: %s, for %s", p, whose)
		default:
			s.t.Errorf("%s points at %s, which is not there", whose, p)
		}
	}
}

func isLesson(to views.Link) bool { return strings.HasPrefix(to.Kind, "Lesson ") }
