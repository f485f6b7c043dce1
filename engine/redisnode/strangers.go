package redisnode

import (
	"reflect"
	"strings"

	"github.com/alicebob/miniredis/v2/server"
)

// A stranger is a connection that is not a lab client's, for example a person's
// redis-cli. What it asks is handed over, so that it happens on the lab's own
// time and is part of its record.

// connection lists the commands that concern the stranger's own connection and
// no key: the node answers them itself.
var connection = map[string]bool{
	"AUTH": true, "CLIENT": true, "COMMAND": true, "ECHO": true, "HELLO": true, "INFO": true,
	"PING": true, "QUIT": true, "SELECT": true, "SUBSCRIBE": true, "UNSUBSCRIBE": true,
	"READONLY": true, "READWRITE": true,
}

// HandStrangersTo makes handle answer what strangers ask. It is called on the
// stranger's own goroutine and may wait, until done is closed: the node is
// going down then and waits for it.
func (n *Node) HandStrangersTo(handle func(command []string, done <-chan struct{}) (any, error)) {
	n.handle = handle
	n.hook()
}

// hook is called again when a node comes up.
func (n *Node) hook() {
	up := n.server.Server()
	if n.handle == nil || up == nil {
		return
	}
	handle, done := n.handle, n.done
	up.SetPreHook(func(c *server.Peer, cmd string, args ...string) bool {
		if strings.HasSuffix(c.ClientName, n.mine) || nested(c) {
			return false
		}
		command := append([]string{cmd}, args...)
		if connection[cmd] {
			return answered(c, command)
		}
		reply, err := handle(command, done)
		if err != nil {
			reply = ErrReply(err.Error())
		}
		write(c, reply)
		return true
	})
}

// answered answers what miniredis would answer badly: SELECT of another database
// than the one that the lab's clients use, which a lab's record would not tell
// apart; and COMMAND DOCS, without whose right answer redis-cli gives up.
func answered(c *server.Peer, command []string) bool {
	switch {
	case command[0] == "SELECT" && len(command) == 2 && command[1] != "0":
		c.WriteError("ERR a lab's node has one database, which is 0")
	case command[0] == "COMMAND" && len(command) > 1:
		c.WriteError("ERR a lab's node knows COMMAND without more")
	default:
		return false
	}
	return true
}

// nested reports whether a command is part of a script, which runs as one.
// miniredis marks that in a field which it does not export.
func nested(c *server.Peer) bool {
	ctx := reflect.ValueOf(c.Ctx)
	if ctx.Kind() != reflect.Pointer || ctx.IsNil() {
		return false
	}
	flag := ctx.Elem().FieldByName("nested")
	return flag.IsValid() && flag.Bool()
}

func write(c *server.Peer, reply any) {
	switch v := reply.(type) {
	case nil:
		c.WriteNull()
	case int64:
		c.WriteInt(int(v))
	case ErrReply:
		c.WriteError(string(v))
	case string:
		if v == "OK" {
			c.WriteOK()
			return
		}
		c.WriteBulk(v)
	case []any:
		c.WriteLen(len(v))
		for _, item := range v {
			write(c, item)
		}
	}
}
