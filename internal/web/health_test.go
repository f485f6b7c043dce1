package web

import (
	"errors"
	"sync/atomic"
	"testing"
)

func TestReadyzSaysWhatIsMissing(t *testing.T) {
	var missing atomic.Pointer[error]
	s := newSite(t, func(c *Config) {
		c.Ready = func() error { return *missing.Load() }
	})
	for _, state := range []struct {
		err    error
		status int
		says   string
	}{{errors.New("etcd is starting"), 503, "etcd is starting\n"}, {nil, 200, "ready\n"}} {
		missing.Store(&state.err)
		if res, says := s.get("/readyz", nil); res.StatusCode != state.status || says != state.says {
			t.Errorf("%v: /readyz answers %d: %s", state.err, res.StatusCode, says)
		}
		if res, _ := s.get("/healthz", nil); res.StatusCode != 200 {
			t.Errorf("%v: /healthz answers %d", state.err, res.StatusCode)
		}
	}
}
