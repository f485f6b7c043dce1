package minizk

// The numbers of the protocol, from ZooKeeper's ZooDefs.OpCode,
// KeeperException.Code, Watcher.Event, CreateMode and ClientCnxn.

const (
	opCreate          = 1
	opDelete          = 2
	opExists          = 3
	opGetData         = 4
	opSetData         = 5
	opGetACL          = 6
	opSetACL          = 7
	opGetChildren     = 8
	opSync            = 9
	opPing            = 11
	opGetChildren2    = 12
	opCheck           = 13
	opMulti           = 14
	opCreate2         = 15
	opCheckWatches    = 17
	opRemoveWatches   = 18
	opCreateContainer = 19
	opCreateTTL       = 21
	opAuth            = 100
	opSetWatches      = 101
	opGetEphemerals   = 103
	opCountBelow      = 104 // getAllChildrenNumber
	opCloseSession    = -11
	opError           = -1 // in the parts of multi
)

// unserved are requests that ZooKeeper knows and minizk does not: reconfig,
// deleteContainer, multiRead, sasl, setWatches2, addWatch, whoAmI.
var unserved = []int32{16, 20, 22, 102, 105, 106, 107}

// code is the outcome of a request.
type code int32

const (
	ok                        code = 0
	errRuntimeInconsistency   code = -2
	errMarshalling            code = -5
	errUnimplemented          code = -6
	errBadArguments           code = -8
	errNoNode                 code = -101
	errNoAuth                 code = -102
	errBadVersion             code = -103
	errNoChildrenOfEphemerals code = -108
	errNodeExists             code = -110
	errNotEmpty               code = -111
	errInvalidACL             code = -114
	errAuthFailed             code = -115
	errNoWatcher              code = -121
	errQuotaExceeded          code = -125
)

// Numbers of replies that answer no numbered request.
const (
	xidEvent = -1
	xidPing  = -2
)

// kind is what a watch tells.
type kind int32

const (
	nodeCreated         kind = 1
	nodeDeleted         kind = 2
	nodeDataChanged     kind = 3
	nodeChildrenChanged kind = 4
)

const stateConnected = 3 // the client's state that every event of a node carries

// Types of watches that are taken back.
const (
	watchesOfChildren = 1
	watchesOfData     = 2
	watchesOfAny      = 3
)

// mode is how a node is made: the flags of create.
type mode int32

const (
	ephemeral  mode = 1
	sequential mode = 2
	container  mode = 4
)

const permAll, permRead = 0x1f, 1

// header starts a reply.
func (e *encoder) header(xid int32, zxid int64, c code) {
	e.int32(xid)
	e.int64(zxid)
	e.int32(int32(c))
}
