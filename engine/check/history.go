package check

import (
	"fmt"
	"math"

	"github.com/anishathalye/porcupine"

	"github.com/lockviz/lockviz/engine/trace"
)

// Linearizable asks porcupine, a linearizability checker that knows nothing of
// locks, whether the store's history is one of a single object that takes each
// call at one moment between its sending and its reply; and, with fencing,
// whether that object refused exactly the writes whose token was lower than one
// it had taken. So a verdict on stale writes does not rest on our code alone.
func Linearizable(events []trace.Event, fencing bool) bool {
	return porcupine.CheckOperations(register(fencing), history(events))
}

// call is a read, or a write with its token.
type call struct {
	write bool
	token int64
	value string
}

// outcome is what the store answered.
type outcome struct {
	accepted bool
	version  int
	value    string
}

// content is the object as the model has it.
type content struct {
	version int
	value   string
	highest int64
}

// history lists the calls that reached the store, each from the moment at which
// it was sent to that at which its reply was taken in, or for ever.
func history(events []trace.Event) []porcupine.Operation {
	sent, replied := map[int]int{}, map[int]int{} // by request
	of := map[int]int{}                           // reply → request
	clients := map[string]int{}
	var ops []porcupine.Operation
	var asked, done []int // of each operation: its request, and the event of its execution
	add := func(at int, who string, msg int, in call, out outcome) {
		if _, known := clients[who]; !known {
			clients[who] = len(clients)
		}
		ops = append(ops, porcupine.Operation{ClientId: clients[who], Input: in, Output: out, Call: int64(sent[msg])})
		asked, done = append(asked, msg), append(done, at)
	}
	for _, e := range events {
		switch b := e.Body.(type) {
		case trace.Sent:
			sent[b.Msg] = e.Seq
			of[b.Msg] = b.Of
		case trace.Received:
			replied[of[b.Msg]] = e.Seq
		case trace.Served:
			add(e.Seq, b.Reader, b.Msg, call{}, outcome{true, b.Version, b.Value})
		case trace.Accepted:
			add(e.Seq, b.Writer, b.Msg, call{true, b.Token, b.Value}, outcome{true, b.Version, b.Value})
		case trace.Rejected:
			add(e.Seq, b.Writer, b.Msg, call{true, b.Token, b.Value}, outcome{})
		}
	}
	for i, msg := range asked {
		ops[i].Return = math.MaxInt64
		if at, ok := replied[msg]; ok && at > done[i] { // else its copy was answered before it arrived
			ops[i].Return = int64(at)
		}
	}
	return ops
}

// register is the specification of the store.
func register(fencing bool) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return content{} },
		Step: func(state, input, output any) (bool, any) {
			return step(state.(content), input.(call), output.(outcome), fencing)
		},
		DescribeOperation: func(input, output any) string { return fmt.Sprintf("%+v ⇒ %+v", input, output) },
	}
}

func step(s content, in call, out outcome, fencing bool) (bool, content) {
	if !in.write {
		return out.version == s.version && out.value == s.value, s
	}
	if fencing && in.token < s.highest {
		return !out.accepted, s
	}
	next := content{s.version + 1, in.value, max(s.highest, in.token)}
	return out == outcome{true, next.version, next.value}, next
}
