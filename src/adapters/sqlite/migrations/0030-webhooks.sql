-- Who is told of the audit trail. "delivered" is the number of the last entry that went out; a lease is until when one node delivers.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  old_sealed_secret TEXT,
  old_secret_until INTEGER,
  acts TEXT NOT NULL,
  is_disabled INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  last_error TEXT,
  lease_until INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Entries that a webhook never took. One that is due is tried once more.
CREATE TABLE webhook_dead_letters (
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  error TEXT NOT NULL,
  at INTEGER NOT NULL,
  is_due INTEGER NOT NULL,
  PRIMARY KEY (webhook_id, number)
) STRICT, WITHOUT ROWID;
