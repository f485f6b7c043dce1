package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Every address on every page is there, and what it names on that page too; below a
// base path as well. One walks from the first page along the links, as a person does:
// so it also shows that no page can only be found by those who know its address.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	for _, base := range []string{"/", "/some/path/"} {
		s := newSite(t, func(c *Config) { c.BasePath = base })
		w := walk{site: s, base: base, pages: map[string]page{}}
		w.follow(base)
		for _, path := range everyPage(s) {
			if _, seen := w.pages[base+path]; !seen {
				t.Errorf("no link leads to %s", base+path)
			}
			w.follow(base + path)
		}
		for _, answers := range s.content().reading.course.Choice.Combinations() {
			w.follow(base + "which-lock?" + queryOf(answers)) // a form leads there
		}
		w.wantIDs()
	}
}

// everyPage is each page that a person reads, below the base.
func everyPage(s *site) []string {
	all := []string{"", "challenges", "scenarios", "sandbox", "which-lock", "comparison", "beliefs", "glossary", "four-locks"}
	for _, l := range s.content().catalog.lessons {
		all = append(all, "lessons/"+l.Slug, "handouts/"+l.Slug)
		if l.Notes != "" {
			all = append(all, "notes/"+l.Slug)
		}
	}
	for _, c := range s.content().catalog.challenges {
		all = append(all, "challenges/"+c.Slug)
	}
	for _, f := range s.cfg.Scenarios {
		all = append(all, "scenarios/"+f.Name)
	}
	for _, lab := range s.content().catalog.free {
		all = append(all, lab.path)
	}
	return all
}

// page is an answer that has been looked at.
type page struct {
	ids  map[string]bool
	asks []place // the places on pages that it points at
}

// place is an element of a page.
type place struct{ address, id string }

// walk is a way through the site, each address once.
type walk struct {
	*site
	base  string
	pages map[string]page
}

// follow looks at an address, and at all that it points at.
func (w *walk) follow(start string) {
	w.t.Helper()
	for next := []place{{address: start}}; len(next) > 0; {
		at := next[0].address
		next = next[1:]
		if _, seen := w.pages[at]; seen {
			continue
		}
		p := w.look(at)
		w.pages[at] = p
		next = append(next, p.asks...)
	}
}

// look reads one address of this site.
func (w *walk) look(address string) page {
	w.t.Helper()
	if strings.Contains(address, "labs/socket") {
		res, _ := w.get(address, func(r *http.Request) { upgrading(r, "http://"+w.host) })
		w.wantStatus(address, res.StatusCode, http.StatusSwitchingProtocols)
		return page{}
	}
	res, body := w.get(address, nil)
	w.wantStatus(address, res.StatusCode, http.StatusOK)
	p := page{ids: map[string]bool{}}
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		return p
	}
	for tag := range tags(body) {
		p.ids[attr(tag, "id")] = true
		for _, name := range []string{"href", "src", "action", "data-socket"} {
			if to, ok := w.resolve(address, attr(tag, name)); ok {
				p.asks = append(p.asks, to)
			}
		}
	}
	return p
}

func (w *walk) wantStatus(address string, got, want int) {
	w.t.Helper()
	if got != want || !strings.HasPrefix(address, w.base) {
		w.t.Errorf("%s: status %d, want %d below %s", address, got, want, w.base)
	}
}

// resolve reads an address as it stands on a page; it is false for other sites.
func (w *walk) resolve(page, written string) (place, bool) {
	w.t.Helper()
	here, err := url.Parse(page)
	if err != nil {
		w.t.Fatal(err)
	}
	to, err := here.Parse(written)
	if err != nil {
		w.t.Errorf("%s: %v", page, err)
		return place{}, false
	}
	return place{to.RequestURI(), to.Fragment}, written != "" && to.Host == "" && slices.Contains([]string{"", "http", "https"}, to.Scheme)
}

// wantIDs wants each element to be there that a page points at.
func (w *walk) wantIDs() {
	w.t.Helper()
	for from, p := range w.pages {
		for _, to := range p.asks {
			if to.id != "" && !w.pages[to.address].ids[to.id] {
				w.t.Errorf("%s points at %s, where there is no #%s", from, to.address, to.id)
			}
		}
	}
}
