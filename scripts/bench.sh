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

scripts/figures.sh figures "$out"
