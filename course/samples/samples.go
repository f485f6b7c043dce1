// Package samples is the code that the page "Which lock?" shows to start from.
// No program imports it: the files are embedded by package course and shown as
// they are, and the tests compile and run them, so that what is shown works.
package samples
