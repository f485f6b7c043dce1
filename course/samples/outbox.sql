CREATE TABLE outbox (
  key  text PRIMARY KEY,  -- names the operation: "invoice 4471 of May"
  body text NOT NULL,
  sent boolean NOT NULL DEFAULT false
);

-- In the transaction that decides on the operation: a second worker that
-- decides the same adds no row.
INSERT INTO outbox (key, body) VALUES (:key, :body)
ON CONFLICT (key) DO NOTHING;

-- The sender takes the next one,
SELECT key, body FROM outbox WHERE NOT sent ORDER BY key LIMIT 1;

-- sends it to the resource with the key as its idempotency key, and then:
UPDATE outbox SET sent = true WHERE key = :key;
