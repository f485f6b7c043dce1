package rpc

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ZooKeeper is a call to ZooKeeper: a Connect, Ping, CloseSession, Create,
// DeleteNode, Exists, Children, GetData or SetData (ZooKeeper Programmer's Guide).
type ZooKeeper interface {
	fmt.Stringer
	zookeeper()
}

// InSession is a call on a session: that is what carries it.
type InSession struct {
	Session int64 // 0 for the Connect that begins one
	Call    ZooKeeper
}

func (c InSession) String() string { return c.Call.String() }

// Connect begins a session, or attaches to one again after the connection was
// lost: then Again is set, and the server sends what the session's watches
// missed.
type Connect struct {
	Timeout time.Duration // how long the session may go without a sign of life
	Again   bool
}

// Ping is a sign of life.
type Ping struct{}

// CloseSession ends the session; its ephemeral znodes are deleted.
type CloseSession struct{}

// Create makes a znode. A sequential one gets its parent's counter appended to
// its name, as ten digits; an ephemeral one is deleted with its session.
type Create struct {
	Path                  string
	Data                  string
	Ephemeral, Sequential bool
}

// DeleteNode deletes a znode, whatever its version.
type DeleteNode struct{ Path string }

// Exists asks for a znode's stat. A watch fires once, when it comes to be, is
// changed, or is deleted.
type Exists struct {
	Path  string
	Watch bool
}

// Children lists the names of a znode's children. A watch fires once, when one of
// them comes or goes, or the znode itself is deleted.
type Children struct {
	Path  string
	Watch bool
}

// GetData reads a znode.
type GetData struct{ Path string }

// SetData writes a znode, whatever its version.
type SetData struct{ Path, Data string }

// ZooKeeperReply is the answer to a call.
type ZooKeeperReply struct {
	Code     Code
	Session  int64         // Connect
	Timeout  time.Duration // Connect: as negotiated
	Path     string        // Create: with the counter, if it is sequential
	Stat     *Stat         // Exists, GetData; nil: there is no such znode
	Children []string      // Children: names, not paths, sorted
	Data     string        // GetData
	Missed   []Event       // Connect, Again: what fired while the connection was lost
}

// Code is a ZooKeeper error; "" is none. After any but ConnectionLoss it is
// certain that nothing was done.
type Code string

// The error codes that locks meet (ZooKeeper, KeeperException.Code).
const (
	NoNode         Code = "NoNode"
	NodeExists     Code = "NodeExists"
	NotEmpty       Code = "NotEmpty"
	SessionExpired Code = "SessionExpired"
)

// Stat is what ZooKeeper keeps about a znode, as far as locks care.
type Stat struct {
	Czxid       int64 // the transaction that created it
	Mzxid       int64 // the transaction that last changed it
	Owner       int64 // session of an ephemeral znode; 0: it is not ephemeral
	NumChildren int
}

// Event is what a watch was for.
type Event struct {
	Path string
	Type EventType
}

// EventType says what happened to a watched znode.
type EventType string

// The events of watches (ZooKeeper, Watcher.Event.EventType).
const (
	NodeCreated         EventType = "NodeCreated"
	NodeDeleted         EventType = "NodeDeleted"
	NodeDataChanged     EventType = "NodeDataChanged"
	NodeChildrenChanged EventType = "NodeChildrenChanged"
)

func (Connect) zookeeper()      {}
func (Ping) zookeeper()         {}
func (CloseSession) zookeeper() {}
func (Create) zookeeper()       {}
func (DeleteNode) zookeeper()   {}
func (Exists) zookeeper()       {}
func (Children) zookeeper()     {}
func (GetData) zookeeper()      {}
func (SetData) zookeeper()      {}

func (c Connect) String() string {
	if c.Again {
		return "connect again to the session"
	}
	return fmt.Sprintf("connect, session timeout %g s", c.Timeout.Seconds())
}

func (Ping) String() string         { return "ping" }
func (CloseSession) String() string { return "closeSession" }

func (c Create) String() string {
	s := "create"
	if c.Ephemeral {
		s += " -e"
	}
	if c.Sequential {
		s += " -s"
	}
	return s + " " + c.Path
}

func (c DeleteNode) String() string { return "delete " + c.Path }
func (c Exists) String() string     { return "exists " + c.Path + watching(c.Watch) }
func (c Children) String() string   { return "getChildren " + c.Path + watching(c.Watch) }
func (c GetData) String() string    { return "getData " + c.Path }
func (c SetData) String() string    { return "setData " + c.Path + " " + strconv.Quote(c.Data) }

func watching(on bool) string {
	if on {
		return ", watch"
	}
	return ""
}

// SessionName is how a session is called: ZooKeeper writes it in hexadecimal.
func SessionName(id int64) string { return fmt.Sprintf("session %#x", id) }

func (r ZooKeeperReply) String() string {
	switch {
	case r.Code != "":
		return string(r.Code)
	case r.Session != 0:
		return r.connected()
	case r.Path != "":
		return r.Path
	case r.Stat != nil && r.Data != "":
		return fmt.Sprintf("%s czxid=%d", strconv.Quote(r.Data), r.Stat.Czxid)
	case r.Stat != nil:
		return fmt.Sprintf("czxid=%d", r.Stat.Czxid)
	case r.Children != nil:
		return "[" + strings.Join(r.Children, ", ") + "]"
	}
	return "ok"
}

func (r ZooKeeperReply) connected() string {
	s := fmt.Sprintf("%s, timeout %g s", SessionName(r.Session), r.Timeout.Seconds())
	if len(r.Missed) > 0 {
		s += "; missed: " + join(r.Missed, ", ")
	}
	return s
}

func (e Event) String() string { return string(e.Type) + " " + e.Path }
