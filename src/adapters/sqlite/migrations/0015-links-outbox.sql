-- Links that work once, by the digest of their secret. The row goes when the link is used.
CREATE TABLE links (
  digest BLOB PRIMARY KEY,
  kind TEXT NOT NULL,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  account_epoch INTEGER,
  address TEXT,
  query TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX links_expiring ON links (expires_at);
CREATE INDEX links_of_account ON links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX links_by_kind ON links (kind, created_at);

-- Messages to people. The body is sealed, and NULL once the message has expired.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  kind TEXT NOT NULL,
  language TEXT NOT NULL,
  subject TEXT NOT NULL,
  sealed_body TEXT,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL,
  last_error TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try_at) WHERE state = 'queued';
CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE sealed_body IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (created_at, id);
CREATE INDEX outbox_of_account ON outbox (account_id) WHERE account_id IS NOT NULL;
