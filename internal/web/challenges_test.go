package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/engine/check"
)

func TestChallengePages(t *testing.T) {
	s := newSite(t, nil)
	_, list := s.get("/challenges", nil)
	for _, c := range s.content().catalog.challenges {
		if !strings.Contains(list, `href="/challenges/`+c.Slug+`"`) {
			t.Errorf("the list does not lead to %s", c.Slug)
		}
		res, page := s.get("/challenges/"+c.Slug, nil)
		if res.StatusCode != http.StatusOK || !strings.Contains(page, `data-socket="/labs/socket?lab=challenge%2F`+c.Slug+`"`) {
			t.Errorf("%s: status %d, or another lab", c.Slug, res.StatusCode)
		}
	}
	for _, want := range []string{"Easy", "Medium", "Hard", "Best known: 1 action<", "Best known: 2 changes<"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %s", want)
		}
	}
	if res, body := s.get("/challenges/none", nil); res.StatusCode != http.StatusNotFound || !strings.Contains(body, "There is no such challenge") {
		t.Errorf("status %d: %s", res.StatusCode, body)
	}
	bare := newSite(t, func(c *Config) { c.Challenges = nil })
	if _, list := bare.get("/challenges", nil); !strings.Contains(list, "No challenge is loaded") {
		t.Error("a list without challenges says nothing")
	}
}

// The changes that are chosen are in the address: in whatever order, it is one
// lab, and what was chosen is checked.
func TestARepairIsOpenedWithWhatIsChosen(t *testing.T) {
	s := newSite(t, nil)
	for _, query := range []string{"with=ttl&with=wait", "with=wait&with=ttl", "with=wait&with=ttl&with=ttl&run=end"} {
		_, page := s.get("/challenges/two-failovers?"+query, nil)
		for _, want := range []string{
			`data-socket="/labs/socket?lab=challenge%2Ftwo-failovers%2Fwait%2Bttl"`, `value="wait" checked`, `value="ttl" checked`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %s", query, want)
			}
		}
		if strings.Contains(page, `value="retry" checked`) {
			t.Errorf("%s: what was not chosen is checked", query)
		}
	}
	for query, want := range map[string]string{
		"with=none":                  `there is no option &#34;none&#34;`,
		"with=plain-del&with=none":   `there is no option &#34;none&#34;`,
		"with=plain-del&with=script": `the options &#34;plain-del&#34; and &#34;script&#34; change the same thing`,
	} {
		res, body := s.get("/challenges/a-release-in-two-steps?"+query, nil)
		if res.StatusCode != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%s: status %d: %s", query, res.StatusCode, body)
		}
	}
}

// The lab behind the page has the changes, and each choice is a lab of its own.
func TestTheLabOfARepairHasTheChanges(t *testing.T) {
	s := newSite(t, nil)
	for lab, want := range map[string]check.Status{
		"challenge/two-failovers":          check.Violated,
		"challenge/two-failovers/wait":     check.Violated,
		"challenge/two-failovers/wait+ttl": check.Holds,
		"challenge/two-failovers/ttl+wait": check.Holds,
	} {
		c := s.dial(someVisitor, strings.ReplaceAll(lab, "+", "%2B"))
		c.hello()
		c.ask(`"do":"reset"`)
		changes := c.ask(`"do":"run","to":"end"`).Verdicts
		if got := changes[len(changes)-1].All["mutual-exclusion"].Status; got != want {
			t.Errorf("%s: mutual-exclusion %s, want %s", lab, got, want)
		}
	}
	for _, lab := range []string{"challenge/none", "challenge/two-failovers/none", "challenge/two-writers/fencing", "challenge/"} {
		if res, body := s.get("/labs/socket?lab="+strings.ReplaceAll(lab, "+", "%2B"), nil); res.StatusCode != http.StatusNotFound || !strings.Contains(body, "There is no such lab") {
			t.Errorf("%s: status %d", lab, res.StatusCode)
		}
	}
}
