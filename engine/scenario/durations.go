package scenario

import (
	"fmt"
	"strings"
	"time"

	"github.com/lockviz/lockviz/engine/trace"
)

// parseDuration reads "15s", "1.5s" or "1h2m": no sign, and at most
// MaxDuration. Lab time has a resolution of one nanosecond.
func parseDuration(text string) (time.Duration, error) {
	if text == "" || text[0] == '-' || text[0] == '+' {
		return 0, badDuration(text)
	}
	d, err := time.ParseDuration(text)
	if err != nil || !plainZero(text, d) {
		return 0, badDuration(text)
	}
	if d > MaxDuration {
		return 0, fmt.Errorf("%s is longer than a lab can last; the most is %s", text, trace.Dur(MaxDuration))
	}
	return d, nil
}

// plainZero refuses what Go's parser lets pass: "0" without a unit, and a
// non-zero number so small that it rounds to nothing.
func plainZero(text string, d time.Duration) bool {
	return d != 0 || (text != "0" && !strings.ContainsAny(text, "123456789"))
}

func badDuration(text string) error {
	return fmt.Errorf("%s is not a duration; write a number with a unit, for example 15s, 1.5s or 400ms", quote(text))
}

// parseSpan reads "1ms..4ms", or "2ms" for both ends.
func parseSpan(text string) (Span, error) {
	low, high, two := strings.Cut(text, "..")
	if !two {
		high = low
	}
	least, err := parseDuration(low)
	if err != nil {
		return Span{}, badSpan(text, err)
	}
	most, err := parseDuration(high)
	if err != nil {
		return Span{}, badSpan(text, err)
	}
	if least > most {
		return Span{}, fmt.Errorf("%s ends before it begins; write %s..%s", text, trace.Dur(most), trace.Dur(least))
	}
	return Span{least, most}, nil
}

func badSpan(text string, err error) error {
	if strings.Contains(err.Error(), "longer") {
		return err
	}
	return fmt.Errorf("%s is not a span of durations; write one duration, or two as in 1ms..4ms", quote(text))
}

// String writes "1ms..4ms", or "2ms" when both ends are equal.
func (s Span) String() string {
	if s.Min == s.Max {
		return trace.Dur(s.Min)
	}
	return trace.Dur(s.Min) + ".." + trace.Dur(s.Max)
}
