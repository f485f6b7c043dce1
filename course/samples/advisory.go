package samples

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// ErrLocked says that another connection has the lock.
var ErrLocked = errors.New("the advisory lock is taken")

// WithAdvisoryLock does the work while it holds an advisory lock of
// PostgreSQL, or returns ErrLocked. The lock belongs to one connection and lasts
// as long as that does; it has no time to live. Behind a pooler that shares
// connections between transactions (PgBouncer's transaction mode) it does not work.
func WithAdvisoryLock(ctx context.Context, db *sql.DB, key int64,
	work func(context.Context) error) (err error) {
	conn, err := db.Conn(ctx) // the same connection for taking the lock and giving it back
	if err != nil {
		return err
	}
	defer conn.Close()
	var got bool
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&got)
	if err != nil {
		return err
	}
	if !got {
		return ErrLocked
	}
	defer func() {
		var held bool
		row := conn.QueryRowContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
		unlockErr := row.Scan(&held)
		if unlockErr != nil {
			// Back in the pool, the connection would keep the lock: drop it.
			_ = conn.Raw(func(any) error { return driver.ErrBadConn })
		}
		err = errors.Join(err, unlockErr)
	}()
	return work(ctx)
}
