// Package challenges holds the built-in challenges: a directory NN-slug each, with
//
//	challenge.md   front matter, prose in Markdown, one fenced challenge block in YAML
//	scenario.yaml  the lab that it opens
//
// docs/writing-lessons.md says what they can say; package lessons reads them, and
// lessons/rehearse plays them.
package challenges

import "embed"

// FS holds the built-in challenges.
//
//go:embed [0-9][0-9]-*/challenge.md [0-9][0-9]-*/scenario.yaml
var FS embed.FS
