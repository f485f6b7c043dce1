package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lockviz/lockviz/engine/trace"
)

// word is one word of an action: how help shows it, what it must look like,
// how it is read, and how it is written. show returns "" for a word left out.
type word struct {
	form    string
	pattern string // a regular expression, for the JSON Schema
	read    func(text string, a *Action) error
	show    func(a Action) string
}

// lane is the lane that the action is done to.
func lane(form string) word {
	return word{form, namePattern,
		func(text string, a *Action) error { return readLane(text, &a.Lane) },
		func(a Action) string { return a.Lane },
	}
}

// end is the other end of a cable.
func end(form string) word {
	return word{form, namePattern,
		func(text string, a *Action) error { return readLane(text, &a.To) },
		func(a Action) string { return a.To },
	}
}

// link is a direction between two lanes, written as one word.
func link(form string) word {
	return word{form, namePattern + "->" + namePattern,
		func(text string, a *Action) error {
			from, to, ok := strings.Cut(text, "->")
			if !ok || readLane(from, &a.Lane) != nil || readLane(to, &a.To) != nil {
				return fmt.Errorf("%s is not a direction", quote(text))
			}
			return nil
		},
		func(a Action) string { return a.Lane + "->" + a.To },
	}
}

func readLane(text string, into *string) error {
	if !nameRE.MatchString(text) || len(text) > MaxName {
		return fmt.Errorf("%s is not the name of a lane", quote(text))
	}
	*into = text
	return nil
}

// span is a duration above 0.
func span(form string) word {
	return word{form, "(" + durationPattern + ")+",
		func(text string, a *Action) (err error) {
			a.For, err = someTime(text)
			return err
		},
		func(a Action) string {
			if a.For == 0 {
				return ""
			}
			return trace.Dur(a.For)
		},
	}
}

func someTime(text string) (time.Duration, error) {
	d, err := parseDuration(text)
	if err != nil && strings.Contains(err.Error(), "longer") {
		return 0, err
	}
	if err != nil {
		return 0, fmt.Errorf("%s is not a duration", quote(text))
	}
	if d == 0 {
		return 0, fmt.Errorf("%s is no time at all", quote(text))
	}
	return d, nil
}

// signed is a duration with a sign, which must be there: a jump is relative.
func signed(form string) word {
	return word{form, "[+-](" + durationPattern + ")+",
		func(text string, a *Action) error {
			if text[0] != '+' && text[0] != '-' {
				return fmt.Errorf("%s has no sign", quote(text))
			}
			d, err := someTime(text[1:])
			if text[0] == '-' {
				d = -d
			}
			a.For = d
			return err
		},
		func(a Action) string {
			if a.For < 0 {
				return trace.Dur(a.For)
			}
			return "+" + trace.Dur(a.For)
		},
	}
}

// rate is how fast a clock runs.
func rate(form string) word {
	return word{form, ratePattern,
		func(text string, a *Action) error {
			r, err := strconv.ParseFloat(text, 64)
			if err != nil || !rateRE.MatchString(text) {
				return fmt.Errorf("%s is not a rate", quote(text))
			}
			if r < MinRate || r > MaxRate {
				return fmt.Errorf("the rate %s is not between %g and %d", text, MinRate, MaxRate)
			}
			a.Rate = r
			return nil
		},
		func(a Action) string { return strconv.FormatFloat(a.Rate, 'f', -1, 64) },
	}
}

// mode is one of a few fixed words.
func mode(allowed ...string) word {
	pattern := strings.Join(allowed, "|")
	return word{pattern, "(" + pattern + ")",
		func(text string, a *Action) error {
			for _, m := range allowed {
				if text == m {
					a.Mode = m
					return nil
				}
			}
			return fmt.Errorf("%s is not %s", quote(text), list(allowed, "or"))
		},
		func(a Action) string { return a.Mode },
	}
}

// message is the number of a message, as the timeline shows it.
func message(form string) word {
	return word{form, "#[1-9][0-9]*",
		func(text string, a *Action) error {
			digits, ok := strings.CutPrefix(text, "#")
			n, err := strconv.ParseUint(digits, 10, 31)
			if !ok || err != nil || n == 0 || n > MaxMessage || digits[0] == '0' {
				return fmt.Errorf("%s is not the number of a message", quote(text))
			}
			a.Msg = int(n)
			return nil
		},
		func(a Action) string { return "#" + strconv.Itoa(a.Msg) },
	}
}

// onOff is a switch.
func onOff() word {
	return word{"on|off", "(on|off)",
		func(text string, a *Action) error {
			if text != "on" && text != "off" {
				return fmt.Errorf("%s is not on or off", quote(text))
			}
			a.On = text == "on"
			return nil
		},
		func(a Action) string {
			if a.On {
				return "on"
			}
			return "off"
		},
	}
}

// value is a text in double quotes.
func value(form string) word {
	return word{form, valuePattern,
		func(text string, a *Action) (err error) {
			a.Value, err = parseValue(text)
			return err
		},
		func(a Action) string { return showValue(a.Value) },
	}
}

// wire is a server's command in double quotes.
func wire(form string) word {
	return word{form, valuePattern,
		func(text string, a *Action) error {
			v, err := parseQuoted("command", text, MaxCommand)
			if err != nil {
				return err
			}
			a.Value = v
			_, err = SplitCommand(v)
			return err
		},
		func(a Action) string { return showValue(a.Value) },
	}
}

func parseValue(text string) (string, error) { return parseQuoted("value", text, MaxValue) }

// parseQuoted reads a text in double quotes, with the escapes of a Go string.
// What it denotes must be visible: an escape must not smuggle in what the text
// itself may not contain, nor a text be longer written back than it came.
func parseQuoted(what, text string, most int) (string, error) {
	if len(text) < 2 || text[0] != '"' {
		return "", fmt.Errorf("the %s %s is not in double quotes", what, quote(text))
	}
	v, err := strconv.Unquote(text)
	if err != nil {
		return "", fmt.Errorf("%s is not a text in double quotes", quote(text))
	}
	if n := utf8.RuneCountInString(v); n == 0 || n > most {
		return "", fmt.Errorf("a %s has 1 to %d characters, this one %d", what, most, n)
	}
	for _, r := range v {
		if !strconv.IsPrint(r) || r == utf8.RuneError {
			return "", fmt.Errorf("the %s contains the invisible character U+%04X", what, r)
		}
	}
	return v, nil
}

func showValue(v string) string {
	if v == "" {
		return ""
	}
	return strconv.Quote(v)
}
