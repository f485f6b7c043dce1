package etcdnode

import (
	"context"
	"net/url"

	"go.etcd.io/etcd/server/v3/embed"
	"go.etcd.io/etcd/server/v3/storage/wal"
	"google.golang.org/grpc"
)

// What a member may use. Its data live no longer than the process's labs, and
// they are small: each is a fraction of etcd's default.
const (
	quotaBytes      = 512 << 20 // of the database; beyond it etcd refuses writes
	walSegmentBytes = 4 << 20   // reserved on disk when a segment is begun
	snapshotEntries = 5_000     // of the log between snapshots: the log before is dropped
	catchUpEntries  = 100       // of the log kept in memory for followers; there are none
)

func init() { wal.SegmentSizeBytes = walSegmentBytes } // a variable of the library's: there is no option

// config is the member's. It listens on one loopback port for clients, and on
// none for peers. There is no peer to send a message to that port, and no web
// page to reach the member through its JSON gateway.
func config(m *Member) *embed.Config {
	c := embed.NewConfig()
	c.Name, c.Dir = "lockviz", m.dir.path
	c.ListenClientUrls, c.AdvertiseClientUrls = loopback(), loopback()
	c.ListenPeerUrls, c.AdvertisePeerUrls = nil, loopback()
	c.InitialCluster = c.InitialClusterFromName(c.Name)
	c.EnableGRPCGateway, c.CORS, c.HostWhitelist = false, nil, map[string]struct{}{"127.0.0.1": {}, "localhost": {}}
	c.UnsafeNoFsync = true // a power cut may cost the labs: they are gone with the process anyway
	c.TickMs, c.ElectionMs = 10, 50
	c.QuotaBackendBytes = quotaBytes
	c.SnapshotCount, c.SnapshotCatchUpEntries = snapshotEntries, catchUpEntries
	c.MaxSnapFiles, c.MaxWalFiles = 1, 1
	c.ZapLoggerBuilder = embed.NewZapLoggerBuilder(logger(m))
	c.GRPCAdditionalServerOptions = []grpc.ServerOption{grpc.ChainStreamInterceptor(m.endStreams)}
	return c
}

func loopback() []url.URL { return []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}} }

// endStreams ends the streams of other clients, say an etcdctl that watches,
// with the member. Otherwise its Close would wait for them for seconds.
func (m *Member) endStreams(srv any, s grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	ctx, cancel := context.WithCancel(s.Context())
	defer cancel()
	defer context.AfterFunc(m.ctx, cancel)()
	return handle(srv, boundStream{s, ctx})
}

type boundStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s boundStream) Context() context.Context { return s.ctx }
