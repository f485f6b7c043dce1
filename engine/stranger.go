package engine

import (
	"errors"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/sim"
)

// Stranger is the sender of a command that came from outside the lab.
const Stranger = "stranger"

// What a stranger is told whose command is not carried out.
var (
	errClosing = errors.New("ERR the lab is closing")
	errDown    = errors.New("ERR the node is going down")
)

// Attend lets commands from connections that are not a lab client's, such as a
// person's redis-cli, take part in the lab: each happens at the lab's present,
// is recorded and is replayed with it. post must have f run by the goroutine
// that the lab belongs to; false says that it will not. After each, changed is
// called there.
func (l *Lab) Attend(post func(f func()) bool, changed func()) {
	l.admit, l.changed = post, changed
	l.hearStrangers()
}

func (l *Lab) hearStrangers() {
	if l.admit == nil {
		return
	}
	servers, post, changed := l.servers, l.admit, l.changed
	for i, node := range servers.redis {
		lane := l.sc.Servers()[i]
		node.HandStrangersTo(func(command []string, done <-chan struct{}) (any, error) {
			answers := make(chan answer, 1)
			if !post(func() {
				if l.servers == servers { // its node may have gone while it waited
					answers <- l.stranger(lane, command)
					changed()
				}
			}) {
				return nil, errClosing
			}
			select {
			case a := <-answers:
				return a.reply, a.err
			case <-done:
				return nil, errDown
			}
		})
	}
}

type answer struct {
	reply any
	err   error
}

// stranger does a stranger's command as an action, so that it is part of the
// log like any other.
func (l *Lab) stranger(lane string, command []string) answer {
	typed := scenario.Action{Verb: scenario.Command, Lane: lane, Value: scenario.JoinCommand(command)}
	a, err := scenario.ParseAction(typed.String())
	if err != nil {
		return answer{err: errors.New("ERR lockviz cannot replay this command: " + err.Error())}
	}
	if err := l.actNow(a); err != nil {
		return answer{err: errors.New("ERR " + err.Error())}
	}
	reply := l.world.replied
	l.world.replied = nil // it may be long
	return answer{reply: reply}
}

// command sends a server a command from outside.
func (w *world) command(a scenario.Action) (func(), error) {
	s := w.server(a.Lane)
	words, err := scenario.SplitCommand(a.Value)
	if err != nil {
		return nil, err
	}
	if s.host().State() == sim.Down {
		return nil, down(a.Lane)
	}
	effect, err := s.command(words)
	if err != nil {
		return nil, err
	}
	return func() { w.replied = effect() }, nil
}
