package labs

import (
	"strconv"
	"strings"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// A form is a scenario taken apart for a page: every value as a file has it. What
// the scenario does not have is empty. A page need not read YAML, nor write it: JSON
// is YAML, and a file of it is checked like any other.
type (
	form struct {
		About   string       `json:"about"` // the comment that the file begins with
		Title   string       `json:"title"`
		Seed    string       `json:"seed"`
		Until   string       `json:"until"`
		Lock    formLock     `json:"lock"`
		Store   formStore    `json:"store"`
		Delay   string       `json:"delay"`
		Clients []formClient `json:"clients"`
		Script  []formCue    `json:"script"`
		Expect  []formExpect `json:"expect"`
	}

	formLock struct {
		Kind     scenario.LockKind  `json:"kind"`
		Nodes    string             `json:"nodes"`
		Name     string             `json:"name"`
		TTL      string             `json:"ttl"`
		Retry    string             `json:"retry"`
		Timeout  string             `json:"timeout"`
		Parallel bool               `json:"parallel"`
		Watchdog bool               `json:"watchdog"`
		Wait     string             `json:"wait"`
		Lag      string             `json:"lag"`
		Mistakes []scenario.Mistake `json:"mistakes"`
	}

	formStore struct {
		Object  string `json:"object"`
		Fencing bool   `json:"fencing"`
		In      string `json:"in"`
	}

	formClient struct {
		Name     string             `json:"name"`
		Start    string             `json:"start"`
		Process  string             `json:"process"`
		Steps    []formDeed         `json:"steps"`
		Mistakes []scenario.Mistake `json:"mistakes"`
	}

	// formDeed is a step or an action: its verb, and the words after it.
	formDeed struct {
		Do   string `json:"do"`
		With string `json:"with"`
	}

	// formCue is due at a lab time, or else after an event.
	formCue struct {
		At    string `json:"at"`
		Lane  string `json:"lane"`
		Event string `json:"event"`
		Count string `json:"count"`
		formDeed
	}

	formExpect struct {
		Verdict string `json:"verdict"`
		Is      string `json:"is"`
	}
)

func formOf(about string, sc scenario.Scenario) *form {
	f := &form{
		About: about, Title: sc.Title, Seed: strconv.FormatUint(sc.Seed, 10), Until: unless(sc.Until == 0, trace.Dur(sc.Until)),
		Lock: lockForm(sc.Lock), Store: formStore(sc.Store), Delay: sc.Network.Delay.String(),
		Clients: []formClient{}, Script: []formCue{}, Expect: []formExpect{},
	}
	for _, c := range sc.Clients {
		f.Clients = append(f.Clients, clientForm(c))
	}
	for _, c := range sc.Script {
		f.Script = append(f.Script, cueForm(c))
	}
	for _, e := range sc.Expect {
		f.Expect = append(f.Expect, formExpect{e.Verdict, e.Value()})
	}
	return f
}

func lockForm(l scenario.Lock) formLock {
	replica := l.Kind == scenario.RedisReplica
	return formLock{
		Kind: l.Kind, Nodes: unless(l.Nodes == 0, strconv.Itoa(l.Nodes)), Name: l.Name, TTL: trace.Dur(l.TTL),
		Retry: l.Retry.String(), Timeout: trace.Dur(l.Timeout), Parallel: l.Parallel, Watchdog: l.Watchdog,
		Wait: unless(!replica, strconv.Itoa(l.Wait)), Lag: unless(!replica, l.Lag.String()), Mistakes: list(l.Mistakes),
	}
}

func clientForm(c scenario.Client) formClient {
	f := formClient{Name: c.Name, Start: trace.Dur(c.Start), Process: c.Process, Steps: []formDeed{}, Mistakes: list(c.Mistakes)}
	for _, s := range c.Steps {
		f.Steps = append(f.Steps, stepForm(s))
	}
	return f
}

// stepForm has a value that is written without its quotes: it is all that can
// stand there.
func stepForm(s scenario.Step) formDeed {
	if s.Value != "" {
		return formDeed{string(s.Verb), s.Value}
	}
	return deed(s.String())
}

func cueForm(c scenario.Cue) formCue {
	f := formCue{Lane: c.When.Lane, Event: c.When.Kind, formDeed: deed(c.Do.String())}
	if f.Lane == "" {
		f.At = trace.Dur(c.When.At)
	} else {
		f.Count = strconv.Itoa(c.When.N)
	}
	return f
}

func deed(text string) formDeed {
	do, with, _ := strings.Cut(text, " ")
	return formDeed{do, with}
}

func unless(empty bool, text string) string {
	if empty {
		return ""
	}
	return text
}
