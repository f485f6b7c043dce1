CREATE TABLE documents (
  name    text PRIMARY KEY,
  content text   NOT NULL,
  version bigint NOT NULL DEFAULT 1
);

-- Read the version together with the content.
SELECT content, version FROM documents WHERE name = :name;

-- Write only if it is still the version that was read. One row: written.
-- No row: somebody else has written since; read again and work again.
UPDATE documents
SET content = :content, version = version + 1
WHERE name = :name AND version = :version;
