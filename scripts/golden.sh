#!/usr/bin/env bash
# Runs the tests of every package that keeps golden files, with -update. The
# diff that git shows afterwards is the change; it must be read.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u)
# shellcheck disable=SC2086 # the packages are words
go test $packages -update
git status --short -- '*testdata*' '*golden*'
