#!/usr/bin/env bash
# Puts what stands in a file between two markers in docs/performance.md, below a
# line that says on what it was measured.
#
#     scripts/figures.sh MARKER FILE
set -euo pipefail
cd "$(dirname "$0")/.."

awk -v marker="$1" -v figures="$2" -v on="$(go env GOVERSION), $(nproc) CPUs" '
	index($0, "<!-- " marker ": end -->") == 1 { skip = 0 }
	!skip { print }
	index($0, "<!-- " marker ": begin -->") == 1 {
		skip = 1
		print "\n```"
		print on
		while ((getline line < figures) > 0) print line
		print "```\n"
	}
' docs/performance.md >.cache/performance.md
mv .cache/performance.md docs/performance.md
echo "docs/performance.md has the figures"
