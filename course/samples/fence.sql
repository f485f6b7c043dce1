-- The resource remembers the highest token that it has seen.
CREATE TABLE files (
  name    text PRIMARY KEY,
  content text   NOT NULL,
  token   bigint NOT NULL DEFAULT 0
);

-- Compare and write in one statement. One row: written.
-- No row: a newer holder has written; stop, the lock is not yours any more.
UPDATE files
SET content = :content, token = :token
WHERE name = :name AND token <= :token;
