package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/scenario"
	"github.com/lockviz/lockviz/engine/trace"
)

// What a person did before the script began, and after the scenario's end, is
// where it was in the file that is made of the run.
func TestARunWrittenDownKeepsItsEnds(t *testing.T) {
	sc, err := scenario.Parse("ends.yaml", []byte(`
lock: {kind: redis}
until: 5s
clients: {A: {steps: [acquire, work 1s, release]}}
script:
  - {at: 0s, do: slow redis-1 1ms}
  - {when: redis-1 slowed, do: jump redis-1 +1s}
`))
	must(t, err)
	l := open(t, sc)
	must(t, l.Act(0, "slow redis-1 2ms"))
	must(t, l.Run(ToEnd))
	must(t, l.Advance(10*time.Second))
	must(t, l.Act(l.Head().Seq, "drift redis-1 2"))

	written, err := scenario.Parse("run.yaml", []byte(l.AsScenario().String()))
	must(t, err)
	again := open(t, written)
	must(t, again.Run(ToEnd))
	want := strings.ReplaceAll(trace.Text(l.Events(0)), "(by the person)", "(by the script)")
	if got := trace.Text(again.Events(0)); got != want {
		t.Errorf("the file runs otherwise:\n%s\n%s", firstDifference(want, got), written)
	}
}
