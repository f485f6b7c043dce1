package views

import (
	"context"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

var page = Page{Base: "/base/", Assets: "/base/assets/v1/", Dev: true}

func lab() LabPage {
	return LabPage{
		Page: page, Slug: "the-pause", Title: "The pause nobody sees", Mode: "lesson",
		Socket: "/base/labs/socket?lab=the-pause", Token: "A counter key.",
		Lesson:   &Lesson{Slug: "the-pause", Number: 9, Title: "The pause nobody sees", Intro: "<p>Two clients.</p>", Steps: storySteps},
		Sources:  []Source{{File: "redis.go", Lines: []HTML{`<span class="kn">package</span><span class="w"> </span><span class="nx">lock</span>`}}},
		Verbs:    []Verb{{Form: "pause CLIENT [DURATION]", Doc: "Stop a client.", Example: "pause A 15s"}},
		Verdicts: []Verdict{{Name: "stale-write", Label: "Stale write", Doc: "A late write."}},
	}
}

func pages() map[string]templ.Component {
	card := LessonCard{Slug: "the-pause", Number: 9, Title: "The pause", Summary: "A client stops.", Href: "/base/lessons/the-pause", Minutes: 25, Steps: []StepMark{{ID: "one", Goals: 1, Predicts: true}}}
	free := lab()
	free.Lesson, free.Mode = nil, "sandbox"
	free.Edit, free.Kind = "/base/sandbox?from=free", "redis"
	own := free
	own.Sandbox = &Sandbox{
		Action: "/base/sandbox", Schema: "/base/schema/scenario.json", Text: "title: x\n", Verbs: free.Verbs, Verdicts: free.Verdicts,
		Kinds:     []SandboxKind{{Kind: "redis", Title: "One Redis server", Doc: "One key.", Timeout: "500ms"}},
		Mistakes:  []SandboxMistake{{Name: "del-release", Doc: "A plain DEL.", Kinds: []string{"redis"}}},
		Steps:     []Verb{{Form: "acquire [DURATION]", Doc: "Take the lock.", Example: "acquire 5s"}},
		Beginning: []SandboxGroup{{Title: "Nothing goes wrong", Items: []SandboxItem{{Name: "free", Title: "Free lab"}}}},
	}
	jump := free
	task, repair := free, free
	task.Mode, task.Challenge = "challenge", storyChallenge("untouched")
	repair.Mode, repair.Challenge = "challenge", storyChallenge("repair")
	for _, c := range []*Challenge{task.Challenge, repair.Challenge} {
		c.List, c.Next.Href = "/base/challenges", "/base/challenges/locked-for-ever"
	}
	outcomes := []Outcome{{"Stale write", "violated", "violated"}, {"Fenced", "", "1"}}
	jump.Scenario = &Scenario{
		Title: "The clock that jumped", Lock: "5 nodes", About: "A clock jumps.", Script: []Cue{{"A acquired", []string{"jump redis-3 +12s"}}},
		Outcomes: outcomes, File: "clock-jump.yaml", Href: "/base/scenarios/clock-jump.yaml", Gallery: "/base/scenarios",
	}
	scenarios := GalleryPage{Page: page, Schema: "/base/schema/scenario.json", Groups: []GalleryGroup{{ID: "redlock", Title: "Redlock",
		Cards: []ScenarioCard{{Title: "The clock that jumped", Href: "/base/scenarios/clock-jump", Outcomes: outcomes}}}}}
	all := map[string]templ.Component{
		"home":      Home(HomePage{Page: page, Parts: []LessonPart{{Title: "One lock", Minutes: 25, Lessons: []LessonCard{card}}}, Begin: &Link{Href: card.Href, Kind: "Lesson 9", Text: card.Title}, Labs: []LabCard{{Title: "Free lab", Href: "/base/lab"}}}),
		"lesson":    Lab(lab()),
		"free lab":  Lab(free),
		"scenario":  Lab(jump),
		"sandbox":   Lab(own),
		"gallery":   Gallery(scenarios),
		"notes":     Notes(NotesPage{Page: page, Number: 9, Title: "The pause", Href: "/base/lessons/the-pause", Notes: "<p>Ask first.</p>"}),
		"problem":   Problem(ProblemPage{Page: page, Status: 403, Title: "Refused", Text: "Not allowed.", Flag: "lockviz --allow-host box.local"}),
		"challenge": Lab(task), "repair": Lab(repair),
		"challenges": Challenges(ChallengesPage{Page: page, Groups: []ChallengeGroup{{Title: "Easy", Cards: []ChallengeCard{
			{Slug: "two-writers", Number: 1, Title: "Two writers", Task: "Break it.", Best: 2, Href: "/base/challenges/two-writers"}}}}}),
		"no challenges": Challenges(ChallengesPage{Page: page}),
		"storybook":     Storybook(StorybookPage{Page: page, Lab: lab()}),
	}
	maps.Copy(all, readingPages())
	return all
}

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The content security policy allows scripts and styles from this site's files
// only, and a base path must not be forgotten.
func TestPagesKeepThePolicy(t *testing.T) {
	forbidden := map[string]*regexp.Regexp{
		"an inline style":          regexp.MustCompile(`(?i)\sstyle=|<style`),
		"an inline script":         regexp.MustCompile(`<script>|<script [^>]*>[^<]|\son[a-z]+="`),
		"something from elsewhere": regexp.MustCompile(`<(?:[b-z]|a[a-z])[^>]*(?:href|src)="(?:https?:)?//`), // a link may lead there
		"an address off the base":  regexp.MustCompile(`(?:href|src)="/(?:[^b]|b[^a])`),
	}
	for name, c := range pages() {
		html := render(t, c)
		for what, pattern := range forbidden {
			if found := pattern.FindString(html); found != "" {
				t.Errorf("%s: %s: %q", name, what, found)
			}
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	m := lab()
	m.Title = `<b onclick="x">`
	if html := render(t, Lab(m)); strings.Contains(html, "<b onclick") {
		t.Error("a title runs as HTML")
	}
}

func TestGoalsReachThePage(t *testing.T) {
	html := render(t, Lab(lab()))
	if want := `data-goals="[{&#34;say&#34;:&#34;A has acquired the lock&#34;,&#34;saw&#34;:{&#34;lane&#34;:&#34;A&#34;,&#34;kind&#34;:&#34;acquired&#34;}}]"`; !strings.Contains(html, want) {
		t.Errorf("the goals are not on the page as %s", want)
	}
}

// The code panel keeps marks only on words that are coloured: the others would
// be most of the page's elements.
func TestSourceLinesArePlain(t *testing.T) {
	html := render(t, Lab(lab()))
	if want := `data-line="1"><span class="kn">package</span> lock</code>`; !strings.Contains(html, want) {
		t.Errorf("no line %s", want)
	}
}

// The page's scripts and a reader without them get the same challenge.
func TestAChallengeReachesThePage(t *testing.T) {
	c := storyChallenge("repair")
	m := lab()
	m.Lesson, m.Challenge, m.Mode = nil, c, "challenge"
	html := render(t, Lab(m))
	for _, want := range []string{
		`data-mode="challenge"`, `data-challenge="story-repair"`, `data-unit="changes"`, `data-best="1"`,
		`data-goals="[{&#34;say&#34;:&#34;a release has removed somebody else&#39;s lock&#34;,&#34;verdict&#34;:&#34;foreign-release&#34;,&#34;is&#34;:&#34;violated&#34;}]"`,
		`data-rules="[{&#34;say&#34;:&#34;No clock is touched.&#34;,&#34;did&#34;:[&#34;jump&#34;]}]"`,
		`data-option="ttl" data-excludes="long"`, `data-solve-names="script"`, `name="with" value="ttl" checked`, `name="with" value="script" autocomplete`,
		"Enough by itself.", "Not enough by itself.", "Hint 1 of 1", c.Explain, "Make A&#39;s release remove B&#39;s lock.",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if html := render(t, Challenges(ChallengesPage{Page: page})); !strings.Contains(html, "No challenge is loaded") {
		t.Error("a list without challenges says nothing")
	}
}
