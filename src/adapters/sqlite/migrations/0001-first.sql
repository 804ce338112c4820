-- Instants are whole milliseconds since 1970; booleans are 0 and 1; digests and binary ids are blobs.

CREATE TABLE clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL, -- a JSON array of strings
  profile TEXT NOT NULL,
  is_public INTEGER NOT NULL,
  secret_digest BLOB,
  secret_exposed_at INTEGER,
  is_disabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  email TEXT,
  name TEXT,
  password_hash TEXT,
  epoch INTEGER NOT NULL,
  is_disabled INTEGER NOT NULL,
  is_admin INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Usernames and e-mail addresses in one table, so that neither can be taken as the other.
CREATE TABLE account_names (
  name TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX account_names_by_account ON account_names (account_id);

CREATE TABLE sessions (
  id BLOB PRIMARY KEY,
  cookie_digest BLOB NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  authenticated_at INTEGER NOT NULL,
  methods TEXT NOT NULL, -- separated by spaces
  expires_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  user_agent TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The hot table: one time-ordered key, no other index, so that an insert appends to the last page.
CREATE TABLE grants (
  id BLOB PRIMARY KEY,
  token_digest BLOB NOT NULL,
  client_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  account_epoch INTEGER NOT NULL,
  session_id BLOB NOT NULL,
  redeemed_at INTEGER NOT NULL,
  token_expires_at INTEGER NOT NULL,
  keep_until INTEGER NOT NULL,
  revoked_at INTEGER,
  -- The newest revocation when the row was made: only later ones can hit it.
  after_revocation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A revocation hits all grants made before it that match both ids, where NULL matches any.
CREATE TABLE revocations (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT,
  client_id TEXT,
  at INTEGER NOT NULL,
  -- 1 when the account or client itself went, and its grants with it.
  removes INTEGER NOT NULL,
  -- The highest grant id when it was made. Once every grant up to it has gone, so may the revocation.
  last_grant_id BLOB NOT NULL
) STRICT;

-- The instant at which each throttled key is drained.
CREATE TABLE attempts (
  key BLOB PRIMARY KEY,
  drained_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_drain ON attempts (drained_at);

CREATE TABLE sealing_keys (
  id TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  retired_at INTEGER,
  sealed_key BLOB NOT NULL
) STRICT, WITHOUT ROWID;
