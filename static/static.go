// Package static holds what browsers are given as it is: style sheets, ES
// modules and fonts. There is no build step; the files served are the files
// written.
package static

import "embed"

// FS holds css/, js/ and fonts/.
//
//go:embed css js fonts
var FS embed.FS
