package views

import "strconv"

// Link leads to another place of the site.
type Link struct {
	Href string
	Kind string // "Lesson 9", "Scenario" or "Lab"
	Text string // its title
}

// Origin says where something from outside is known from.
type Origin struct {
	Text string
	Href string // of another site
}

// GlossaryPage explains the words of the course.
type GlossaryPage struct {
	Page
	Terms []Term
}

// Term is one entry of the glossary.
type Term struct {
	ID      string // for links to it
	Term    string // as in the middle of a sentence
	Means   HTML
	Source  *Origin // nil when it is not from outside
	Shows   []Link  // where it can be seen
	Lessons []Link  // that use it, in their order
}

// ComparisonPage shows locks beside one another.
type ComparisonPage struct {
	Page
	Columns []string
	Rows    []ComparisonRow
	Choice  string // address of the page that helps to choose
}

// ComparisonRow is one lock.
type ComparisonRow struct {
	ID      string // for links to its sources
	Name    string
	Here    bool // lockviz runs it
	Cells   []HTML
	Shows   []Link
	Sources []Origin
}

// BeliefsPage is a self-test.
type BeliefsPage struct {
	Page
	Beliefs []Belief
}

// Belief is a statement that is so or not so.
type Belief struct {
	ID     string // answers are kept under it
	Says   HTML
	So     bool
	Reason HTML
	Wrong  HTML  // before the reason, after a wrong answer
	Shows  *Link // the lab that proves it; nil when this build has none
}

// WhichLockPage asks what a lock is for, and recommends one.
type WhichLockPage struct {
	Page
	Action     string // address that the answers are sent to
	Comparison string // address of the comparison
	Questions  []Question
	Open       bool    // some answer is given, but not all
	Advice     *Advice // nil while answers are missing
	All        []Link  // every recommendation, with answers that lead to it
}

// Question has one answer.
type Question struct {
	ID      string // name of the field
	Ask     string
	Answers []Answer
	Problem string // what is wrong with the answer given; may be empty
}

// Answer is one of a question's.
type Answer struct {
	ID      string
	Say     string
	Note    string
	Checked bool
}

// Advice is one recommendation.
type Advice struct {
	Title   string
	Reason  HTML
	Unsafe  HTML
	Shows   []Link
	Samples []Sample
	Source  *Origin
}

// Sample is code to start from.
type Sample struct {
	File  string
	Title string
	Note  string
	Code  HTML // highlighted
}

// sitePages are the pages of the site's navigation, below the base.
var sitePages = []struct{ path, text string }{
	{"", "Lessons"},
	{"challenges", "Challenges"},
	{"scenarios", "Scenarios"},
	{"sandbox", "Sandbox"},
	{"four-locks", "Four locks"},
	{"which-lock", "Which lock?"},
	{"comparison", "Comparison"},
	{"beliefs", "Beliefs"},
	{"glossary", "Glossary"},
}

// headingID names the heading of something by its own name.
func headingID(kind, id string) string { return kind + "-" + id }

func ordinal(i int) string { return strconv.Itoa(i + 1) }
