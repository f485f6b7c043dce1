package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/course"
	"github.com/lockviz/lockviz/views"
)

func TestTheFirstUseOfATermIsLinked(t *testing.T) {
	x := newTermIndex("/base/glossary", course.Glossary{
		{Term: "fencing token", Forms: []string{"fencing token", "token"}, Means: `A "number" & more.`},
		{Term: "WAIT", Forms: []string{"WAIT"}, Means: "A command."},
		{Term: "lease", Forms: []string{"lease", "leases"}, Means: "A grant."},
	})
	const token = `<a class="term" href="/base/glossary#fencing-token" title="A &#34;number&#34; &amp; more.">`
	const lease = `<a class="term" href="/base/glossary#lease" title="A grant.">`
	for _, c := range []struct{ in, want string }{
		{"<p>A token, a token.</p>", "<p>A " + token + "token</a>, a token.</p>"},
		{"<p>Token and fencing\ntoken</p>", "<p>" + token + "Token</a> and fencing\ntoken</p>"},
		{"<p>A fencing\ntoken</p>", "<p>A " + token + "fencing\ntoken</a></p>"},
		{"<p>tokens, tokenise, TOKEN</p>", "<p>tokens, tokenise, TOKEN</p>"},
		{"<p><code>token</code> <strong>token</strong></p>", "<p><code>token</code> <strong>" + token + "token</a></strong></p>"},
		{"<h3>Token</h3><p><a href=\"x\"><em>token</em></a></p><pre><code>token</code></pre>", "<h3>Token</h3><p><a href=\"x\"><em>token</em></a></p><pre><code>token</code></pre>"},
		{"<p>wait, Wait, <em>WAIT</em></p>", `<p>wait, Wait, <em><a class="term" href="/base/glossary#wait" title="A command.">WAIT</a></em></p>`},
		{"<ul>\n<li>leases &lt; lease</li>\n</ul>", "<ul>\n<li>" + lease + "leases</a> &lt; lease</li>\n</ul>"},
		{"<p title=\"token\">x<br>y</p>", "<p title=\"token\">x<br>y</p>"},
		{"", ""},
	} {
		if got := x.reader().link(c.in); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.in, got, c.want)
		}
	}
	r := x.reader("lease")
	if got := r.link("<p>lease</p>") + r.link("<p>token</p>") + r.link("<p>token</p>"); got != "<p>lease</p><p>"+token+"token</a></p><p>token</p>" {
		t.Errorf("over several pieces, one term known: %q", got)
	}
}

var termLink = regexp.MustCompile(`<a class="term" href="([^"]*)"[^>]*>[^<]*</a>`)

// In every lesson each term is linked once at the most, to an entry that is
// there, and nowhere in what a learner chooses from; taken away, the links leave
// the lesson's own prose.
func TestLessonsLinkEachTermOnce(t *testing.T) {
	s := newSite(t, func(c *Config) { c.BasePath = "/some/path/" })
	there := map[string]bool{}
	for _, term := range s.content().reading.course.Glossary {
		there["/some/path/glossary#"+term.ID()] = true
	}
	for _, l := range s.content().catalog.lessons {
		v, seen := s.content().reading.lessons[l.Slug], map[string]bool{}
		for _, piece := range proseOf(v) {
			for _, m := range termLink.FindAllStringSubmatch(piece, -1) {
				if seen[m[1]] || !there[m[1]] {
					t.Errorf("%s: %s, again %v, there %v", l.Slug, m[1], seen[m[1]], there[m[1]])
				}
				seen[m[1]] = true
			}
		}
		if len(seen) == 0 {
			t.Errorf("%s: no term is linked", l.Slug)
		}
		for _, choice := range choicesOf(v) {
			if termLink.MatchString(choice) {
				t.Errorf("%s: a link in a choice, an instruction or a hint: %s", l.Slug, choice)
			}
		}
		unlinked := regexp.MustCompile(`<a class="term"[^>]*>([^<]*)</a>`).ReplaceAllString(strings.Join(proseOf(v), ""), "$1")
		if want := strings.Join(proseOf(lessonView(l, func(h views.HTML) views.HTML { return h })), ""); unlinked != want {
			t.Errorf("%s: more than links was changed", l.Slug)
		}
	}
}

func proseOf(l *views.Lesson) []string {
	all := []string{l.Intro}
	for _, s := range l.Steps {
		all = append(all, s.Prose)
		if s.Predict != nil {
			all = append(all, s.Predict.Question)
		}
		all = append(all, s.Observe, s.Explain)
	}
	return all
}

func choicesOf(l *views.Lesson) (all []string) {
	for _, s := range l.Steps {
		all = append(append(all, s.Run), s.Hints...)
		if s.Predict != nil {
			for _, c := range s.Predict.Choices {
				all = append(all, c.Text, c.Reason)
			}
		}
	}
	return all
}
