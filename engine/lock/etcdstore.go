package lock

import (
	"github.com/lockviz/lockviz/engine/rpc"
	"github.com/lockviz/lockviz/engine/sim"
	"github.com/lockviz/lockviz/engine/store"
)

// EtcdStore is the protected resource as a key in the lock's own etcd. There the
// check of the token needs no store that remembers: the transaction that writes
// asks whether the writer's key is still the one that was granted the lock
// (concurrency.Mutex, IsOwner).
type EtcdStore struct {
	Server string      // its lane
	Object string      // the key
	Guard  func() bool // whether a write asks at all
}

// EtcdWrite is a write as a transaction, and what it means for the object.
type EtcdWrite struct {
	rpc.Txn
	Write store.Write
}

// EtcdRead is a read of the object's key. The answer is a store.State.
type EtcdRead struct{ rpc.Op }

// Read fetches the object.
func (s EtcdStore) Read(c *Client) (store.State, error) {
	read := EtcdRead{rpc.Op{Do: rpc.Get, Key: s.Object}}
	return s.store().read(c, sim.Payload{Value: read, Text: read.String()})
}

// Write changes the object, if its writer still owns the lock.
func (s EtcdStore) Write(c *Client, w store.Write, g *Grant) error {
	write := EtcdWrite{rpc.Txn{Then: []rpc.Op{{Do: rpc.Put, Key: s.Object, Value: w.Value}}}, w}
	if s.Guard() && g != nil {
		write.If = []rpc.Compare{{Key: g.Value, Create: g.Create}} // IsOwner
	}
	return s.store().write(c, w, sim.Payload{Value: write, Text: write.String()})
}

func (s EtcdStore) store() Store { return Store{Lane: s.Server, Object: s.Object} }
