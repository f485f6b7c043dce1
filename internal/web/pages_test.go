package web

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

func TestPages(t *testing.T) {
	s := newSite(t, nil)
	l := s.content().catalog.lessons[0]
	for path, want := range map[string][]string{
		"/":                  {l.Title, `href="/lessons/` + l.Slug + `"`, `href="/lab"`},
		"/lab":               {`data-socket="/labs/socket?lab=free"`, `data-mode="sandbox"`},
		"/lessons/" + l.Slug: {l.Title, `data-socket="/labs/socket?lab=` + l.Slug + `"`, `data-mode="lesson"`},
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

func TestPagesThatAreNotThere(t *testing.T) {
	s := newSite(t, nil)
	for _, path := range []string{"/lessons/no-such-lesson", "/storybook", "/favicon.ico", "/assets/", "/lessons/", "/lessons/none/notes", "/notes/none", "/lab/paper", "/scenarios/none", "/scenarios/none.yaml", "/..%2fetc", "/labs/socket?lab=scenario/none", "/labs/socket?lab=no-such-lab"} {
		res, body := s.get(path, nil)
		if res.StatusCode != http.StatusNotFound || !strings.Contains(body, "There is no such") {
			t.Errorf("%s: status %d: %s", path, res.StatusCode, body)
		}
		if _, text := s.get(path, func(r *http.Request) { r.Header.Set("Accept", "*/*") }); strings.Contains(text, "<html") {
			t.Errorf("%s: a tool got a page: %s", path, text)
		}
	}
}

// Every kind of lock that this build serves has a lab without a lesson, which
// shows its own code and says where its tokens come from.
func TestEachKindHasItsFreeLab(t *testing.T) {
	s := newSite(t, nil)
	_, home := s.get("/", nil)
	for path, want := range map[string][]string{
		"/lab":               {`?lab=free"`, `data-source="redis.go"`, "a counter key on the same node"},
		"/lab/redlock":       {`?lab=free%2Fredlock"`, `data-source="redlock.go"`, "fencing changes nothing here"},
		"/lab/redis-replica": {`?lab=free%2Fredis-replica"`, `data-source="redis.go"`, "copied to the replica as late"},
	} {
		_, body := s.get(path, nil)
		for _, part := range append(want, `data-mistake="del-release"`) {
			if !strings.Contains(body, part) {
				t.Errorf("%s does not contain %s", path, part)
			}
		}
		if !strings.Contains(home, `href="`+path+`"`) {
			t.Errorf("the first page does not lead to %s", path)
		}
	}
	for _, lab := range s.content().catalog.free {
		c := s.dial(someVisitor, lab.exercise.Slug)
		if f := c.hello(); f.Lab.Kind != string(lab.kind.Kind) || f.Lab.Nodes != len(lab.exercise.Scenario.Servers()) {
			t.Errorf("%s opens %+v", lab.path, f.Lab)
		}
		if f := c.ask(`"do":"run","to":"end"`); !f.Head.Ended {
			t.Errorf("%s does not end", lab.path)
		}
	}
}

// A workshop of half a day is three to four hours of lessons that are there.
func TestHalfADayIsHalfADay(t *testing.T) {
	s := newSite(t, nil)
	part := s.halfDay(s.content().catalog)
	if len(part.Lessons) != len(halfDay) || part.Minutes < 180 || part.Minutes > 240 {
		t.Errorf("%d of %d lessons, %d minutes", len(part.Lessons), len(halfDay), part.Minutes)
	}
}

func TestScenarios(t *testing.T) {
	s := newSite(t, nil)
	_, gallery := s.get("/scenarios", nil)
	for _, part := range []string{
		`href="/scenarios/clock-jump"`, "The clock that jumped", "Kleppmann 2016", `href="#redlock"`, `data-status="violated"`, "5 nodes",
		"mistake setnx-then-expire", `href="/schema/scenario.json"`,
	} {
		if !strings.Contains(gallery, part) {
			t.Errorf("the list does not contain %s", part)
		}
	}
	_, page := s.get("/scenarios/clock-jump", nil)
	for _, part := range []string{
		`data-socket="/labs/socket?lab=scenario%2Fclock-jump"`, `data-source="redlock.go"`, "A acquired", "jump redis-3 +12s",
		"at 0s", `href="/scenarios/clock-jump.yaml"`, "Stale write", "His nodes A to E",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page does not contain %s", part)
		}
	}
	res, file := s.get("/scenarios/clock-jump.yaml", nil)
	if file != s.content().catalog.scenarios["clock-jump"].Source || res.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("the file is %q:\n%s", res.Header.Get("Content-Type"), file)
	}
	res, schema := s.get("/schema/scenario.json", nil)
	if schema != string(scenario.Schema()) || res.Header.Get("Content-Type") != "application/schema+json" {
		t.Errorf("the schema is %q", res.Header.Get("Content-Type"))
	}
}

// A scenario's lab has its script, and comes out as its page says.
func TestAScenarioRunsAsItIsWritten(t *testing.T) {
	c := newSite(t, nil).dial(someVisitor, "scenario/clock-jump")
	f := c.hello()
	if f.Lab.Scenario != "clock-jump" || f.Lab.Kind != "redlock" || f.Lab.Nodes != 5 || f.Lab.Drift != 102_000_000 {
		t.Errorf("%+v", f.Lab)
	}
	f = c.ask(`"do":"run","to":"violation"`)
	if !strings.Contains(trace.Text(f.Events), "jump redis-3 +12s (by the script)") {
		t.Errorf("no script:\n%s", trace.Text(f.Events))
	}
}

func TestSpeakerNotes(t *testing.T) {
	s := newSite(t, nil)
	l := s.content().catalog.lessons[0]
	if _, body := s.get("/notes/"+l.Slug, nil); l.Notes == "" || !strings.Contains(body, string(l.Notes)) {
		t.Errorf("the notes of %s are not on their page", l.Slug)
	}
	if res, _ := s.get("/lessons/"+l.Slug+"/notes", nil); res.StatusCode != http.StatusMovedPermanently || res.Header.Get("Location") != "/notes/"+l.Slug {
		t.Errorf("their first address leads to %s: status %d", res.Header.Get("Location"), res.StatusCode)
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"One. Two. Three.", 2, "One. Two."}, {"One.", 2, "One."}, {"One. Two.", 2, "One. Two."}, {"", 2, ""},
	} {
		if got := sentences(c.text, c.n); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestASocketIsNoPage(t *testing.T) {
	s := newSite(t, nil)
	if res, body := s.get("/labs/socket?lab=free", nil); res.StatusCode != http.StatusBadRequest || !strings.Contains(body, "This is a socket") {
		t.Errorf("status %d: %s", res.StatusCode, body)
	}
}

func TestTheStorybookIsForDevelopment(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Dev = true })
	if res, _ := s.get("/storybook", nil); res.StatusCode != http.StatusOK {
		t.Errorf("status %d", res.StatusCode)
	}
}

func TestTheBasePathIsFoundFromTheRoot(t *testing.T) {
	s := newSite(t, func(c *Config) { c.BasePath = "/some/path/" })
	for _, path := range []string{"/", "/some/path"} {
		res, _ := s.get(path, nil)
		if res.StatusCode != http.StatusFound || res.Header.Get("Location") != "/some/path/" {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.Header.Get("Location"))
		}
	}
}

func TestCleanBase(t *testing.T) {
	for in, want := range map[string]string{"": "/", "/": "/", "x": "/x/", "/x/y": "/x/y/", "//x/": "/x/"} {
		if got := CleanBase(in); got != want {
			t.Errorf("CleanBase(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestAssetsAreKeptForEver(t *testing.T) {
	s := newSite(t, nil)
	now := s.assets.prefix("/")
	res, plainBody := s.get(now+"css/base.css", func(r *http.Request) { r.Header.Set("Accept-Encoding", "identity") })
	if res.StatusCode != http.StatusOK || res.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" ||
		res.Header.Get("Content-Type") != "text/css; charset=utf-8" {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
	res, squeezed := s.get(now+"css/base.css", func(r *http.Request) { r.Header.Set("Accept-Encoding", "br, gzip") })
	if res.Header.Get("Content-Encoding") != "gzip" || len(squeezed) >= len(plainBody) {
		t.Errorf("not compressed: %v, %d bytes of %d", res.Header, len(squeezed), len(plainBody))
	}
	for _, path := range []string{"/assets/0123456789ab/css/base.css", now + "css/none.css", now, now + "static.go"} {
		res, _ := s.get(path, nil)
		if res.StatusCode != http.StatusNotFound || strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %q", path, res.StatusCode, res.Header.Get("Cache-Control"))
		}
	}
}

func TestTheVersionNamesTheContent(t *testing.T) {
	version := func(text string) string {
		a, err := loadAssets(fstest.MapFS{"js/a.js": {Data: []byte(text)}, "js/a.test.js": {Data: []byte(text)}, "notes.go": {}})
		if err != nil || len(a.files) != 1 {
			t.Fatal(a, err)
		}
		return a.version
	}
	if version("1") != version("1") || version("1") == version("2") {
		t.Error("the version must change with the content, and with nothing else")
	}
}

func TestCookies(t *testing.T) {
	s := newSite(t, nil)
	cookie := func(change func(*http.Request)) string {
		res, _ := s.get("/lab", change)
		return res.Header.Get("Set-Cookie")
	}
	fresh := cookie(nil)
	for _, part := range []string{"lockviz=", "HttpOnly", "SameSite=Strict", "Path=/;"} {
		if !strings.Contains(fresh, part) {
			t.Errorf("%q does not contain %s", fresh, part)
		}
	}
	if fresh == cookie(nil) {
		t.Error("two browsers got the same id")
	}
	if got := cookie(func(r *http.Request) { r.Header.Set("Cookie", "lockviz="+someVisitor) }); got != "" {
		t.Errorf("a browser that has an id got another one: %s", got)
	}
	if got := cookie(func(r *http.Request) { r.Header.Set("Cookie", "lockviz=../../etc") }); got == "" {
		t.Error("an id of somebody's own making was taken")
	}
	if got := cookie(func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }); got != "" {
		t.Error("a link from another site replaced the browser's id")
	}
	res, _ := s.get("/labs/socket?lab=free", func(r *http.Request) { upgrading(r, "http://"+s.host) })
	if res.Header.Get("Set-Cookie") == "" {
		t.Error("a socket without an id got none")
	}
}

func TestAddresses(t *testing.T) {
	for remote, want := range map[string]string{
		"127.0.0.1:5":              "127.0.0.1",
		"[::1]:5":                  "::1",
		"[::ffff:10.0.0.1]:5":      "10.0.0.1",
		"[2001:db8:1:2:3:4:5:6]:5": "2001:db8:1:2::/64",
		"[2001:db8:1:2:ffff::9]:5": "2001:db8:1:2::/64",
		"@":                        "@",
	} {
		if got := address(&http.Request{RemoteAddr: remote}); got != want {
			t.Errorf("%s: %s, want %s", remote, got, want)
		}
	}
}

func TestMetricsCount(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Version = "v1.2.3" })
	c := s.dial(someVisitor, "free")
	c.hello()
	c.ask(`"do":"run","to":"acquired"`)
	s.get("/", func(r *http.Request) { r.Host = "evil.example" })
	_, body := s.get("/metrics", nil)
	for _, line := range []string{"lockviz_labs 1", "lockviz_sockets 1", `lockviz_http_refused_total{reason="host"} 1`, "lockviz_events_total",
		`lockviz_build_info{go="go1.`, `version="v1.2.3"} 1`, `lockviz_request_seconds_count{do="run"} 1`, "lockviz_page_overflows_total 0",
		`lockviz_backend_call_seconds_count{backend="redis"} `, `lockviz_backend_call_seconds_count{backend="etcd"} 0`,
		`lockviz_backend_call_seconds_count{backend="zookeeper"} 0`} {
		if !strings.Contains(body, line) {
			t.Errorf("no %s", line)
		}
	}
}

func TestPagesSayWhichBuildServesThem(t *testing.T) {
	s := newSite(t, func(c *Config) { c.Version = "v1.2.3" })
	for _, path := range []string{"/", "/lab"} {
		if _, body := s.get(path, nil); !strings.Contains(body, "lockviz v1.2.3") {
			t.Errorf("%s does not say it", path)
		}
	}
}
