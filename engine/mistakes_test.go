package engine

import (
	"strings"
	"testing"
	"time"

	"github.com/lockviz/lockviz/engine/check"
	"github.com/lockviz/lockviz/engine/scenario"
)

// The same lab, the same pause, one line of the client changed: DEL instead of
// compare-and-delete removes the lock of whoever has it by then.
func TestAMistakeIsOneChange(t *testing.T) {
	sc := pauseNobodySees(false)
	sc.Clients[1].Steps = append([]scenario.Step(nil), sc.Clients[1].Steps...)
	sc.Clients[1].Steps[2].For = 8 * time.Second // B still holds the lock when A wakes
	l := open(t, sc)
	for _, c := range []struct {
		mistakes []string
		want     check.Status
	}{{nil, check.Holds}, {[]string{"del-release"}, check.Violated}, {nil, check.Holds}} {
		must(t, l.SetMistakes(c.mistakes))
		runToEnd(t, l)
		if got := l.Verdicts()["foreign-release"]; got.Status != c.want {
			t.Errorf("%v: foreign-release %s (%s), want %s", c.mistakes, got.Status, got.Text, c.want)
		}
	}
	seq := l.Head().Seq
	if err := l.SetMistakes([]string{"watch-parent"}); err == nil || !strings.Contains(err.Error(), "allowed") || l.Head().Seq != seq {
		t.Errorf("a mistake of another lock: %v; the lab is at %d, was at %d", err, l.Head().Seq, seq)
	}
}
