package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the release build: -ldflags "-X main.version=v1.2.3".
var version = ""

type versionCmd struct{}

// Run prints one line.
func (versionCmd) Run(std streams) error {
	_, err := fmt.Fprintf(std.out, "lockviz %s (%s, %s/%s)\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// versionText is the release, or the commit that was built if that is known.
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	switch {
	case version != "":
		return version
	case ok && info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version // of go install, or made of the commit
	}
	return "development build"
}
