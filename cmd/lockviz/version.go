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

// versionText is the release, or the commit that was built.
func versionText() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return info.Main.Version
}
