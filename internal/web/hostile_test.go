package web

import (
	"errors"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/lessons"
	"github.com/lockviz/lockviz/scenarios"
)

// hostileDir is a workshop's directory in which everything tries to run. The browser
// tests open the same.
const hostileDir = "../../e2e/testdata/hostile"

// hostileTexts would run, each in another place, if they came out as they are.
var hostileTexts = []string{
	`<script>canary=1</script>`,
	`</script><script>canary=1</script>`,
	`<img src=x onerror=canary=1>`,
	`"><svg onload=canary=1>`,
	`'onfocus='canary=1' autofocus='`,
	`" onmouseover="canary=1`,
	`</textarea></title></style><img src=x onerror=canary=1>`,
	`javascript:canary=1`,
	`&lt;img src=x onerror=canary=1&gt;`,
	"<img\tsrc=x\nonerror=canary=1>",
	`<a href=javascript:canary=1>x</a>`,
	`<math><mtext></form><form><mglyph><style></math><img src onerror=canary=1>`,
}

// hostileSite has hostile lessons, challenges and scenarios.
func hostileSite(t *testing.T) *site {
	t.Helper()
	course, err := lessons.LoadDir(hostileDir)
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := lessons.LoadChallengesDir(hostileDir + "/challenges")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(hostileDir + "/66-hostile/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scenario.Parse("hostile.yaml", source)
	if err != nil {
		t.Fatal(err)
	}
	return newSite(t, func(c *Config) {
		c.Dev, c.Lessons, c.Challenges = true, course, tasks
		for i, text := range hostileTexts {
			titled := sc
			titled.Title = strings.Map(printable, text)
			c.Scenarios = append(c.Scenarios, scenarios.File{Name: "hostile-" + string(rune('a'+i)), About: text, Scenario: titled, Source: string(source)})
		}
	})
}

func printable(r rune) rune {
	if r < ' ' {
		return ' '
	}
	return r
}

// What a workshop's files say is text on every page that shows it.
func TestHostileFilesAreText(t *testing.T) {
	s := hostileSite(t)
	pages := append(paths(s), "/lessons/hostile", "/notes/hostile", "/challenges/hostile", "/scenarios", "/sandbox")
	for _, f := range s.cfg.Scenarios {
		if strings.HasPrefix(f.Name, "hostile-") {
			pages = append(pages, "/scenarios/"+f.Name, "/sandbox?from=scenario/"+f.Name)
		}
	}
	shown := 0
	for _, path := range pages {
		res, body := s.get(path, nil)
		if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
			continue
		}
		wantOnlyMarkup(t, path, body)
		wantNoCanary(t, path, body)
		shown += strings.Count(body, "canary=1")
	}
	if shown < 100 {
		t.Errorf("hostile text is shown %d times: does this test still load it?", shown)
	}
}

// wantNoCanary wants the hostile text in no element's name, and in no attribute that
// is more than a text.
func wantNoCanary(t *testing.T, path, page string) {
	t.Helper()
	for tag := range tags(page) {
		for _, a := range tag.Attr {
			if strings.Contains(a.Key, "canary") || strings.Contains(tag.Data, "canary") || a.Val == "canary=1" {
				t.Errorf("%s: %s", path, tag)
			}
		}
	}
}

// What is wrong with a file that was changed is shown, with words of that file in it.
func TestHostileMistakesAreText(t *testing.T) {
	for _, text := range hostileTexts {
		told := false
		s := newSite(t, func(c *Config) {
			c.Changed = func() (Edition, bool) {
				first := !told
				told = true
				return Edition{Err: errors.New("02-set-nx-px/lesson.md:1: there is no lane " + strings.Map(printable, text))}, first
			}
		})
		for _, path := range []string{"/", "/lessons/set-nx-px"} {
			_, body := s.get(path, nil)
			wantOnlyMarkup(t, path, body)
			wantNoCanary(t, path, body)
			if !strings.Contains(body, "there is no lane") || !strings.Contains(body, "canary=1") {
				t.Errorf("%s does not say what is wrong", path)
			}
		}
	}
}

// What an address or a header says is text on the page that answers it.
func TestHostileRequestsAreText(t *testing.T) {
	s := hostileSite(t)
	var queries []string
	for _, q := range s.content().reading.course.Choice.Questions {
		queries = append(queries, "/which-lock?"+url.QueryEscape(q.ID)+"=")
	}
	queries = append(queries, "/which-lock?x=", "/sandbox?from=", "/challenges/hostile?with=", "/labs/socket?lab=", "/lab?x=",
		"/lessons/", "/lab/", "/scenarios/", "/challenges/", "/four-locks/", "/assets/", "/")
	echoed := 0
	for _, text := range hostileTexts {
		for _, query := range queries {
			escape := url.QueryEscape
			if !strings.HasSuffix(query, "=") {
				escape = url.PathEscape
			}
			for _, accept := range []string{"text/html", "*/*"} {
				res, body := s.get(query+escape(text), func(r *http.Request) { r.Header.Set("Accept", accept) })
				echoed += strings.Count(body, "canary")
				wantInert(t, query+text, res, body)
			}
		}
		answer := s.sendRaw("GET / HTTP/1.1\r\nHost: " + strings.Map(hostLike, text) + "\r\nAccept: text/html\r\nConnection: close\r\n\r\n")
		_, page, _ := strings.Cut(answer, "\r\n\r\n")
		wantOnlyMarkup(t, "Host "+text, page)
		wantNoCanary(t, "Host "+text, page)
	}
	if echoed == 0 {
		t.Error("nothing is echoed any more: this test shows nothing")
	}
}

// wantInert wants an answer that is markup without scripts, or that no browser takes
// for markup.
func wantInert(t *testing.T, path string, res *http.Response, body string) {
	t.Helper()
	wantSecure(t, res) // nosniff among it
	switch kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";"); kind {
	case "text/html":
		wantOnlyMarkup(t, path, body)
		wantNoCanary(t, path, body)
	case "text/plain":
	default:
		if strings.Contains(body, "canary") {
			t.Errorf("%s: echoed as %s", path, kind)
		}
	}
}

// hostLike keeps what Go's server lets through in a Host header.
func hostLike(r rune) rune {
	if strings.ContainsRune("\"<>/ \t\n@", r) {
		return '&'
	}
	return r
}
