package redisnode

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	_ "unsafe" // for the name of a variable of miniredis
)

// MaxMemory is how many bytes a node holds of what comes from outside: keys,
// values, scripts, and something for each of them. miniredis has no limit of its
// own, where a Redis has maxmemory.
const MaxMemory = 1 << 20

const (
	entryBytes     = 64   // counted for each key and each element, beside its text
	mostValues     = 200  // in one script: what it can copy in one run
	mostCalls      = 16   // commands that one script gives
	scriptsBetween = 1000 // scripts from outside, after which the process forgets what it compiled
)

// looks lists the commands from outside that need no more memory than there is
// already: those that look, and those that make room.
var looks = set(`
	DBSIZE DEL EXISTS EXPIRE EXPIREAT EXPIRETIME FLUSHALL FLUSHDB PERSIST PEXPIRE PEXPIREAT PEXPIRETIME PTTL TIME TOUCH TTL TYPE UNLINK WAIT
	GET GETDEL GETEX GETRANGE STRLEN HDEL HEXISTS HGET HGETALL HKEYS HLEN HVALS
	LINDEX LLEN LPOP LRANGE LREM LTRIM RPOP SCARD SISMEMBER SMEMBERS SPOP SRANDMEMBER SREM
	ZCARD ZCOUNT ZPOPMAX ZPOPMIN ZRANGE ZRANGEBYSCORE ZRANK ZREM ZREMRANGEBYRANK ZREMRANGEBYSCORE ZREVRANGE ZREVRANK ZSCORE
	XDEL XLEN XRANGE KEYS SCAN XREAD`)

// Admit says why a command from outside would take the node over its memory; nil
// if it would not. It is decided by what the node holds, so a replay decides
// the same. It changes nothing.
func (n *Node) Admit(command []string) error {
	name := strings.ToUpper(command[0])
	if looks[name] || name == "SCRIPT" && len(command) > 1 && !strings.EqualFold(command[1], "LOAD") {
		return nil
	}
	used, longest := n.memory()
	if used+need(name, command, longest) <= MaxMemory {
		return nil
	}
	return fmt.Errorf("%s could take this node over its memory: it holds %d KiB, and may hold %d; delete keys, or use FLUSHALL and SCRIPT FLUSH",
		name, used>>10, MaxMemory>>10)
}

// need is the most that a command can add, to the node or to its reply: longest
// is the longest value that it can copy.
func need(name string, command []string, longest int) int {
	bytes := 0
	for _, word := range command {
		bytes += entryBytes + len(word)
	}
	switch name {
	case "EVAL", "EVALSHA":
		return bytes + mostValues*(entryBytes+longest)
	case "MGET", "HMGET":
		return len(command) * longest
	}
	return bytes
}

// memory is how much the node holds, and how long the longest of its values is.
func (n *Node) memory() (used, longest int) {
	count := func(texts ...string) {
		used += entryBytes
		for _, text := range texts {
			used += len(text)
			longest = max(longest, len(text))
		}
	}
	for script := range n.scripts {
		used += entryBytes + len(script)
	}
	for _, key := range n.server.Keys() {
		count(key)
		n.eachOf(key, count)
	}
	return used, longest
}

// eachOf gives what is in a key, part by part. A key that is gone meanwhile has
// no parts.
func (n *Node) eachOf(key string, part func(texts ...string)) {
	switch n.server.Type(key) {
	case "string":
		value, _ := n.server.Get(key)
		part(value)
	case "list":
		all, _ := n.server.List(key)
		for _, one := range all {
			part(one)
		}
	case "set":
		all, _ := n.server.Members(key)
		for _, one := range all {
			part(one)
		}
	case "hash":
		fields, _ := n.server.HKeys(key)
		for _, field := range fields {
			part(field, n.server.HGet(key, field))
		}
	case "zset":
		all, _ := n.server.SortedSet(key)
		for one := range all {
			part(one)
		}
	case "stream":
		all, _ := n.server.Stream(key)
		for _, entry := range all {
			part(append(entry.Values, entry.ID)...)
		}
	}
}

// remember keeps the scripts that the live node keeps, too.
func (n *Node) remember(command []string) {
	if len(command) < 2 {
		return
	}
	switch name := strings.ToUpper(command[0]); {
	case name == "EVAL":
		n.keepScript(command[1])
	case name == "SCRIPT" && strings.EqualFold(command[1], "FLUSH"):
		clear(n.scripts)
	case name == "SCRIPT" && len(command) > 2:
		n.keepScript(command[2])
	}
}

func (n *Node) keepScript(text string) {
	if n.scripts[text] {
		return
	}
	n.scripts[text] = true
	if compiled.Add(1)%scriptsBetween == 0 {
		parsedScripts.Clear()
	}
}

// compiled counts scripts that were new to a node, in the whole process.
var compiled atomic.Int64

// parsedScripts is where miniredis keeps every script that it ever compiled, for
// the life of the process. It has no other way to forget one.
//
//go:linkname parsedScripts github.com/alicebob/miniredis/v2.parsedScripts
var parsedScripts sync.Map
