package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// logOf serves for a moment, with debug messages, and returns what was logged.
func logOf(t *testing.T, args ...string) string {
	t.Helper()
	var log bytes.Buffer
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	out, in := io.Pipe()
	code := make(chan int, 1)
	args = append([]string{"--addr", "127.0.0.1:0", "--log-level", "debug"}, args...)
	go func() { code <- run(ctx, args, streams{in, &log}); in.Close() }()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, out)
	res, err := http.Get(strings.TrimPrefix(strings.TrimSpace(line), "lockviz is at ") + "healthz")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	stop()
	if c := <-code; c != 0 {
		t.Errorf("exit code %d", c)
	}
	return log.String()
}

func TestLogs(t *testing.T) {
	text := logOf(t)
	for _, part := range []string{"level=INFO msg=serving version=", "level=DEBUG msg=request method=GET path=/healthz", "msg=stopping"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	seen := map[string]bool{}
	for line := range strings.Lines(logOf(t, "--log-format", "json")) {
		var entry struct{ Time, Level, Msg string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Time == "" || entry.Level == "" {
			t.Errorf("%q is no object with a time and a level: %v", line, err)
		}
		seen[entry.Msg] = true
	}
	if !seen["serving"] || !seen["request"] || !seen["stopping"] {
		t.Errorf("logged %v", seen)
	}
}
