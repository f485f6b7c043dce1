package redisnode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// repeatable lists the commands that may come from outside: those that are done
// at once, need little memory whatever they are given, and give the same answer
// in a replay. The node knows more, but miniredis is not made for strangers: a
// wild number or a script can end it, and with it this process.
var repeatable = set(`
	DBSIZE DEL EXISTS EXPIRE EXPIREAT EXPIRETIME FLUSHALL FLUSHDB PERSIST PEXPIRE PEXPIREAT PEXPIRETIME PTTL RENAME
	RENAMENX TIME TOUCH TTL TYPE UNLINK WAIT
	DECR DECRBY GET GETDEL GETEX GETRANGE GETSET INCR INCRBY MGET MSET MSETNX PSETEX SET SETEX SETNX STRLEN
	HDEL HEXISTS HGET HGETALL HINCRBY HKEYS HLEN HMGET HMSET HSET HSETNX HVALS
	LINDEX LINSERT LLEN LPOP LPUSH LPUSHX LRANGE LREM LSET LTRIM RPOP RPOPLPUSH RPUSH RPUSHX
	SADD SCARD SISMEMBER SMEMBERS SMOVE SPOP SREM
	ZADD ZCARD ZCOUNT ZINCRBY ZPOPMAX ZPOPMIN ZRANGE ZRANGEBYSCORE ZRANK ZREM ZREMRANGEBYRANK ZREMRANGEBYSCORE ZREVRANGE
	ZREVRANK ZSCORE
	XADD XDEL XLEN XRANGE`)

// alone lists more such commands, which a script may not call: it says only when
// it runs what it gives them, and one that makes a value longer could make it
// twice as long each time.
var alone = set(`APPEND EVAL EVALSHA KEYS SCAN SCRIPT SRANDMEMBER XREAD`)

// ofSeveral lists commands that make sense only together with others of the
// same connection.
var ofSeveral = set(`MULTI EXEC DISCARD WATCH UNWATCH`)

// waits lists commands that wait for another client.
var waits = set(`BLPOP BRPOP BRPOPLPUSH BLMOVE BLMPOP BZPOPMIN BZPOPMAX BZMPOP XREADGROUP`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(words) {
		all[word] = true
	}
	return all
}

// Unfit says why a command from outside cannot be one step of a lab; nil if it
// can. A lab stands still while a command is carried out, and it carries it out
// again in every replay.
func Unfit(command []string) error {
	name := strings.ToUpper(command[0])
	switch {
	case connection[name]:
		return fmt.Errorf("%s concerns one connection, and no key", name)
	case ofSeveral[name]:
		return fmt.Errorf("%s is not for a lab's node: one command at a time can be replayed; use EVAL", name)
	case waits[name], name == "XREAD" && slices.ContainsFunc(command, isBlock):
		return fmt.Errorf("%s may wait, and the lab would stand still: ask without waiting, again and again", name)
	case !repeatable[name] && !alone[name]:
		return fmt.Errorf("%q is not among the commands that a lab can take from outside and repeat: those for strings, hashes, lists, sets, "+
			"sorted sets, key expiry and scripts", name)
	case (name == "KEYS" || name == "SCAN") && slices.ContainsFunc(command, isWild):
		return fmt.Errorf(`%s takes a pattern of characters, * and ? here, without [ and \`, name)
	case name == "SRANDMEMBER" && len(command) > 2 && strings.HasPrefix(command[2], "-"):
		return errors.New("SRANDMEMBER takes no negative count here: it asks for any number of repetitions")
	case name == "EVAL" && len(command) > 1:
		return wrap(name, unfitScript(command[1]))
	case name == "SCRIPT":
		return unfitLoad(command[1:])
	}
	return nil
}

func isBlock(word string) bool { return strings.EqualFold(word, "BLOCK") }

// isWild reports whether a pattern is one of those on which miniredis can panic.
func isWild(word string) bool { return strings.ContainsAny(word, `[\`) || !utf8.ValidString(word) }

// unfitLoad is Unfit for what follows SCRIPT.
func unfitLoad(words []string) error {
	switch {
	case len(words) == 2 && strings.EqualFold(words[0], "LOAD"):
		return wrap("SCRIPT", unfitScript(words[1]))
	case len(words) > 0 && (strings.EqualFold(words[0], "EXISTS") || strings.EqualFold(words[0], "FLUSH")):
		return nil
	}
	return errors.New("SCRIPT takes LOAD and a script, EXISTS or FLUSH here")
}

func wrap(name string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
