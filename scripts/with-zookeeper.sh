#!/usr/bin/env bash
# Runs a command with LOCKVIZ_ZOOKEEPER naming a real ZooKeeper: Debian's, on a
# free loopback port, with a fresh data directory. It ends with the command.
#
#     scripts/with-zookeeper.sh go test ./engine ./scenarios ./lessons/...
set -euo pipefail

jar=/usr/share/java/zookeeper.jar
log=/usr/share/java/slf4j-simple.jar
for need in "$jar" "$log"; do
	if [ ! -f "$need" ]; then
		echo "with-zookeeper: $need is missing; install Debian's package zookeeper, or run make setup" >&2
		[ "${CI:-}" = true ] && exit 1
		echo "with-zookeeper: skipped: $*" >&2
		exit 0
	fi
done

dir=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; rm -rf "$dir"' EXIT

# A port that nobody listens on; somebody could still take it in between.
port=$(shuf -i 20000-29999 -n 1)
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done

cat >"$dir/zoo.cfg" <<CFG
tickTime=2000
dataDir=$dir/data
clientPortAddress=127.0.0.1
clientPort=$port
maxClientCnxns=0
admin.enableServer=false
CFG
java -cp "$jar:$log" org.apache.zookeeper.server.quorum.QuorumPeerMain "$dir/zoo.cfg" >"$dir/log" 2>&1 &
server=$!

for _ in $(seq 300); do
	if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
		LOCKVIZ_ZOOKEEPER="127.0.0.1:$port" "$@"
		exit
	fi
	kill -0 "$server" 2>/dev/null || break
	sleep 0.1
done
echo "with-zookeeper: the server did not come up:" >&2
cat "$dir/log" >&2
exit 1
