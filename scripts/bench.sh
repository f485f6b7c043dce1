#!/usr/bin/env bash
# Runs every benchmark, and puts the figures between the markers in
# docs/performance.md. Let the machine be quiet: nothing else should run.
set -euo pipefail
cd "$(dirname "$0")/.."
out=.cache/bench.txt
mkdir -p .cache

{
	go test -run '^$' -bench . -benchmem $(go list ./... | grep -v /e2e)
	go test -run '^$' -bench . -benchtime 100x ./e2e
} | tee "$out.log" | grep -E '^(Benchmark|cpu:)' | awk '!seen[$0]++' >"$out" || { cat "$out.log" >&2; exit 1; }
grep -q '^FAIL' "$out.log" && { cat "$out.log" >&2; exit 1; }

awk -v figures="$out" -v go="$(go env GOVERSION)" -v cpus="$(nproc)" '
	/^<!-- figures: end -->/ { skip = 0 }
	!skip { print }
	/^<!-- figures: begin -->/ {
		skip = 1
		print "\n```"
		print go ", " cpus " CPUs"
		while ((getline line < figures) > 0) print line
		print "```\n"
	}
' docs/performance.md >.cache/performance.md
mv .cache/performance.md docs/performance.md
echo "docs/performance.md has the figures"
