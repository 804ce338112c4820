-- Requests of the admin API that must not run twice, by the digest of caller and key. The answer is sealed, and NULL until there is one.
CREATE TABLE idempotency_keys (
  key BLOB PRIMARY KEY,
  request_digest BLOB NOT NULL,
  sealed_answer TEXT,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_expiring ON idempotency_keys (expires_at);
