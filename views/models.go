// Package views holds the pages: templ components and the view models that
// they take. A view model is shaped like the page it fills, in plain strings
// and numbers. The package knows no engine, no lesson format and no route:
// whoever serves a page fills in its model, addresses included.
package views

// HTML is markup that was made safe before it came here (goldmark without raw
// HTML, chroma); it is written out as it is.
type HTML = string

// Page is what every page needs.
type Page struct {
	Base   string // where the site begins: "/" or "/some/path/"; ends in a slash
	Assets string // versioned prefix of static files; ends in a slash
	Dev    bool   // development mode: the storybook is linked

	Version string // of this build; empty: not said
}

// HomePage is the first page.
type HomePage struct {
	Page
	Begin      *Link // the first lesson; nil when there is none
	Shown      *Link // the lesson with the run that the page speaks of; nil when it is not there
	Parts      []LessonPart
	HalfDay    LessonPart // a choice of lessons for a workshop; empty when it is not whole
	Challenges []ChallengeCard
	Open       []LabCard // where one goes on without a lesson
	Labs       []LabCard // free labs, one for each kind of lock
	Reading    []LabCard // pages to read
	Wrong      []string  // in files that have changed, so that the page shows them as they were
	Host       string    // host:port the page is served on, for the text about attaching tools
}

// LessonCard is one lesson on the home page.
type LessonCard struct {
	Slug    string
	Number  int
	Title   string
	Summary string // one or two sentences
	Href    string
	Steps   []StepMark
	Minutes int // about how long it takes; 0: not said
}

// LessonPart is some lessons that belong together.
type LessonPart struct {
	Title   string
	Minutes int // of all of them; 0: not said
	Lessons []LessonCard
}

// StepMark is what decides whether a step of a lesson is done.
type StepMark struct {
	ID       string `json:"id"`
	Goals    int    `json:"goals"`
	Predicts bool   `json:"predicts"`
}

// LabCard is one free lab on the home page.
type LabCard struct {
	Slug    string
	Title   string
	Summary string
	Href    string
}

// ProblemPage says what went wrong and what to do next: a refused Host, a page
// that does not exist, too many labs.
type ProblemPage struct {
	Page
	Status int      // HTTP status
	Title  string   // for example "This address is not allowed"
	Text   string   // one or two sentences, plain
	Flag   string   // a command line that helps, for example "lockviz --allow-host box.local"; may be empty
	Home   bool     // offer the way to the first page (not for a refused Host)
	Wrong  []string // in the files of what was asked for; each with file and line
}

// LabPage is one lab, with its lesson or without.
type LabPage struct {
	Page
	Slug      string
	Title     string
	Mode      string // "lesson", "challenge" or "sandbox"
	Socket    string // path of the socket, for example "/labs/socket?lab=the-pause"
	Lesson    *Lesson
	Challenge *Challenge
	Scenario  *Scenario // of the gallery; nil for any other lab
	Sandbox   *Sandbox  // nil for any other lab
	Edit      string    // address at which the lab's scenario is opened in the sandbox; may be empty
	Kind      string    // of the lock that Sources are of
	Sources   []Source
	Verbs     []Verb
	Verdicts  []Verdict
	Token     string // one sentence about where this lock's token comes from; may be empty
}

// FourPage shows the same run on four locks, on one lab time.
type FourPage struct {
	Page
	Locks    []FourLock
	Verdicts []Verdict
}

// FourLock is one of them.
type FourLock struct {
	Kind   string // of lock
	Title  string
	Socket string // path of its lab's socket
	Href   string // its lab as a page of its own
}

// GalleryPage lists the scenarios that come with lockviz.
type GalleryPage struct {
	Page
	Groups []GalleryGroup
	Schema string // address of the JSON Schema of scenario files
}

// GalleryGroup is the scenarios of one kind of lock.
type GalleryGroup struct {
	ID    string // of the heading, for links to it
	Title string
	Doc   string // one sentence
	Cards []ScenarioCard
}

// ScenarioCard is one scenario of the gallery.
type ScenarioCard struct {
	Title    string
	Href     string
	Lock     string // what is special about its lock; may be empty
	Summary  string // one or two sentences
	Outcomes []Outcome
}

// Outcome is how one verdict is expected to come out.
type Outcome struct {
	Label  string // "Stale write"
	Status string // "holds", "violated" or "not-exercised"; empty for a count
	Text   string // the status or the count, in words
}

// Scenario is the column beside the figure, for a scenario of the gallery.
type Scenario struct {
	Title    string
	Lock     string // what is special about its lock; may be empty
	About    string // what it shows, and where that is known from
	Script   []Cue
	Outcomes []Outcome
	File     string // the file's name
	Href     string // its address
	Gallery  string // address of the list of scenarios
}

// Cue is a moment of a script and what is done then.
type Cue struct {
	When string
	Do   []string
}

// NotesPage shows the speaker notes of a lesson.
type NotesPage struct {
	Page
	Number int
	Title  string
	Href   string // of the lesson
	Notes  HTML
}

// Lesson is the column beside the figure.
type Lesson struct {
	Slug   string // key of the progress kept in the browser
	Number int
	Title  string
	Intro  HTML
	Steps  []LessonStep

	Mistakes string   // those that its lab begins with, by name, with spaces between; "none"
	Handout  string   // where it stands to be printed
	Wrong    []string // in its files, which have changed; it is shown as it was before
	Notes    string   // where its speaker notes are; "": it has none
	Next     *Link    // where one goes on at its end: Kind says what it is, Text its title
}

// Asks is how many of the lesson's sections ask for something.
func (l Lesson) Asks() (n int) {
	for _, s := range l.Steps {
		if s.Predict != nil || len(s.Goals) > 0 {
			n++
		}
	}
	return n
}

// LessonStep is a section of the lesson: a heading with its prose and, if it is
// more than reading, a round of predict, run, observe, explain. Every part but
// Title may be empty.
type LessonStep struct {
	ID       string // within the lesson, stable: progress is kept under it
	Title    string
	Prose    HTML // before anything is done
	Predict  *Prediction
	Run      HTML     // what to do
	Goals    []Goal   // what must be true afterwards; all of them
	Observe  HTML     // what to look at, once the goals are met
	Explain  HTML     // why it came out so
	Hints    []HTML   // in the order in which they are given
	Solution []string // lines of the command bar that reach the goals: "run acquired", "pause A 15s", "fencing on"
}

// Prediction is one question, locked before the run and answered after it.
type Prediction struct {
	Question HTML
	Choices  []Choice
}

// Choice is one answer. Reason says why it is right or wrong.
type Choice struct {
	Text   HTML
	Right  bool
	Reason HTML
}

// Goal is one condition on the log and its verdicts, checked in the browser.
// One of Saw (with With, Count and After), Did (with Count) and Verdict (with Is
// or Count) is set.
type Goal struct {
	Say     string         `json:"say"` // in words
	Saw     *Sight         `json:"saw,omitempty"`
	With    map[string]any `json:"with,omitempty"`  // fields that the event must have
	After   *Sight         `json:"after,omitempty"` // count only what came after the first of these
	Did     []string       `json:"did,omitempty"`   // actions of a person that begin like one of these
	Verdict string         `json:"verdict,omitempty"`
	Is      string         `json:"is,omitempty"`    // "holds", "violated" or "not-exercised"
	Count   int            `json:"count,omitempty"` // at least so many; 0 means once
	Never   bool           `json:"never,omitempty"` // the opposite must be so
}

// Sight is a kind of event on a lane: "A", "acquired".
type Sight struct {
	Lane string `json:"lane"`
	Kind string `json:"kind"`
}

// Source is one file of the lock client, as it runs.
type Source struct {
	File  string // base name, as in the positions of events
	Lines []HTML // highlighted, one element a line; Lines[0] is line 1

	Mistakes map[int]string // lines that a mistake changes, and which it is; may be nil
}

// Verb is one entry of the action vocabulary.
type Verb struct {
	Form    string // "pause CLIENT [DURATION]"
	Doc     string // one sentence
	Example string // "pause A 15s"
}

// Verdict names one property and says what it means.
type Verdict struct {
	Name  string // as on the socket: "stale-write"
	Label string // "Stale write"
	Doc   string // one sentence
}

// StorybookPage shows every component in every state and theme.
type StorybookPage struct {
	Page
	Lab LabPage // a filled-in lab page whose parts are shown
}
