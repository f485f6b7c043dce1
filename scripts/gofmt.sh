#!/usr/bin/env bash
# Names the Go files that gofmt would change, and fails if there are any.
set -euo pipefail
cd "$(dirname "$0")/.."
unformatted=$(find . -name node_modules -prune -o -name '*.go' -print0 | xargs -0 gofmt -l)
if [ -n "$unformatted" ]; then
	printf 'gofmt -w these files:\n%s\n' "$unformatted" >&2
	exit 1
fi
