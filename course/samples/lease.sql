-- A lock with a time to live and a fencing token, as one row. PostgreSQL.
CREATE TABLE locks (
  name   text PRIMARY KEY,
  holder text        NOT NULL,
  token  bigint      NOT NULL,
  until  timestamptz NOT NULL  -- by the database's clock, never a client's
);

-- Take it. One row: yours, with this token. No row: taken.
INSERT INTO locks VALUES (:name, :holder, 1, now() + interval '10 seconds')
ON CONFLICT (name) DO UPDATE
SET holder = excluded.holder, token = locks.token + 1, until = excluded.until
WHERE locks.until < now()
RETURNING token;

-- Renew it. No row: somebody else has it; stop.
UPDATE locks SET until = now() + interval '10 seconds'
WHERE name = :name AND token = :token;

-- Give it back. The row stays: its counter must go on.
UPDATE locks SET until = '-infinity'
WHERE name = :name AND token = :token;
