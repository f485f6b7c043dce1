package web

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/scenario"
)

func TestTheSandboxHasWhatAScenarioIsMadeOf(t *testing.T) {
	s := newSite(t, nil)
	_, body := s.get("/sandbox", nil)
	want := []string{`data-socket="/labs/socket?lab=sandbox"`, `data-from=""`}
	for _, k := range scenario.Kinds {
		if k.Served {
			want = append(want, `<option value="`+string(k.Kind)+`" data-doc=`)
		}
	}
	for _, m := range scenario.Mistakes {
		if m.Served {
			want = append(want, `value="`+string(m.Mistake)+`" data-mistake-name`, m.Doc)
		}
	}
	for _, step := range scenario.Steps() {
		want = append(want, `<option value="`+string(step.Verb)+`" data-rest=`)
	}
	for _, verb := range scenario.Verbs() {
		want = append(want, `<option value="`+string(verb.Verb)+`" data-rest=`)
	}
	for _, f := range s.cfg.Scenarios {
		want = append(want, `<option value="scenario/`+f.Name+`">`)
	}
	body = html.UnescapeString(body)
	for _, part := range want {
		if !strings.Contains(body, part) {
			t.Errorf("no %s", part)
		}
	}
}

// Every lab without a lesson leads to the sandbox, which begins with its file.
func TestTheSandboxBeginsWithAnyLabThatHasNoLesson(t *testing.T) {
	s := newSite(t, nil)
	pages := map[string]string{"sandbox": "sandbox", "scenarios/clock-jump": "scenario/clock-jump"}
	for _, lab := range s.content().catalog.free {
		pages[lab.path] = lab.exercise.Slug
	}
	for page, slug := range pages {
		address := s.editAddress(slug)
		if _, body := s.get("/"+page, nil); page != "sandbox" && !strings.Contains(body, `href="`+address+`"`) {
			t.Errorf("%s does not lead to %s", page, address)
		}
		res, body := s.get(address, nil)
		if res.StatusCode != http.StatusOK || !strings.Contains(html.UnescapeString(body), s.content().catalog.files[slug]+"</textarea>") {
			t.Errorf("%s: status %d, and not the file", address, res.StatusCode)
		}
		if _, err := scenario.Parse(slug, []byte(s.content().catalog.files[slug])); err != nil {
			t.Error(err)
		}
	}
	for _, from := range []string{"nothing", "scenario/nothing", s.cfg.Lessons[0].Slug} {
		if res, body := s.get("/sandbox?from="+from, nil); res.StatusCode != http.StatusNotFound || !strings.Contains(body, "no such scenario to begin with") {
			t.Errorf("%s: status %d", from, res.StatusCode)
		}
	}
}

func TestTheCodeOfEachKind(t *testing.T) {
	s := newSite(t, nil)
	for kind, part := range map[string]string{"redlock": `data-source="redlock.go"`, "redis": "a counter key on the same node", "etcd": `data-source="etcd.go"`} {
		if res, body := s.get("/code/"+kind, nil); res.StatusCode != http.StatusOK || !strings.Contains(body, part) {
			t.Errorf("%s: status %d, no %s", kind, res.StatusCode, part)
		}
	}
	if res, _ := s.get("/code/paper", nil); res.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", res.StatusCode)
	}
}
