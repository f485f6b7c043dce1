#!/usr/bin/env bash
# Installs what the tests need and this machine lacks, from Debian's packages
# and npm. It changes nothing that is already there.
#
# What is missing and cannot be installed is named. On a person's machine that
# is all: the tests that need it are skipped. With CI=true it is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()

# A command, the Debian package that brings it, and what it is for.
needs='
gcc|gcc libc6-dev|the race detector
node|nodejs|the JavaScript tests
npm|npm|axe-core, for the accessibility tests
chromium|chromium fonts-dejavu-core|the browser tests
sqlite3|sqlite3|the SQL that the page "Which lock?" shows
redis-server|redis-server redis-tools|the contract between the Redis node and a real Redis
java|default-jre-headless|ZooKeeper
zookeeper|zookeeper|the transcripts of a real ZooKeeper
'

have() {
	case "$1" in
	chromium) command -v chromium || command -v chromium-browser || command -v google-chrome ;;
	zookeeper) ls /usr/share/java/zookeeper.jar /usr/share/java/slf4j-simple.jar /usr/share/zookeeper/bin/zkCli.sh ;; # no daemon: that is zookeeperd
	*) command -v "$1" ;;
	esac >/dev/null 2>&1
}

# as_root runs a command as root, if that is possible here.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@"
	fi
}

# quietly shows what a command printed only if it failed.
quietly() {
	local out
	out=$("$@" 2>&1) && return
	printf '%s\n' "$out" >&2
	return 1
}

updated=
install() {
	command -v apt-get >/dev/null || return 1
	if [ -z "$updated" ]; then
		quietly as_root apt-get update -qq || return 1
		updated=yes
	fi
	quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

while IFS='|' read -r command packages purpose; do
	[ -n "$command" ] || continue
	have "$command" && continue
	echo "setup: $command is missing ($purpose): installing $packages"
	# shellcheck disable=SC2086 # the packages are words
	if ! install $packages || ! have "$command"; then
		missing+=("$command, for $purpose")
	fi
	if [ "$command" = redis-server ] && command -v systemctl >/dev/null; then
		# The tests start their own, on free ports; a daemon was not asked for.
		as_root systemctl disable --now redis-server >/dev/null 2>&1 || true
	fi
done <<<"$needs"

if have npm && [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
	echo "setup: npm ci"
	npm ci --silent || missing+=("axe-core, for the accessibility tests")
fi

if [ ${#missing[@]} -gt 0 ]; then
	printf 'setup: cannot install %s\n' "${missing[@]}" >&2
	if [ "${CI:-}" = true ]; then
		exit 1
	fi
	echo "setup: the tests that need it will be skipped" >&2
fi
