package scenario

import "github.com/lockviz/lockviz/engine/trace"

// VerbDoc describes one verb of the action vocabulary, for help texts, the
// reference and the command bar.
type VerbDoc struct {
	Verb    Verb
	Form    string // for example "pause CLIENT [DURATION]"; brackets mean "may be left out"
	Doc     string // one sentence
	Example string // an action in its one text form
}

// Verbs lists the action vocabulary, in the order of the reference.
func Verbs() []VerbDoc {
	docs := make([]VerbDoc, len(verbs))
	for i, v := range verbs {
		docs[i] = VerbDoc{v.verb, v.form(), v.doc, v.example}
	}
	return docs
}

// verb is the grammar of one verb: the words after it, how many of them must
// be there (the others are given together or not at all), and whom it is for.
type verb struct {
	verb    Verb
	words   []word
	least   int
	target  target
	doc     string
	example string
}

// messageForm stands for a message's number, such as #41.
const messageForm = "#MESSAGE"

// target says which lanes a verb can be done to.
type target int

const (
	nobody         target = iota // no lane: CheckAction has nothing to look up
	oneClient                    // Lane is a client
	oneServer                    // Lane is a server
	clientOrServer               // Lane is a client or a server
	cable                        // Lane is a client, To a server or the store
	direction                    // Lane and To are the ends of a cable, either way round
	replicaOnly                  // no lane, but the lock must be a redis-replica
)

var verbs = []verb{
	{Pause, []word{lane("CLIENT"), span("DURATION")}, 1, oneClient,
		"Stop a client (GC, page fault, VM move, SIGSTOP) for a time, or until it is resumed; its clock goes on.", "pause A 15s"},
	{Resume, []word{lane("CLIENT")}, 1, oneClient,
		"Let a paused client run again; what waited for it is handled in order.", "resume A"},
	{Crash, []word{lane("CLIENT|SERVER"), mode("lose-data")}, 1, clientOrServer,
		"Kill a process; a server keeps its data unless it is told to lose it.", "crash redis-1 lose-data"},
	{Restart, []word{lane("CLIENT|SERVER")}, 1, clientOrServer,
		"Start a crashed process again; a client begins its program anew.", "restart redis-1"},
	{Jump, []word{lane("CLIENT|SERVER"), signed("+DURATION|-DURATION")}, 2, clientOrServer,
		"Step one lane's own clock forward or back.", "jump redis-1 +12s"},
	{Drift, []word{lane("CLIENT|SERVER"), rate("RATE")}, 2, clientOrServer,
		"Let one lane's own clock run at another rate, in its seconds per second of lab time.", "drift redis-1 1.2"},
	{Cut, []word{lane("CLIENT"), end("SERVER|STORE"), mode("requests", "replies")}, 2, cable,
		"Cut the cable between a client and a server or the store, in both directions or in one.", "cut A redis-1 replies"},
	{Heal, []word{lane("CLIENT"), end("SERVER|STORE")}, 0, cable,
		"Mend one cable, or every cable; what was held back goes on.", "heal A redis-1"},
	{Hold, []word{link("LANE->LANE")}, 1, direction,
		"Hold back the messages that travel in one direction, until they are delivered or dropped, or the cable is healed.", "hold A->store"},
	{Deliver, []word{message(messageForm)}, 1, nobody,
		"Let a message that is on its way arrive now.", "deliver #41"},
	{Drop, []word{message(messageForm)}, 1, nobody,
		"Lose a message that is on its way.", "drop #41"},
	{Delay, []word{message(messageForm), span("DURATION")}, 2, nobody,
		"Let a message that is on its way take longer.", "delay #41 5s"},
	{Duplicate, []word{message(messageForm)}, 1, nobody,
		"Let a message that is on its way arrive twice.", "duplicate #41"},
	{Slow, []word{lane("SERVER"), span("DURATION")}, 1, oneServer,
		"Let a server take longer for each answer, or as long as ever.", "slow redis-1 200ms"},
	{Expire, []word{lane("CLIENT")}, 1, oneClient,
		"Let the client's lock, lease or session run out on the server now.", "expire A"},
	{Failover, nil, 0, replicaOnly,
		"Make the replica the primary, with whatever it has copied so far.", "failover"},
	{SetFence, []word{onOff()}, 1, nobody,
		"Let the store begin, or stop, to refuse old fencing tokens.", "fencing on"},
	{StartNow, []word{lane("CLIENT")}, 1, oneClient,
		"Begin a client's program now.", "start B"},
	{DoAcquire, []word{lane("CLIENT")}, 1, oneClient,
		"Let a client take the lock, outside its program.", "acquire B"},
	{DoRelease, []word{lane("CLIENT")}, 1, oneClient,
		"Let a client give the lock back, outside its program.", "release A"},
	{DoWrite, []word{lane("CLIENT"), value(`"VALUE"`)}, 1, oneClient,
		"Let a client write to the store, outside its program; without a value it writes one that names it.", `write A "v2"`},
	{Command, []word{lane("SERVER"), wire(`"COMMAND"`)}, 2, oneServer,
		"Send a server a command from outside the lab, as a stranger's redis-cli does.", `command redis-1 "GET lock:job:4471"`},
}

// StepDoc describes one step of a client's program.
type StepDoc struct {
	Verb    StepVerb
	Form    string
	Doc     string // one sentence
	Example string
}

// Steps lists what a client's program can do.
func Steps() []StepDoc { return append([]StepDoc(nil), steps...) }

var steps = []StepDoc{
	{Acquire, "acquire [DURATION]", "Take the lock, trying again until it is free, or until so much of the client's own time is over.", "acquire 5s"},
	{Read, "read", "Read the object from the store.", "read"},
	{Work, "work DURATION", "Work for a time, as a sleep does: a pause only postpones its end, to the pause's own at the earliest.", "work 2s"},
	{Write, `write ["VALUE"]`, "Write the object, with the grant's token; without a value, one that names the writer.", `write "v2"`},
	{Release, "release", "Give the lock back.", "release"},
	{Extend, "extend", "Make the lock's promise run longer.", "extend"},
	{Check, "check", "Look at the clock: is the lock still good? If not, go to the release.", "check"},
}

func (v verb) form() string {
	form := string(v.verb)
	for i, w := range v.words {
		if i < v.least {
			form += " " + w.form
		} else {
			form += " [" + w.form + "]"
		}
	}
	return form
}

func verbNamed(name string) (verb, bool) {
	for _, v := range verbs {
		if string(v.verb) == name {
			return v, true
		}
	}
	return verb{}, false
}

func verbNames() []Verb {
	names := make([]Verb, len(verbs))
	for i, v := range verbs {
		names[i] = v.verb
	}
	return names
}

func stepNames() []StepVerb {
	names := make([]StepVerb, len(steps))
	for i, s := range steps {
		names[i] = s.Verb
	}
	return names
}

// kindsOn lists the kinds of event that can happen on a lane of the group.
func kindsOn(group trace.Group) (kinds []trace.Kind) {
	for _, d := range trace.Registry {
		if happensOn(d, group) {
			kinds = append(kinds, d.Kind)
		}
	}
	return kinds
}

// happensOn reports whether a kind of event can happen on a lane of the group.
// On the lab's own lane only actions are recorded.
func happensOn(d trace.Decl, group trace.Group) bool {
	if group == trace.AnyLane {
		return d.Kind == trace.Action{}.Kind()
	}
	return d.Group == group || d.Group == trace.AnyLane
}
