-- Providers that people sign in at, and whom each of them calls by which subject.
CREATE TABLE upstreams (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  apple_key TEXT,
  display_name TEXT NOT NULL,
  domains TEXT NOT NULL,
  trusts_email INTEGER NOT NULL,
  creates_accounts INTEGER NOT NULL,
  is_disabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE upstream_identities (
  upstream_name TEXT NOT NULL REFERENCES upstreams (name) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  label TEXT,
  linked_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (upstream_name, subject),
  UNIQUE (account_id, upstream_name)
) STRICT, WITHOUT ROWID;
