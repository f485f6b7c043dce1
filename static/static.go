// Package static holds what browsers are given: style sheets, ES modules and
// fonts. There is no build step; modules go out as they are written, line for
// line, without their comments and indentation.
package static

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
)

//go:embed css js fonts
var written embed.FS

// FS holds css/, js/ and fonts/ as they are served.
var FS fs.FS = files{written}

type files struct{ embed.FS }

// ReadFile reads a file as it is served.
func (f files) ReadFile(name string) ([]byte, error) {
	text, err := f.FS.ReadFile(name)
	if err != nil || path.Ext(name) != ".js" {
		return text, err
	}
	return lean(text), nil
}

// lean drops comments and indentation, which are a fifth of what many small
// modules weigh, and keeps every line in its place, so that an error's line
// number is the source's. No string may run over a line's end: a test looks.
func lean(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("//")) {
			line = nil
		}
		lines[i] = bare(line)
	}
	return bytes.Join(lines, []byte("\n"))
}

// bare drops the comment at a line's end. Where a string might still be open, or
// where a backslash makes that hard to tell, the line stays as it is.
func bare(line []byte) []byte {
	code, _, found := bytes.Cut(line, []byte(" // "))
	if !found || bytes.ContainsAny(code, `\'`) || bytes.Count(code, []byte(`"`))%2 != 0 || bytes.Count(code, []byte("`"))%2 != 0 {
		return line
	}
	return bytes.TrimRight(code, " ")
}
