#!/usr/bin/env bash
# Puts the loads of docs/performance.md on a lockviz that it starts, and puts what
# it found between the markers there. Let the machine be quiet: nothing else should
# run. Less can be asked for by hand: go run ./e2e/load --help
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .cache
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o .cache/lockviz ./cmd/lockviz
go build -o .cache/load ./e2e/load

out=.cache/load.txt
: >"$out.new"
for what in labs room stop soak; do
	.cache/load --program .cache/lockviz "$what" | tee -a "$out.new"
done
mv "$out.new" "$out"
scripts/figures.sh load "$out"
