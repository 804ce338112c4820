-- Links that work once, by the digest of their secret. The row goes when the link is used.
CREATE TABLE links (
  digest bytea PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE,
  account_epoch bigint,
  address text COLLATE "C",
  query text COLLATE "C",
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX links_expiring ON links (expires_at);
CREATE INDEX links_of_account ON links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX links_by_kind ON links (kind, created_at);

-- Messages to people. The body is sealed, and NULL once the message has expired.
CREATE TABLE outbox (
  id text COLLATE "C" PRIMARY KEY,
  recipient text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  sealed_body text COLLATE "C",
  account_id text COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  state text COLLATE "C" NOT NULL,
  tries integer NOT NULL,
  next_try_at bigint NOT NULL,
  last_error text COLLATE "C"
);
CREATE INDEX outbox_due ON outbox (next_try_at) WHERE state = 'queued';
CREATE INDEX outbox_expiring ON outbox (expires_at) WHERE sealed_body IS NOT NULL;
CREATE INDEX outbox_by_time ON outbox (created_at, id);
CREATE INDEX outbox_of_account ON outbox (account_id) WHERE account_id IS NOT NULL;
