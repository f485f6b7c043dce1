package labs

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"
)

const (
	textWoken    = "This lab was asleep. It was run again to where it was, on servers that may have new addresses."
	textNotWoken = "This lab was asleep and could not be run again to where it was (%s). This is a fresh one, with the same scenario and seed."
	textFresh    = "The lab that this page showed has ended. This is a fresh one, with the same scenario and seed."
)

// How a waking went, as a label.
const (
	woken    = "woken"
	notWoken = "failed"
)

// bed is what is kept of a lab that ends; nil if it cannot come back.
func (r *room) bed(why ending) *sleeper {
	if why.asleep == "" || r.lab == nil {
		return nil
	}
	h := r.lab.History()
	s := &sleeper{key: r.key, of: r.exercise, id: r.id, epochs: r.number() + 1, since: r.number(), history: h, bytes: h.Bytes()}
	if r.onlyGrew() {
		s.since = r.since
	}
	if !r.registry.asleep.takes(s.bytes) {
		r.registry.metrics.Forgotten.Inc()
		return nil
	}
	return s
}

// resume runs the lab, just opened, to where it was when it fell asleep.
func (r *room) resume(s *sleeper) {
	began, outcome := time.Now(), woken
	if err := r.lab.Resume(s.history); err != nil {
		slog.Warn("a lab does not come back", "lab", r.exercise.Slug, "err", err)
		outcome, r.word = notWoken, fmt.Sprintf(textNotWoken, err)
	} else {
		r.id, r.past, r.since, r.word = s.id, s.epochs, s.since, textWoken
		r.woke = r.lab.Generation()
	}
	r.registry.metrics.Waking.Observe(time.Since(began).Seconds())
	r.registry.metrics.Woken.WithLabelValues(outcome).Inc()
}

// onlyGrew reports whether the log is the one with which the lab woke, with more at
// its end perhaps.
func (r *room) onlyGrew() bool { return r.woke == r.lab.Generation() }

// slept reports whether the log of an epoch is a beginning of the present one, and
// the lab has slept since, once or more often.
func (r *room) slept(epoch string) bool {
	number, ours := strings.CutPrefix(epoch, r.id+".")
	n, err := strconv.Atoi(number)
	return ours && err == nil && r.onlyGrew() && r.since <= n && n < r.past
}

// greeting is the snapshot for a page that says hello, with what it should know
// about the log that it holds.
func (r *room) greeting(epoch string) []byte {
	all := r.all()
	if r.slept(epoch) {
		all.Was = epoch
	}
	all.Notice, r.word = r.notice(epoch), ""
	return encode(all)
}

func (r *room) notice(epoch string) string {
	switch {
	case r.word != "":
		return r.word
	case r.slept(epoch):
		return textWoken
	case epoch == "" || strings.HasPrefix(epoch, r.id+"."):
		return ""
	}
	return textFresh
}
