package minizk

import "strings"

// validPath tells whether a node may have this path, by the rules of
// ZooKeeper's PathUtils.validatePath.
func validPath(path string) bool {
	if path == "/" {
		return true
	}
	names, absolute := strings.CutPrefix(path, "/")
	if !absolute || strings.ContainsFunc(path, forbidden) {
		return false
	}
	for name := range strings.SplitSeq(names, "/") {
		if name == "" || name == "." || name == ".." {
			return false
		}
	}
	return true
}

// forbidden are control characters and those that ZooKeeper, which reads text
// as UTF-16, takes for surrogates, private or special.
func forbidden(r rune) bool {
	return r <= 0x1f || r >= 0x7f && r <= 0x9f || r >= 0xd800 && r <= 0xf8ff || r >= 0xfff0
}

// parentOf is the path before the last slash. It is false for what can be no
// node's path at all.
func parentOf(path string) (string, bool) {
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 || strings.Contains(path, "\x00") {
		return "", false
	}
	return path[:max(slash, 1)], true
}

func nameOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
