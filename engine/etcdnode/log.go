package etcdnode

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// logger passes etcd's errors on to the process's log, and nothing below them.
// What etcd would end the process for ends the member.
func logger(m *Member) *zap.Logger {
	core := &logCore{LevelEnabler: zapcore.ErrorLevel, member: m}
	return zap.New(core, zap.WithFatalHook(quit{m}), zap.WithPanicHook(quit{m}))
}

// logCore writes etcd's log to slog's default.
type logCore struct {
	zapcore.LevelEnabler
	member *Member
	fields []zapcore.Field
}

func (c *logCore) With(fields []zapcore.Field) zapcore.Core {
	return &logCore{c.LevelEnabler, c.member, slices.Concat(c.fields, fields)}
}

func (c *logCore) Check(e zapcore.Entry, ce *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(e.Level) {
		return ce.AddCore(e, c)
	}
	return ce
}

func (c *logCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	if c.member.ctx.Err() != nil || isHarmless(e) {
		return nil // while it ends, etcd logs every listener that it closes as an error
	}
	var attrs []slog.Attr
	values := fieldValues(slices.Concat(c.fields, fields))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		attrs = append(attrs, slog.Any(key, values[key]))
	}
	slog.LogAttrs(context.Background(), slog.LevelError, "etcd: "+e.Message, attrs...)
	return nil
}

func (c *logCore) Sync() error { return nil }

func fieldValues(fields []zapcore.Field) map[string]any {
	values := zapcore.NewMapObjectEncoder()
	for _, f := range fields {
		f.AddTo(values)
	}
	return values.Fields
}

// isHarmless knows the one error that every start logs: the version of the
// storage is looked for before the first snapshot has written it.
func isHarmless(e zapcore.Entry) bool {
	return strings.HasPrefix(e.Message, "failed to update storage version")
}

// quit takes the place of os.Exit and panic: it ends the member, and the
// goroutine that cannot go on.
type quit struct{ member *Member }

func (q quit) OnWrite(e *zapcore.CheckedEntry, fields []zapcore.Field) {
	err := fmt.Errorf("the member has stopped: %s", e.Message)
	if cause, ok := fieldValues(fields)["error"]; ok {
		err = fmt.Errorf("%w: %v", err, cause)
	}
	q.member.end(err)
	runtime.Goexit()
}
