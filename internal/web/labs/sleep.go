package labs

import (
	"fmt"
	"log/slog"
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
	s := &sleeper{key: r.key, of: r.exercise, id: r.id, epochs: r.past + r.lab.Generation() + 1, epoch: r.epoch(), history: h, bytes: h.Bytes()}
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
		r.id, r.past, r.was, r.word = s.id, s.epochs, s.epoch, textWoken
	}
	r.registry.metrics.Waking.Observe(time.Since(began).Seconds())
	r.registry.metrics.Woken.WithLabelValues(outcome).Inc()
}

// greeting is the snapshot for a page that says hello, with what it should know
// about the log that it holds.
func (r *room) greeting(epoch string) []byte {
	all := r.all()
	if r.was != "" && epoch == r.was {
		all.Was = r.was
	}
	all.Notice, r.word = r.notice(epoch), ""
	return encode(all)
}

func (r *room) notice(epoch string) string {
	switch {
	case r.word != "":
		return r.word
	case r.was != "" && epoch == r.was:
		return textWoken
	case epoch == "" || strings.HasPrefix(epoch, r.id+"."):
		return ""
	}
	return textFresh
}
