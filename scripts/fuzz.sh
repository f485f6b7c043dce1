#!/usr/bin/env bash
# Runs every fuzz test, one after another, each for $FUZZTIME (10m). What breaks
# one is written to testdata/fuzz beside it, and is a test case from then on.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
while IFS=: read -r file name; do
	echo "fuzz: $name in $(dirname "$file"), for ${FUZZTIME:-10m}"
	go test "./$(dirname "$file")" -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-10m}" -fuzzminimizetime 10s || failed=1
done < <(grep -rEo --include='*_test.go' --exclude-dir=node_modules '^func Fuzz\w+' . | sed 's|^\./||; s/func //' | sort)
exit "$failed"
