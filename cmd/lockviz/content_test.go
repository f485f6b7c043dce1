package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lockviz/lockviz/lessons"
)

// builtInFile is a file of a built-in lesson, as the text of one's own.
func builtInFile(t *testing.T, name string) string {
	t.Helper()
	text, err := lessons.FS.ReadFile("02-set-nx-px/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func page(t *testing.T, url string) (status int, body string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

// A lesson is read again while the server is up. One with a fault stays as it
// was, and its page says what is wrong and where; so does the first page, and the
// page of a lesson that was never there without a fault. Others say nothing.
func TestLessonsAreReadAgainWhenTheyChange(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "90-one-of-mine", "lesson.md")
	text := strings.Replace(builtInFile(t, "lesson.md"), "number: 2", "number: 90", 1)
	titled := func(title string) string {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, "title: ") {
				lines[i] = "title: " + title
				break
			}
		}
		return strings.Join(lines, "\n")
	}
	write(t, filepath.Join(dir, "90-one-of-mine", "scenario.yaml"), builtInFile(t, "scenario.yaml"))
	write(t, file, titled("As it began"))
	url := served(t, "--addr", "127.0.0.1:0", "--lessons", dir)
	expect := func(path string, status int, there, gone string) {
		t.Helper()
		got, body := page(t, url+path)
		if got != status || !strings.Contains(body, there) || gone != "" && strings.Contains(body, gone) {
			t.Errorf("/%s: status %d; %q is there: %t; %q is there: %t", path, got, there, strings.Contains(body, there), gone, strings.Contains(body, gone))
		}
	}
	expect("lessons/one-of-mine", 200, "As it began", "lesson.md:")
	write(t, file, titled("As it went on"))
	expect("lessons/one-of-mine", 200, "As it went on", "As it began")
	write(t, file, titled("Broken\nnumbers: 4"))
	expect("lessons/one-of-mine", 200, "As it went on", "")
	expect("lessons/one-of-mine", 200, file+":", "")
	expect("", 200, file+":", "")
	expect("lessons/set-nx-px", 200, "SET NX PX", file)
	write(t, file, titled("Mended at last"))
	expect("lessons/one-of-mine", 200, "Mended at last", file)
	expect("", 200, "Mended at last", file)

	added := filepath.Join(dir, "91-not-yet", "lesson.md")
	write(t, added, "no front matter\n")
	expect("lessons/not-yet", 404, added+":1:", "")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	expect("lessons/one-of-mine", 200, "Mended at last", "")
	expect("", 200, filepath.Base(dir), "")
}
