package e2e

import (
	"testing"

	"github.com/lockviz/lockviz/e2e/server"
)

// A page that a limit keeps out says which, and comes in by itself, or when asked to,
// as soon as there is room.
func TestAPageThatIsKeptOutSaysWhy(t *testing.T) {
	for flag, says := range map[string]struct{ where, text, again, badge string }{
		"--max-sockets": {"[data-empty]", "The server says: too many sockets are open", "", "Connection lost"},
		"--max-labs":    {"[data-notice]", "the limit of open labs is reached: 1 (--max-labs)", "[data-notice-do]", "No lab"},
	} {
		t.Run(flag, func(t *testing.T) {
			small, err := server.Start(program, flag, "1")
			check(t, err)
			defer func() { check(t, small.Stop()) }()
			in, out := lab{t, visit(t, 1366, 768, homePath)}, lab{t, visit(t, 1366, 768, homePath)}
			check(t, in.Open(small.URL+freePath))
			in.live()
			check(t, out.Open(small.URL+freePath))
			check(t, out.UntilText(says.where, says.text))
			check(t, out.UntilText("[data-link]", says.badge))
			keep(t, out.Page, "kept out by "+flag)
			in.leave(small, 1)
			if says.again != "" {
				out.click(says.again)
			}
			out.live()
			out.step()
			check(t, out.Open(small.URL+"/glossary"))
		})
	}
}
