-- Lock and work end together. PostgreSQL; MySQL and MariaDB have FOR UPDATE, too.
BEGIN;

-- Waits until no other transaction has the row.
SELECT balance FROM accounts WHERE id = :id FOR UPDATE;

UPDATE accounts SET balance = balance - :amount WHERE id = :id;

COMMIT;
