-- Requests of the admin API that must not run twice, by the digest of caller and key. The answer is sealed, and NULL until there is one.
CREATE TABLE idempotency_keys (
  key bytea PRIMARY KEY,
  request_digest bytea NOT NULL,
  sealed_answer text COLLATE "C",
  expires_at bigint NOT NULL
);
CREATE INDEX idempotency_keys_expiring ON idempotency_keys (expires_at);
