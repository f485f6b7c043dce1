#!/usr/bin/env bash
# Runs the tests beside the browser modules. They are listed by name, because
# node's own search differs between versions.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v node >/dev/null; then
	echo "the JavaScript tests need node, which is missing: run make setup" >&2
	[ "${CI:-}" != true ] # skipped on a person's machine, failed in CI
	exit
fi
mapfile -t tests < <(find static/js -name '*.test.js' | sort)
if [ ${#tests[@]} -eq 0 ]; then
	echo "static/js holds no *.test.js" >&2
	exit 1
fi
node --test --test-reporter=spec "${tests[@]}"
