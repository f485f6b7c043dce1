package views

import (
	"fmt"
	"strconv"
)

// minuteWords is a time to reckon with: "20 min", "1 h 50 min"; empty for 0.
func minuteWords(minutes int) string {
	hours, rest := minutes/60, minutes%60
	switch {
	case minutes == 0:
		return ""
	case hours == 0:
		return strconv.Itoa(rest) + " min"
	case rest == 0:
		return strconv.Itoa(hours) + " h"
	}
	return fmt.Sprintf("%d h %d min", hours, rest)
}

func stepWords(n int) string {
	if n == 1 {
		return "1 step"
	}
	return strconv.Itoa(n) + " steps"
}

// allSteps is every step of a lesson that has so many.
func allSteps(n int) string {
	if n == 1 {
		return "the one step"
	}
	return "all " + stepWords(n)
}

func courseWords(parts []LessonPart) string {
	lessons, minutes := 0, 0
	for _, part := range parts {
		lessons += len(part.Lessons)
		minutes += part.Minutes
	}
	if lessons == 1 {
		return "One lesson: predict, run, and see why."
	}
	text := fmt.Sprintf("%d lessons. In each you predict, run and explain; each builds on those before it.", lessons)
	if minutes > 0 {
		text += fmt.Sprintf(" All of them take about %d hours.", (minutes+30)/60)
	}
	return text
}
